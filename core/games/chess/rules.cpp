#include "core/games/chess/rules.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/games/chess/attacks.h"
#include "core/games/chess/polyglot_key.h"

namespace tabiya::chess {

namespace {

constexpr int worth(Kind kind) {
  constexpr std::array<int, kKinds.size()> kPawns{1, 3, 3, 5, 9, 100};
  return kPawns[index(kind)];
}

std::optional<Kind> least_kind(const Position& position, Bitboard men) {
  if (men == 0) return std::nullopt;
  for (const Kind kind : kKinds)
    if ((position.men(kind) & men) != 0) return kind;
  return std::nullopt;
}

// The men that attack a square while others capture on it.
class Attackers {
 public:
  Attackers(const Position& position, Square square, Bitboard occupied)
      : position_(position),
        square_(square),
        occupied_(occupied),
        all_(attackers_of(position, square, occupied)) {}

  Bitboard of(Side side) const { return all_ & occupied_ & position_.men(side); }

  // One of these men of a kind captures, and uncovers what stands behind it.
  void capture(Kind kind, Bitboard men) {
    occupied_ &= ~bit(lowest(men & position_.men(kind)));
    const Bitboard queens = position_.men(Kind::kQueen);
    if (kind != Kind::kKnight && kind != Kind::kRook)
      all_ |= bishop_attacks(square_, occupied_) & (position_.men(Kind::kBishop) | queens);
    if (kind == Kind::kRook || kind == Kind::kQueen || kind == Kind::kKing)
      all_ |= rook_attacks(square_, occupied_) & (position_.men(Kind::kRook) | queens);
  }

 private:
  const Position& position_;
  const Square square_;
  Bitboard occupied_;  // without those that have captured
  Bitboard all_;
};

constexpr Bitboard kDarkSquares = 0xaa55'aa55'aa55'aa55;

}  // namespace

// `balance` is what the side that has just captured has won so far, less the man that stands on the square
// now: the worst that it can end with. As long as that is not enough, the other side has no reason to stop.
// The first side begins with what it may lose.
bool loses_exchange(const Position& position, Move move, int tolerance) {
  if (move.promotion()) return false;
  const Side us = position.side_to_move();
  const Kind mover = *position.kind_at(move.from());
  if (mover == Kind::kKing && position.is_castling(move)) return false;
  int balance = tolerance - worth(mover);
  if (const auto victim = position.kind_at(move.to())) {
    balance += worth(*victim);
  } else if (mover == Kind::kPawn && move.to() == position.passed_square()) {
    balance += worth(Kind::kPawn);
  }
  if (balance >= 0) return false;
  Attackers attackers(position, move.to(), position.occupied() & ~bit(move.from()));
  for (Side side = other(us);; side = other(side)) {
    const Bitboard men = attackers.of(side);
    const auto least = least_kind(position, men);
    if (!least) return side == us;  // cannot go on
    const bool exposes_king = *least == Kind::kKing && attackers.of(other(side)) != 0;
    if (exposes_king) return side == us;
    attackers.capture(*least, men);
    balance = -balance - worth(*least);
    // Even without the man that captured now, the side is better off than if it had stopped.
    if (side == us ? balance >= 0 : balance > 0) return side != us;
  }
}

bool is_material_insufficient(const Position& position) {
  if ((position.men(Kind::kPawn) | position.men(Kind::kRook) | position.men(Kind::kQueen)) != 0) return false;
  const Bitboard knights = position.men(Kind::kKnight), bishops = position.men(Kind::kBishop);
  if (count(knights | bishops) <= 1) return true;
  return knights == 0 && ((bishops & kDarkSquares) == 0 || (bishops & ~kDarkSquares) == 0);
}

std::uint64_t Rules::book_key(const Position& position) {
  return polyglot_key(position, position.passed_square());
}

std::optional<Move> Rules::book_move(const Position& position, std::uint16_t code) {
  return legal_polyglot_move(position, code);
}

// When the fifty-move rule comes near, the clock counts, too.
std::uint64_t Rules::key(const Position& position) {
  constexpr int kNear = kDrawnHalfmoves - 20;
  if (position.halfmove_clock() < kNear) return position.hash();
  return position.hash() ^ static_cast<std::uint64_t>(position.halfmove_clock()) * 0x9e37'79b9'7f4a'7c15;
}

Outcome Rules::outcome_of_few(const Position& position) {
  if (is_material_insufficient(position)) return Outcome::kDraw;
  if (position.halfmove_clock() < kDrawnHalfmoves) return Outcome::kOpen;
  return in_check(position) && !has_legal_move(position) ? Outcome::kLoss : Outcome::kDraw;
}

void Rules::generate(const Position& position, MoveKind move_kind, MoveList<Move>& moves) {
  if (move_kind == MoveKind::kEvasions) generate_all(position, moves);
  if (move_kind == MoveKind::kCaptures)
    append_moves(position, MoveClass::kCaptures, position.occupied(), moves);
  if (move_kind == MoveKind::kChecks) append_moves(position, MoveClass::kChecks, position.occupied(), moves);
  if (move_kind == MoveKind::kOtherQuiets)
    append_moves(position, MoveClass::kCalm, position.occupied(), moves);
}

namespace {

constexpr Square kUpsideDown = 56,
                 kLeftRight = 7;  // what a square's number is combined with, by exclusive or

Position transformed(const Position& position, Square squares, bool exchange_sides) {
  const auto side_of = [&](Side side) { return exchange_sides ? other(side) : side; };
  const auto square_of = [&](Square square) { return static_cast<Square>(square ^ squares); };
  Position result;
  for (const Side side : kSides) {
    for (const Kind kind : kKinds)
      for (Bitboard men = position.men(side, kind); men != 0;)
        result.put(side_of(side), kind, square_of(pop_lowest(men)));
    for (const Wing wing : kWings)
      if (const Square rook = position.castling_rook(side, wing); rook != kNoSquare)
        result.set_castling_rook(side_of(side), wing, square_of(rook));
  }
  result.set_side(side_of(position.side_to_move()));
  if (position.passed_square() != kNoSquare) result.set_passed_square(square_of(position.passed_square()));
  result.set_halfmove_clock(position.halfmove_clock());
  result.set_move_number(position.move_number());
  return result;
}

bool may_castle(const Position& position) {
  return std::ranges::any_of(kSides, [&](Side side) {
    return std::ranges::any_of(kWings,
                               [&](Wing wing) { return position.castling_rook(side, wing) != kNoSquare; });
  });
}

}  // namespace

Position with_sides_exchanged(const Position& position) { return transformed(position, kUpsideDown, true); }

Position mirrored(const Position& position) { return transformed(position, kLeftRight, false); }

std::uint64_t symmetric_key(const Position& position) {
  const Position exchanged = with_sides_exchanged(position);
  const std::uint64_t key = std::min(position.hash(), exchanged.hash());
  if (may_castle(position)) return key;
  return std::min({key, mirrored(position).hash(), mirrored(exchanged).hash()});
}

}  // namespace tabiya::chess
