// Features: how a game's positions look to a network. Each side has a view of the board (in games with a
// royal piece: where its own stands), and in a view every placement of a piece is one feature.
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

// What a move changes: placements that end and placements that begin, at most `kMost` of each.
template <class Placement, int kMost>
struct FeatureChange {
  std::array<Placement, kMost> removed;
  std::array<Placement, kMost> added;
  std::uint8_t removed_count = 0;
  std::uint8_t added_count = 0;
  std::array<bool, 2> view_changed{};  // of each side

  void remove(Placement placement) { removed[removed_count++] = placement; }
  void add(Placement placement) { added[added_count++] = placement; }
};

// Static functions over the positions of a game. A `side` is 0 or 1, as GameRules has it.
template <class F>
concept FeatureSet = requires(const typename F::Position& position, typename F::Move move, int side, int view,
                              const typename F::Placement& placement, typename F::Board& board) {
  // How many features, and how many views a side can have.
  { F::kFeatures } -> std::convertible_to<int>;
  { F::kViews } -> std::convertible_to<int>;
  // Most placements that a move can end, and most that it can begin.
  { F::kMostChanged } -> std::convertible_to<int>;

  { F::side_to_move(position) } -> std::same_as<int>;
  // The value of a position that no network can see, because a side has no view; logit x 10,000, from the
  // view of the side to move.
  { F::value_without_view(position) } -> std::same_as<std::optional<Score>>;
  { F::has_view(position, side) } -> std::same_as<bool>;
  { F::view(position, side) } -> std::same_as<int>;  // 0 … kViews - 1
  { F::feature(side, view, placement) } -> std::same_as<Feature>;
  { F::change(position, move) } -> std::same_as<FeatureChange<typename F::Placement, F::kMostChanged>>;
  // All features of a position that are active for a side with a view; at most kMaxActiveFeatures.
  { F::list(position, side) } -> std::same_as<FeatureList>;

  // What is known of a board: Board{} is the empty one. update(position, side, board, rows) makes it that of
  // the position as `side` sees it, and tells rows.remove(placement) and rows.add(placement) the difference.
  requires std::default_initializable<typename F::Board>;
};

}  // namespace tabiya
