// SearchStack: the line that a search is looking at, from the game before its root to the current node.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/search/game.h"
#include "core/search/history.h"
#include "core/search/limits.h"
#include "core/search/score.h"
#include "core/search/search_terms.h"
#include "core/search/transposition.h"

namespace tabiya {

// The data of a node of the line.
template <Game G>
struct SearchFrame {
  typename G::Node node;
  Score evaluation = kNoEvaluation;                    // static; none in check
  bool passed = false;                                 // the move that is being searched gave the turn away
  std::size_t move_kind = ContinuationHistory::kNone;  // of the move that is being searched
  Killers<typename G::Move> killers;
  std::vector<typename G::Move> pv;
};

template <Game G>
class SearchStack {
 public:
  using Move = typename G::Move;

  SearchStack() : frames_(std::size_t{kMaxPly} + 3) {}

  // `played`: the repetition keys of the positions of the game that led to the root, the last one last.
  void begin(const typename G::Node& root, std::span<const std::uint64_t> played) {
    frames_[0].node = root;
    keys_.resize(played.size() + frames_.size());
    std::ranges::copy(played, keys_.begin());
    played_ = static_cast<int>(played.size());
  }
  void forget_killers() {
    for (SearchFrame<G>& frame : frames_) frame.killers = {};
  }

  // The frame at a distance from the root, in plies.
  SearchFrame<G>& operator[](int ply) { return frames_[ply]; }
  const SearchFrame<G>& operator[](int ply) const { return frames_[ply]; }

  // Notes the repetition key of the position.
  void note_key(const G& game, int ply) { repetition_key(ply) = game.repetition_key(frames_[ply].node); }

  // True if the position has occurred before, on the line or in the game that led to the root. The keys are
  // known up to this ply, whose key is noted.
  bool repeats(const G& game, int ply) const {
    if constexpr (G::kRepetition == Outcome::kOpen) return false;
    const int known = ply + played_;
    const int reach = std::min(known, static_cast<int>(game.reversible_plies(frames_[ply].node)));
    const std::uint64_t* const key = &keys_[static_cast<std::size_t>(known)];
    for (int back = 2; back <= reach; back += 2) {
      if (key[-back] == *key) return true;
    }
    return false;
  }

  // The variation of a node: `move`, which has this score, and the variation of its child.
  void extend_pv(int ply, Move move, Score score) {
    std::vector<Move>& pv = frames_[ply].pv;
    const std::vector<Move>& rest = frames_[ply + 1].pv;
    pv.assign(1, move);
    pv.insert(pv.end(), rest.begin(), rest.end());
    if (ply == 0) pv_score_ = score;
  }
  Score pv_score() const { return pv_score_; }  // of the first move of the root's variation

  // The variation of a node that is settled: the capture of the royal piece if there is one.
  void end_pv_with_capture(const G& game, int ply) {
    const typename G::Node& node = frames_[ply].node;
    if (game.outcome(node) != Outcome::kOpen) return;
    MoveList<Move> captures;
    game.generate(node, MoveKind::kCaptures, captures);
    for (const Move move : captures) {
      typename G::Node& child = frames_[ply + 1].node;
      game.make(node, move, child);
      if (game.outcome(child) == Outcome::kLoss) {
        frames_[ply + 1].pv.clear();
        return extend_pv(ply, move, win_in(ply + 1));
      }
    }
  }

  // The score of a node without any move.
  Score score_without_moves(const G& game, int ply) const {
    return outcome_score(game.without_moves(frames_[ply].node), ply);
  }

  // A side in check without an evasion: any move, and the capture that punishes it.
  Score lose_without_evasion(const G& game, int ply) {
    MoveList<Move> moves;
    game.generate_all(frames_[ply].node, moves);
    if (moves.empty()) return score_without_moves(game, ply);
    game.make(frames_[ply].node, moves[0], frames_[ply + 1].node);
    end_pv_with_capture(game, ply + 1);
    extend_pv(ply, moves[0], loss_in(ply + 2));
    return loss_in(ply + 2);
  }

 private:
  std::uint64_t& repetition_key(int ply) { return keys_[static_cast<std::size_t>(played_ + ply)]; }

  std::vector<SearchFrame<G>> frames_;
  Score pv_score_ = 0;
  std::vector<std::uint64_t> keys_;  // of the game that led to the root, then of the line
  int played_ = 0;                   // how many are of the game
};

}  // namespace tabiya
