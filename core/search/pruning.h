// The rules by which a search looks less deeply, or not at all, as functions of depth, evaluation and move
// counts.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/search/parameters.h"
#include "core/search/score.h"
#include "core/search/transposition.h"

namespace tabiya {

class Pruning {
 public:
  explicit Pruning(const SearchParameters& parameters) : p_(parameters) {
    for (std::size_t depth = 1; depth < reductions_.size(); ++depth) {
      for (std::size_t count = 1; count < reductions_.size(); ++count) {
        reductions_[depth][count] =
            p_.reductions == 0
                ? 0
                : static_cast<int>(0.4 + std::log(static_cast<double>(depth)) *
                                             std::log(static_cast<double>(count)) * 100 / p_.reductions);
      }
    }
  }

  // The evaluation is so far above the window that the position is taken for refuted.
  bool reverse_futility(int depth, Score evaluation, Score beta, bool improving) const {
    return depth <= p_.reverse_futility &&
           evaluation - p_.reverse_futility_margin * (depth - improving) >= beta;
  }

  bool null_move(int depth, Score evaluation, Score beta) const {
    return p_.null_move > 0 && depth >= p_.null_move_depth && evaluation >= beta;
  }
  int null_move_depth(int depth) const {
    return depth - 1 - p_.null_move - (p_.null_move_divisor > 0 ? depth / p_.null_move_divisor : 0);
  }

  int after_internal_reduction(int depth, bool has_table_move) const {
    return p_.internal_reduction > 0 && !has_table_move && depth >= p_.internal_reduction ? depth - 1 : depth;
  }

  bool futility(int depth, Score evaluation, Score alpha) const {
    return depth <= p_.futility && evaluation + p_.futility_margin * (depth + 1) <= alpha;
  }

  // Half as many moves are enough where things get worse.
  bool late_move(int depth, int moves_tried, bool improving, bool is_pv) const {
    return depth <= p_.late_moves && !is_pv && moves_tried >= (3 + depth * depth) / (improving ? 1 : 2);
  }

  // A move that loses material in exchanges on its target is left out: a capture that loses more than a pawn
  // for each ply of depth, a quiet move that loses more than the square of the depth, in eighths of a pawn.
  bool exchange(int depth, bool is_pv) const { return depth <= p_.exchange_pruning && !is_pv; }
  int exchange_tolerance(int depth, bool quiet) const { return quiet ? depth * depth / 8 : depth; }

  // True if a table entry promises so much of its move that all others may be far worse.
  bool may_be_singular(int depth, const TableEntry& entry) const {
    return p_.singular > 0 && depth >= p_.singular && entry.bound != Bound::kUpper &&
           entry.depth >= depth - 3;
  }
  Score singular_margin(int depth) const { return p_.singular_margin * depth; }

  // The reduction of a late quiet move, in plies.
  int reduction(int depth, int move_count) const {
    const auto at = [](int i) { return static_cast<std::size_t>(std::clamp(i, 0, 63)); };
    return reductions_[at(depth)][at(move_count)];
  }

 private:
  SearchParameters p_;
  std::array<std::array<int, 64>, 64> reductions_{};
};

}  // namespace tabiya
