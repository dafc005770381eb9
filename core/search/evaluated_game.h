// EvaluatedGame: rules and an evaluation of one's choice as a Game for the search.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/random.h"
#include "core/search/game.h"
#include "core/search/rules.h"

namespace tabiya {

// A random sample of the positions that a search asks its evaluation about: a few of those that are offered,
// each with equal chances (Vitter's algorithm R).
//
// Most of these positions are never reached in a game: they stand behind moves that turn out bad. A network
// that learns from positions of games alone misjudges them, and a search that picks the best of thousands of
// values walks into overrated ones.
template <class Position>
class PositionSample {
 public:
  // From now on up to `size` positions are drawn; `seed` decides which.
  void begin(std::size_t size, std::uint64_t seed) {
    size_ = size;
    random_ = Random(seed);
    seen_ = 0;
    drawn_.clear();
  }

  void offer(const Position& position) {
    if (size_ == 0) return;
    ++seen_;
    if (drawn_.size() < size_) return drawn_.push_back(position);
    const std::size_t place = random_.below(seen_);
    if (place < size_) drawn_[place] = position;
  }

  // The positions that were drawn. No more are drawn until the next begin().
  std::vector<Position> take() {
    size_ = 0;
    return std::move(drawn_);
  }

 private:
  std::size_t size_ = 0;
  std::uint32_t seen_ = 0;
  Random random_{0};
  std::vector<Position> drawn_;
};

// An evaluation with a memory for what it has said: searches come back to a third of the positions that they evaluate.
// It is meant for one that takes longer than a look into the memory. Threads may share it: a slot is a single word.
template <GameRules R, EvaluatorOf<R> E>
class RememberingEvaluation {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;
  using State = typename E::State;

  explicit RememberingEvaluation(const E& evaluation) : evaluation_(evaluation), slots_(kSlots) {}

  void reset(const Position& position, State& state) const { evaluation_.reset(position, state); }

  void update(const Position& before, const State& parent, Move move, const Position& after,
              State& state) const {
    __builtin_prefetch(&slot_of(R::key(after)));
    evaluation_.update(before, parent, move, after, state);
  }

  // Of a position with a known value, the state does not learn anything.
  Score value(const Position& position, State& state) const {
    const std::uint64_t key = R::key(position);
    std::atomic<std::uint64_t>& slot = slot_of(key);
    const std::uint64_t known = slot.load(std::memory_order_relaxed);
    if ((known ^ key) >> 24 == 0) return static_cast<Score>(known << 8) >> 8;
    const Score value = evaluation_.value(position, state);
    slot.store((key & ~kValueBits) | (static_cast<std::uint32_t>(value) & kValueBits),
               std::memory_order_relaxed);
    return value;
  }

  std::uint64_t fingerprint() const { return evaluation_.fingerprint(); }

 private:
  // A slot has the upper 40 bits of a key, and a value, which fits 24 bits (score.h). All slots take 256 KiB, of the
  // second cache of a core; their places tell the 15 lowest bits of the keys. So one look in 2^40 finds a stranger.
  static constexpr std::uint64_t kValueBits = 0xFFFFFF;
  static constexpr std::size_t kSlots = std::size_t{1} << 15;

  std::atomic<std::uint64_t>& slot_of(std::uint64_t key) const { return slots_[key % kSlots]; }

  const E evaluation_;
  mutable std::vector<std::atomic<std::uint64_t>> slots_;
};

// The evaluation as searches use it: with a memory where it says that its values are worth remembering.
template <class E>
inline constexpr bool kIsRemembered = requires {
  requires E::kAreValuesWorthRemembering;
};
template <GameRules R, EvaluatorOf<R> E>
using SearchedEvaluation = std::conditional_t<kIsRemembered<E>, RememberingEvaluation<R, E>, E>;

// Holds its evaluation by reference, and a sample of the positions that are evaluated, where one is drawn.
template <GameRules R, EvaluatorOf<R> E>
class EvaluatedGame {
 public:
  using Position = typename R::Position;
  using Move = typename R::Move;
  struct Node {
    Position position;
    typename E::State evaluation;
  };
  static constexpr Outcome kRepetition = R::kRepetition;
  static constexpr std::size_t kPositionKinds = R::kPositionKinds;

  explicit EvaluatedGame(const E& evaluation, PositionSample<Position>* sample = nullptr)
      : evaluation_(&evaluation), sample_(sample) {}

  // A position in which moves are made (not setups placed), as the root of a search.
  Node root(const Position& position) const {
    Node node{position, {}};
    evaluation_->reset(position, node.evaluation);
    return node;
  }

  std::uint64_t key(const Node& node) const { return R::key(node.position); }
  std::uint64_t repetition_key(const Node& node) const { return R::repetition_key(node.position); }
  int reversible_plies(const Node& node) const { return R::reversible_plies(node.position); }
  Outcome outcome(const Node& node) const { return R::outcome(node.position); }
  Outcome without_moves(const Node& node) const { return R::without_moves(node.position); }
  int side_to_move(const Node& node) const { return R::side_to_move(node.position); }
  std::uint64_t likely_key(const Node& node, Move move) const requires requires {
    R::likely_key(node.position, move);
  }
  { return R::likely_key(node.position, move); }

  bool can_win(const Node& node) const requires RoyalRules<R> { return R::can_win(node.position); }
  bool in_check(const Node& node) const requires RoyalRules<R> { return R::in_check(node.position); }

  void generate(const Node& node, MoveKind move_kind, MoveList<Move>& moves) const {
    R::generate(node.position, move_kind, moves);
  }
  void generate_all(const Node& node, MoveList<Move>& moves) const { R::generate_all(node.position, moves); }
  bool is_legal(const Node& node, Move move) const { return R::is_legal(node.position, move); }
  bool is_capture(const Node& node, Move move) const { return R::is_capture(node.position, move); }
  int capture_order(const Node& node, Move move) const { return R::capture_order(node.position, move); }
  std::size_t position_kind(const Node& node) const { return R::position_kind(node.position); }

  void pass(const Node& node, Node& child) const requires PassingRules<R> {
    child.position = node.position;
    R::pass(child.position);
    evaluation_->update(node.position, node.evaluation, Move(), child.position, child.evaluation);
  }

  bool may_pass(const Node& node) const requires requires { R::may_pass(node.position); }
  { return R::may_pass(node.position); }
  bool loses_exchange(const Node& node, Move move, int tolerance) const requires ExchangingRules<R> {
    return R::loses_exchange(node.position, move, tolerance);
  }
  static constexpr std::size_t kMoveKinds = [] {
    if constexpr (GroupingRules<R>) return R::kMoveKinds;
    return std::size_t{0};
  }();
  std::size_t move_kind(const Node& node, Move move) const requires GroupingRules<R> {
    return R::move_kind(node.position, move);
  }

  void make(const Node& node, Move move, Node& child) const {
    child.position = node.position;
    R::play(child.position, move);
    evaluation_->update(node.position, node.evaluation, move, child.position, child.evaluation);
  }

  Score evaluate(Node& node) const {
    if (sample_ != nullptr) [[unlikely]]
      sample_->offer(node.position);
    return evaluation_->value(node.position, node.evaluation);
  }

 private:
  const E* evaluation_;
  PositionSample<Position>* sample_;
};

}  // namespace tabiya
