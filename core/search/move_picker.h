// The moves of a node, one at a time, those first that are likely to refute it. Moves are generated kind by
// kind, since most nodes need few of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "core/search/game.h"
#include "core/search/history.h"
#include "core/search/search_memory.h"

namespace tabiya {

enum class PickerMode { kAllMoves, kEvasions, kCaptures };

template <Game G>
class MovePicker {
 public:
  using Move = typename G::Move;
  using Node = typename G::Node;
  using Place = typename SearchMemory<G>::Place;

  // `table_move` may be no move, or any other: it is tried only where it belongs. `place`: the node's, for
  // `memory`, which orders quiet moves. `exchanges`: whether captures that lose material come after all other
  // moves, or not at all where there are but captures.
  MovePicker(const G& game, const Node& node, PickerMode mode, Move table_move, const Killers<Move>& killers,
             const SearchMemory<G>& memory, const Place& place, bool exchanges = false)
      : game_(game),
        node_(node),
        memory_(memory),
        place_(place),
        killers_(killers),
        table_move_(table_move),
        mode_(mode),
        exchanges_(exchanges) {}

  // The next move; no move when there is none left.
  Move next() {
    while (true) {
      if (const Move move = next_of_step(); move != Move{}) return move;
      if (step_ == last_step()) return Move{};
      begin_step(step_ + 1);
    }
  }

  // Skips quiet moves that neither check nor threaten to, from now on. If the last move was quiet, it was not
  // tried unless was_forcing().
  void skip_unforcing_quiets() {
    if (skip_unforcing_) return;
    skip_unforcing_ = true;
    if (step_ == kKillerStep) tried_killers_[--tried_killer_count_] = Move{};  // comes again if it is forcing
    if (step_ != kQuietStep) return;
    const auto unforcing = [](const Candidate& candidate) { return !candidate.is_forcing(); };
    end_ = static_cast<std::size_t>(std::remove_if(list_.begin() + index_, list_.begin() + end_, unforcing) -
                                    list_.begin());
  }

  // The move that comes after the last one, unless it is skipped; no move where it is not chosen yet.
  Move known_next() const {
    const bool is_sorted = step_ != kTableStep && step_ != kLosingStep && index_ > kPickedOneByOne;
    return is_sorted && index_ < end_ ? list_[index_].move : Move{};
  }

  // True if the last move was a quiet one that checks, or threatens to.
  bool was_forcing() const { return step_ == kQuietStep && list_[index_ - 1].is_forcing(); }

  // True if the last move was a capture that loses material.
  bool was_losing() const { return step_ == kLosingStep; }

 private:
  struct Candidate {
    int order;  // the larger, the sooner; its lowest bit says whether a quiet move is forcing
    Move move;
    std::uint16_t place;  // among the moves as they were generated

    bool is_forcing() const { return (order & 1) != 0; }
  };

  // Steps: the table move, captures (or evasions), killers, quiet moves, captures that lose material.
  static constexpr int kTableStep = 0;
  static constexpr int kFirstListStep = 1;
  static constexpr int kKillerStep = 2;
  static constexpr int kQuietStep = 3;
  static constexpr int kLosingStep = 4;

  static constexpr std::size_t kPickedOneByOne = 4;

  int last_step() const {
    if (mode_ != PickerMode::kAllMoves) return kFirstListStep;
    return ExchangingGame<G> ? kLosingStep : kQuietStep;
  }

  Move next_of_step() {
    switch (step_) {
      case kTableStep:
        return std::exchange(table_step_done_, true) ? Move{} : checked_table_move();
      case kFirstListStep:
        return next_of_first_list();
      case kKillerStep:
        return next_killer();
      case kLosingStep:
        return next_losing();
      default:
        return next_quiet();
    }
  }

  // Evasions are generated as a whole; the table move is only put in front there.
  Move checked_table_move() {
    if (mode_ == PickerMode::kEvasions || table_move_ == Move{}) return Move{};
    if (!game_.is_legal(node_, table_move_)) return table_move_ = Move{};
    if (mode_ != PickerMode::kAllMoves && !game_.is_capture(node_, table_move_)) return table_move_ = Move{};
    return table_move_;
  }

