#include "core/games/variants/feature_layout.h"

#include <algorithm>

#include "core/games/variants/position.h"
#include "core/games/variants/setups.h"

namespace tabiya::variants {
namespace {

constexpr int kMostHandLevels = 8;
constexpr int kReflected = Board::kColumns - 1;

Square mirrored_row(const Variant& rules, Square square) {
  return Board::square(rules.rows - 1 - Board::row(square), Board::column(square));
}

// True if Black's men are White's when each square is taken to another one.
template <class Map>
bool is_even(const Position& start, Map map) {
  for (const int side : {0, 1})
    for (Bitboard men = start.men(side); men != 0;) {
      const Square square = pop_lowest(men), image = map(square);
      if (!has(start.men(other(side)), image) || start.kind_at(image) != start.kind_at(square)) return false;
    }
  return true;
}

bool has_even_wings(const Position& start) {
  const KindSet pawns = start.tables().promotion_pawns[0] & ~kEveryKind;
  Bitboard men = start.men(0, pawns);
  const Bitboard all = men;
  while (men != 0)
    if (!has(all, mirror_square(start.rules(), pop_lowest(men)))) return false;
  return true;
}

// Counts men after the setup phase, if there is one.
int men_of(const Position& start, int side, Kind kind) {
  int men = start.count_of(side, kind);
  if (start.tables().setups != nullptr)
    men += start.rules().setup.sides[at(side)].counts[start.tables().kinds[kind].name];
  return men;
}

int men_of(const Position& start) {
  int men = 0;
  for (const int side : {0, 1})
    for (Kind kind = 0; kind < start.tables().kinds.size(); ++kind) men += men_of(start, side, kind);
  return men;
}

// The kind of which each side has one that must not be lost; kNoKind if there is none.
Kind king_of(const Position& start) {
  const Tables& tables = start.tables();
  Kind king = tables.king;
  if (king == kNoKind && tables.variant.extinction == Value::kLoss && count(tables.extinction_types) == 1 &&
      (tables.extinction_types & kEveryKind) == 0)
    king = static_cast<Kind>(std::countr_zero(tables.extinction_types));
  return king != kNoKind && men_of(start, 0, king) == 1 && men_of(start, 1, king) == 1 ? king : kNoKind;
}

}  // namespace

FeatureLayout::FeatureLayout(const Tables& tables, const Position& start)
    : rows_(tables.variant.rows),
      columns_(tables.variant.columns),
      squares_(rows_ * columns_),
      kinds_(static_cast<int>(tables.kinds.size())) {
  const Variant& rules = tables.variant;
  const auto across = [&](Square square) { return mirrored_row(rules, square); };
  const auto turned = [&](Square square) { return mirror_square(rules, mirrored_row(rules, square)); };
  const bool turns = rules.setup.half_turn || (!is_even(start, across) && is_even(start, turned));
  for (Square square = 0; square < Board::kSquares; ++square) {
    const int row = Board::row(square), column = Board::column(square);
    if (row >= rows_ || column >= columns_) continue;
    seen_[square] = turns ? turned(square) : across(square);
    place_[square] = static_cast<std::uint8_t>(row * columns_ + column);
  }
  men_at_start_ = std::max(1, men_of(start));
  if (rules.drops || rules.captures_to_hand) hand_levels_ = kMostHandLevels;
  king_ = king_of(start);
  reflects_ = king_ != kNoKind && columns_ == Board::kColumns && has_even_wings(start);
  const auto lay_out = [&] {
    pieces_ = 2 * kinds_ - kings();
    per_bucket_ = pieces_ * squares_ + 2 * kinds_ * hand_levels_;
    buckets_ = king_ != kNoKind ? squares_ / (reflects_ ? 2 : 1) : 1;
  };
  lay_out();
  if (count() > kMaxNetworkFeatures) {  // too many for each square of a king
    king_ = kNoKind;
    reflects_ = false;
    lay_out();
  }
  number_buckets();
}

void FeatureLayout::number_buckets() {
  if (king_ == kNoKind) return;
  for (int row = 0; row < rows_; ++row)
    for (int column = 0; column < columns_; ++column) {
      const bool is_turned = reflects_ && column >= columns_ / 2;
      const int half = reflects_ ? columns_ / 2 : columns_;
      const int number = row * half + (is_turned ? column ^ kReflected : column);
      const std::size_t bucket = at_bucket(Board::square(row, column));
      base_[bucket] = number * per_bucket_;
      turn_[bucket] = static_cast<std::uint8_t>(is_turned ? kReflected : 0);
    }
}

FeatureLayout::Meaning FeatureLayout::meaning(std::size_t feature) const {
  const int index = static_cast<int>(feature % per_bucket());
  const int own_pieces = kinds_ - kings();
  if (index >= pieces_ * squares_) {
    const int piece = (index - pieces_ * squares_) / hand_levels_;
    return {piece < kinds_, static_cast<Kind>(piece % kinds_), {}};
  }
  const int piece = index / squares_, place = index % squares_;
  const Square square = Board::square(place / columns_, place % columns_);
  if (piece >= own_pieces) return {false, static_cast<Kind>(piece - own_pieces), square};
  return {true, static_cast<Kind>(king_ != kNoKind && piece >= king_ ? piece + 1 : piece), square};
}

}  // namespace tabiya::variants
