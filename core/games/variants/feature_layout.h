// Numbers the features of a game from a file; the file decides which there are.
//
// A side sees the board from its own first row: mirrored, or turned by half where the start position is even only
// so. Where each side has a king, its square is the bucket; if the pawns of the start stand alike on both wings, a
// board with the king on the right half is reflected. In a bucket there is a feature for each man but the own king:
// a kind of either side on a square; and one for the first, the second … piece of a kind in either hand.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/eval/features.h"
#include "core/games/variants/tables.h"

namespace tabiya::variants {

class Position;

class FeatureLayout {
 public:
  // `start`: that of the file. Its men, and those that are placed in the setup phase, are the whole middlegame.
  FeatureLayout(const Tables& tables, const Position& start);

  std::size_t count() const {
    return static_cast<std::size_t>(buckets_) * static_cast<std::size_t>(per_bucket_);
  }
  std::size_t per_bucket() const { return static_cast<std::size_t>(per_bucket_); }
  Kind king() const { return king_; }  // whose squares are the buckets; kNoKind: there is only one
  bool reflects() const { return reflects_; }
  int hand_levels() const { return hand_levels_; }               // pieces of a kind in hand that count
  int most_men() const { return kMaxActiveFeatures + kings(); }  // that can be seen, in hand or not
  int men_at_start() const { return men_at_start_; }

  Square seen_by(int side, Square square) const { return side == 0 ? square : seen_[square]; }
  Feature on_board(int side, int bucket, int owner, Kind kind, Square square) const {
    const int place = place_[seen_by(side, square) ^ turn_[at_bucket(bucket)]];
    return number(bucket, piece(side, owner, kind) * squares_ + place);
  }
  // The piece of a kind that is held as number `level`, from 0.
  Feature in_hand(int side, int bucket, int owner, Kind kind, int level) const {
    const int piece = (owner == side ? 0 : kinds_) + kind;
    return number(bucket, pieces_ * squares_ + piece * hand_levels_ + level);
  }

  // The meaning of a feature, as the side that sees it has it.
  struct Meaning {
    bool is_own = false;
    Kind kind = 0;
    std::optional<Square> square;  // nothing: in hand
  };
  Meaning meaning(std::size_t feature) const;

 private:
  int kings() const { return king_ == kNoKind ? 0 : 1; }
  static std::size_t at_bucket(int bucket) { return static_cast<std::size_t>(bucket); }
  int piece(int side, int owner, Kind kind) const {
    if (owner != side) return kinds_ - kings() + kind;
    return king_ != kNoKind && kind > king_ ? kind - 1 : kind;
  }
  Feature number(int bucket, int index) const {
    return static_cast<Feature>(base_[at_bucket(bucket)] + index);
  }
  void number_buckets();

  int rows_, columns_, squares_, kinds_, pieces_ = 0, hand_levels_ = 0, per_bucket_ = 0, buckets_ = 1;
  int men_at_start_ = 1;
  Kind king_ = kNoKind;
  bool reflects_ = false;
  std::array<Square, Board::kSquares> seen_{};         // by Black
  std::array<std::uint8_t, Board::kSquares> place_{};  // of each square that there is, without gaps
  // Each bucket has its first feature, and what squares are combined with by exclusive or to reflect them.
  // Only boards of eight files are reflected.
  std::array<int, Board::kSquares> base_{};
  std::array<std::uint8_t, Board::kSquares> turn_{};
};

}  // namespace tabiya::variants