  Move next_of_first_list() {
    const bool evading = mode_ == PickerMode::kEvasions;
    while (index_ < end_) {
      const Move move = pull_best();
      if (!evading && move == table_move_) continue;
      if (evading || !exchanges_ || !loses_exchange(game_, node_, move)) return move;
      if (mode_ == PickerMode::kAllMoves) losing_.push_back(list_[index_ - 1]);
    }
    return Move{};
  }

  Move next_killer() {
    while (!skip_unforcing_ && killer_index_ < killers_.moves.size()) {
      const Move move = killers_.moves[killer_index_++];
      if (move != Move{} && move != table_move_ && game_.is_legal(node_, move) &&
          !game_.is_capture(node_, move)) {
        return tried_killers_[tried_killer_count_++] = move;
      }
    }
    return Move{};
  }

  Move next_quiet() {
    while (index_ < end_) {
      const Move move = pull_best();
      if (move != table_move_ && move != tried_killers_[0] && move != tried_killers_[1]) return move;
    }
    return Move{};
  }

  Move next_losing() { return index_ < losing_.size() ? losing_[index_++].move : Move{}; }

  void begin_step(int step) {
    step_ = step;
    if (step == kKillerStep) return;
    index_ = end_ = 0;
    if (step == kFirstListStep) add_captures_or_evasions();
    if (step == kQuietStep) add_quiets();
    if (step == kLosingStep) std::ranges::sort(losing_, {}, &Candidate::place);
  }

  void add_captures_or_evasions() {
    constexpr int kTableMoveFirst = 1 << 30;
    constexpr int kCapturesFirst = 1 << 24;
    const bool evading = mode_ == PickerMode::kEvasions;
    MoveList<Move> moves;
    game_.generate(node_, evading ? MoveKind::kEvasions : MoveKind::kCaptures, moves);
    for (const Move move : moves) {
      int order = 0;
      if (evading && move == table_move_) {
        order = kTableMoveFirst;
      } else if (!evading || game_.is_capture(node_, move)) {
        order = kCapturesFirst + static_cast<int>(game_.capture_order(node_, move));
      } else {
        order = memory_.quiet_score(node_, place_, move);
      }
      add(move, order);
    }
  }

  void add_quiets() {
    MoveList<Move> moves;
    for (const MoveKind move_kind : kQuietKinds) {
      const bool forcing = move_kind <= MoveKind::kCheckThreats;
      if (skip_unforcing_ && !forcing) break;
      moves.clear();
      game_.generate(node_, move_kind, moves);
      for (const Move move : moves) {
        add(move, 2 * memory_.quiet_score(node_, place_, move) + forcing);
      }
    }
  }

  void add(Move move, int order) {
    list_[end_] = {order, move, static_cast<std::uint16_t>(end_)};
    ++end_;
  }

  // The next move of the list. Most nodes need few, so that the first, kPickedOneByOne, are picked one by one; who
  // needs more needs all, and sorts them. The order depends on nothing but the moves.
  Move pull_best() {
    const auto before = [](const Candidate& a, const Candidate& b) {
      return a.order != b.order ? a.order > b.order : a.move.bits() < b.move.bits();
    };
    const auto first = list_.begin() + index_;
    const auto last = list_.begin() + end_;
    if (index_ < kPickedOneByOne) {
      std::iter_swap(first, std::min_element(first, last, before));
    } else if (index_ == kPickedOneByOne) {
      std::sort(first, last, before);
    }
    return list_[index_++].move;
  }

  const G& game_;
  const Node& node_;
  const SearchMemory<G>& memory_;
  const Place place_;
  const Killers<Move> killers_;
  Move table_move_;
  PickerMode mode_;
  const bool exchanges_;
  bool skip_unforcing_ = false;
  int step_ = kTableStep;
  bool table_step_done_ = false;
  std::size_t killer_index_ = 0;
  std::array<Move, 2> tried_killers_{};
  std::size_t tried_killer_count_ = 0;
  std::size_t index_ = 0;
  std::size_t end_ = 0;         // of list_
  MoveList<Candidate> losing_;  // captures that lose material, found when their turn comes
  union {
    std::array<Candidate, MoveList<Move>::kCapacity> list_;  // left as it is at first, for speed
  };
};

}  // namespace tabiya
