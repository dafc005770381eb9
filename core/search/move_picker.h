// The moves of a node, one at a time, those first that are likely to refute it. Moves are generated stage by
// stage, since most nodes need few of them.
#pragma once

#include <array>
#include <utility>

#include "core/search/game.h"
#include "core/search/history.h"

namespace tabiya {

enum class PickerMode { kAllMoves, kEvasions, kCaptures };

template <Game G>
class MovePicker {
 public:
  using Move = typename G::Move;
  using Node = typename G::Node;

  // `table_move` may be no move, or any other: it is tried only where it belongs.
  MovePicker(const G& game, const Node& node, PickerMode mode, Move table_move, const Killers<Move>& killers,
             const History& history, int ply)
      : game_(game),
        node_(node),
        history_(history),
        killers_(killers),
        table_move_(table_move),
        mode_(mode),
        ply_(ply) {}

  // The next move; no move when there is none left.
  Move next() {
    while (true) {
      if (const Move move = next_of_step(); move != Move{}) return move;
      if (step_ == last_step()) return Move{};
      begin_step(step_ + 1);
    }
  }

 private:
  // Steps: the table move, captures (or evasions), killers, then one for each quiet stage.
  static constexpr int kTableStep = 0;
  static constexpr int kFirstListStep = 1;
  static constexpr int kKillerStep = 2;
  static constexpr int kFirstQuietStep = 3;

  int last_step() const {
    return mode_ == PickerMode::kAllMoves ? kFirstQuietStep + int(kQuietStages.size()) - 1 : kFirstListStep;
  }

  Move next_of_step() {
    switch (step_) {
      case kTableStep:
        return std::exchange(table_step_done_, true) ? Move{} : checked_table_move();
      case kKillerStep:
        return next_killer();
      default:
        return next_of_list();
    }
  }

  // Evasions are generated as a whole; the table move is only put in front there.
  Move checked_table_move() {
    if (mode_ == PickerMode::kEvasions || table_move_ == Move{}) return Move{};
    if (!game_.is_legal(node_, table_move_)) return table_move_ = Move{};
    if (mode_ == PickerMode::kCaptures && !game_.is_capture(node_, table_move_)) return table_move_ = Move{};
    return table_move_;
  }

  Move next_killer() {
    while (killer_index_ < killers_.moves.size()) {
      const Move move = killers_.moves[killer_index_++];
      if (move != Move{} && move != table_move_ && game_.is_legal(node_, move) &&
          !game_.is_capture(node_, move)) {
        return move;
      }
    }
    return Move{};
  }

  Move next_of_list() {
    while (index_ < moves_.size()) {
      const Move move = pull_best();
      if (!was_tried(move)) return move;
    }
    return Move{};
  }

  bool was_tried(Move move) const {
    if (mode_ == PickerMode::kEvasions) return false;
    if (move == table_move_) return true;
    return step_ >= kFirstQuietStep && (move == killers_.moves[0] || move == killers_.moves[1]);
  }

  void begin_step(int step) {
    step_ = step;
    if (step == kKillerStep) return;
    moves_.clear();
    index_ = 0;
    if (step == kFirstListStep) {
      game_.generate(node_, mode_ == PickerMode::kEvasions ? Stage::kEvasions : Stage::kCaptures, moves_);
    } else {
      game_.generate(node_, kQuietStages[std::size_t(step - kFirstQuietStep)], moves_);
    }
    for (std::size_t i = 0; i < moves_.size(); ++i) scores_[i] = order(moves_[i]);
  }

  int order(Move move) const {
    constexpr int kTableMoveFirst = 1 << 30;
    constexpr int kCapturesFirst = 1 << 20;
    if (mode_ == PickerMode::kEvasions && move == table_move_) return kTableMoveFirst;
    if (step_ == kFirstListStep && (mode_ != PickerMode::kEvasions || game_.is_capture(node_, move))) {
      return kCapturesFirst + static_cast<int>(game_.capture_order(node_, move));
    }
    return history_.score(ply_, move.bits());
  }

  // Among equals the one generated first, so that the order depends on nothing but the moves.
  Move pull_best() {
    std::size_t best = index_;
    for (std::size_t i = index_ + 1; i < moves_.size(); ++i) {
      if (scores_[i] > scores_[best]) best = i;
    }
    std::swap(moves_[best], moves_[index_]);
    std::swap(scores_[best], scores_[index_]);
    return moves_[index_++];
  }

  const G& game_;
  const Node& node_;
  const History& history_;
  const Killers<Move> killers_;
  Move table_move_;
  PickerMode mode_;
  int ply_;
  int step_ = kTableStep;
  bool table_step_done_ = false;
  std::size_t killer_index_ = 0;
  std::size_t index_ = 0;
  MoveList<Move> moves_;
  std::array<int, MoveList<Move>::kCapacity> scores_;
};

}  // namespace tabiya
