#include "core/games/variants/features.h"

#include <algorithm>

#include "core/games/variants/evaluation.h"

namespace tabiya::variants {
namespace {

static_assert(TaperedFeatures<Features>);

int men_left(const Position& position) {
  if (position.tables().layout->hand_levels() == 0) return count(position.men(0) | position.men(1));
  return position.count_all(0) + position.count_all(1);
}

}  // namespace

std::optional<Score> Features::value_without_king(const Position& position) {
  if (has_king_bucket(position, 0) && has_king_bucket(position, 1)) return std::nullopt;
  MenEvaluation::State state;
  return MenEvaluation().value(position, state);
}

bool Features::has_king_bucket(const Position& position, int side) {
  const FeatureLayout& layout = *position.tables().layout;
  if (layout.king() != kNoKind && count(kings(position, side)) != 1) return false;
  return men_left(position) <= layout.most_men();
}

Features::Change Features::change(const Position& before, Move move) {
  Change change;
  if (move.is_none()) return change;
  const Tables& tables = before.tables();
  const FeatureLayout& layout = *tables.layout;
  const auto us = static_cast<std::uint8_t>(before.side_to_move());
  const auto them = static_cast<std::uint8_t>(other(us));
  for (const int side : {0, 1}) change.king_bucket_changed[at(side)] = !has_king_bucket(before, side);
  const auto man = [&](std::uint8_t owner, Kind kind, Square square) {
    return PieceSquare{&layout, owner, kind, false, square};
  };
  if (move.is(Move::Act::kDrop)) {
    const int held = before.in_hand(us, move.dropped());
    if (held <= layout.hand_levels())
      change.remove({&layout, us, move.dropped(), true, static_cast<std::uint8_t>(held - 1)});
    change.add(
        man(us, move.drops_promoted() ? tables.kinds[move.dropped()].promoted : move.dropped(), move.to()));
    if (move.dropped() == layout.king()) change.king_bucket_changed[us] = true;
    return change;
  }
  const Kind kind = before.kind_at(move.from());
  Kind becomes = kind;
  if (move.is_promotion()) becomes = tables.promotion_targets[move.promotion_place()];
  if (move.is(Move::Act::kPromote))
    becomes = before.turns_back(move.from()) ? before.kind_before(move.from()) : tables.kinds[kind].promoted;
  if (kind == layout.king() || becomes == layout.king()) change.king_bucket_changed[us] = true;
  change.remove(man(us, kind, move.from()));
  change.add(man(us, becomes, move.to()));
  if (move.is(Move::Act::kCastle)) {
    const int wing = before.wing_of(move);
    const Square rook = before.castling_rook(us, wing);
    const Kind rook_kind = before.kind_at(rook);
    change.remove(man(us, rook_kind, rook));
    change.add(man(us, rook_kind, static_cast<Square>(wing == 1 ? move.to() - 1 : move.to() + 1)));
  } else if (before.is_capture(move)) {
    const Square square = before.captured_square(move);
    const Kind captured = before.kind_at(square), given = before.kind_before(square);
    change.remove(man(them, captured, square));
    if (captured == layout.king()) change.king_bucket_changed[them] = true;
    const int held = before.in_hand(us, given);
    if (before.rules().captures_to_hand && held < layout.hand_levels())
      change.add({&layout, us, given, true, static_cast<std::uint8_t>(held)});
  }
  return change;
}

int Features::phase(const Position& position) {
  const int whole = position.tables().layout->men_at_start();
  return std::min(men_left(position), whole) * kMiddlegame / whole;
}

}  // namespace tabiya::variants
