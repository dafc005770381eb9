// Features: how a game's positions look to a network. Each side sees the board from its king bucket (in games
// with a royal piece, the square of its own); in a bucket, each piece on each square is one feature.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/eval/network.h"
#include "core/search/score.h"

namespace tabiya {

using Feature = std::uint16_t;

class FeatureList {
 public:
  void push_back(Feature feature) { features_[size_++] = feature; }
  operator std::span<const Feature>() const { return {features_.data(), size_}; }

 private:
  std::array<Feature, kMaxActiveFeatures> features_;
  std::size_t size_ = 0;
};

// The change by a move: piece_squares that end and piece_squares that begin, at most `kMost` of each.
template <class PieceSquare, int kMost>
struct FeatureChange {
  std::array<PieceSquare, kMost> removed;
  std::array<PieceSquare, kMost> added;
  std::uint8_t removed_count = 0;
  std::uint8_t added_count = 0;
  std::array<bool, 2> king_bucket_changed{};  // of each side

  void remove(PieceSquare piece_square) { removed[removed_count++] = piece_square; }
  void add(PieceSquare piece_square) { added[added_count++] = piece_square; }
};

// Static functions over the positions of a game. A `side` is 0 or 1, as GameRules has it.
template <class F>
concept FeatureSet = requires(const typename F::Position& position, typename F::Move move, int side,
                              int bucket, const typename F::PieceSquare& piece_square,
                              typename F::Board& board) {
  // The numbers of features, and of king buckets that a side can have. If the rules of a game are known at
  // run time only, these are upper bounds.
  { F::kFeatures } -> std::convertible_to<int>;
  { F::kKingBuckets } -> std::convertible_to<int>;
  // The most piece_squares that a move can end, or that it can begin.
  { F::kMostChanged } -> std::convertible_to<int>;

  { F::side_to_move(position) } -> std::same_as<int>;
  // The value of a position that no network can see, because a side has no king bucket; logit x 10,000, the
  // side to move's view.
  { F::value_without_king(position) } -> std::same_as<std::optional<Score>>;
  { F::has_king_bucket(position, side) } -> std::same_as<bool>;
  { F::king_bucket(position, side) } -> std::same_as<int>;  // 0 … kKingBuckets - 1
  { F::feature(side, bucket, piece_square) } -> std::same_as<Feature>;
  { F::change(position, move) } -> std::same_as<FeatureChange<typename F::PieceSquare, F::kMostChanged>>;

  // A board, as far as it is known: Board{} is the empty one. update(position, side, board, rows) makes it
  // that of the position as `side` sees it, and tells rows.remove(piece_square) and rows.add(piece_square)
  // the difference. From the empty one it adds at most kMaxActiveFeatures.
  requires std::default_initializable<typename F::Board>;
};

// All features of a position that are active for a side with a king bucket.
template <FeatureSet F>
FeatureList list_features(const typename F::Position& position, int side) {
  FeatureList features;
  struct Rows {
    FeatureList& features;
    int side, bucket;
    void add(const typename F::PieceSquare& piece) { features.push_back(F::feature(side, bucket, piece)); }
    void remove(const typename F::PieceSquare&) {}
  } rows{features, side, F::king_bucket(position, side)};
  typename F::Board empty{};
  F::update(position, side, empty, rows);
  return features;
}

// The phase of a game that begins with all men and has few at its end: kMiddlegame, then less, at last 0.
inline constexpr int kMiddlegame = 256;

// Features that are worth other weights in the endgame than in the middlegame. In between, weights taper from
// the ones to the others.
template <class F>
concept TaperedFeatures = FeatureSet<F> && requires(const typename F::Position& position) {
  { F::phase(position) } -> std::same_as<int>;  // 0 … kMiddlegame
};

// The number of weights of a feature: weight f * kWeightsOf<F> is that of feature f, or its first one, of the
// middlegame; the next is that of the endgame.
template <FeatureSet F>
inline constexpr int kWeightsOf = TaperedFeatures<F> ? 2 : 1;

}  // namespace tabiya
