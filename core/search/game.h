// The compile-time seam between the search and the games: alpha-beta is written once, for any Game.
//
// A Game is an immutable object that holds the rules and an evaluation. Its Node is a position with what the
// evaluation keeps along a line. Nodes live in an array, parent before child; a child may refer to its
// parent until the parent is reused, so that a lazy evaluation can be brought up to date from there.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "core/search/score.h"

namespace tabiya {

// The most moves that a position of any game here can have.
inline constexpr std::size_t kMostLegalMoves = 512;

// A list of moves without allocation.
template <class Move>
class MoveList {
 public:
  static constexpr std::size_t kCapacity = kMostLegalMoves;

  MoveList() {}  // leaves the storage as it is, for speed

  void push_back(Move move) { moves_[size_++] = move; }
  void clear() { size_ = 0; }
  void resize(std::size_t size) { size_ = size; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move* begin() { return moves_.data(); }
  Move* end() { return moves_.data() + size_; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }
  Move& operator[](std::size_t i) { return moves_[i]; }
  Move operator[](std::size_t i) const { return moves_[i]; }

 private:
  std::size_t size_ = 0;
  union {
    std::array<Move, kCapacity> moves_;
  };
};

// The result of a position for the side to move, as the rules decide it before a move is tried. That a side
// has no legal move is found out by the search, when the generator comes back empty.
enum class Outcome : std::uint8_t { kOpen, kLoss, kDraw, kWin };

// The kinds of moves, in the order in which a search tries them. Captures and the quiet kinds are disjoint
// and together hold every legal move; kEvasions overlaps with them.
enum class MoveKind : std::uint8_t {
  kCaptures,
  kEvasions,      // all moves after which the opponent cannot win at once; asked for only in check
  kChecks,        // quiet moves of a piece to where it attacks the enemy royal piece, if there is one
  kCheckThreats,  // … to where it could give check with its next move
  kOtherQuiets,   // all others
};
inline constexpr std::array kQuietKinds{MoveKind::kChecks, MoveKind::kCheckThreats, MoveKind::kOtherQuiets};

template <class G>
concept Game = requires(const G& game, const typename G::Node& node, typename G::Node& mutable_node,
                        typename G::Move move, MoveKind move_kind, MoveList<typename G::Move>& moves) {
  // A small value; Move{} is no move. bits() is never 0 for a move, and fits a transposition table entry.
  requires std::regular<typename G::Move>;
  { move.bits() } -> std::same_as<std::uint16_t>;
  { G::Move::from_bits(std::uint16_t{}) } -> std::same_as<typename G::Move>;

  // Positions with equal keys have equal values (the ply counts only near a limit on it).
  { game.key(node) } -> std::same_as<std::uint64_t>;
  // The key is equal for equal positions, whatever the ply. An equal position can stand at most
  // reversible_plies() back.
  { game.repetition_key(node) } -> std::same_as<std::uint64_t>;
  { game.reversible_plies(node) } -> std::convertible_to<int>;

  { game.outcome(node) } -> std::same_as<Outcome>;
  // The outcome if the side to move has no legal move: kLoss or kDraw.
  { game.without_moves(node) } -> std::same_as<Outcome>;
  // The outcome for the side to move if the position has occurred before; kOpen if that means nothing.
  requires std::same_as<decltype(G::kRepetition), const Outcome>;
  { game.side_to_move(node) } -> std::same_as<int>;  // 0 or 1; moves and passes exchange them

  { game.generate(node, move_kind, moves) } -> std::same_as<void>;  // appends
  {
    game.generate_all(node, moves)
    } -> std::same_as<void>;                            // appends every legal move; books keep lines
                                                        // of play by this order
  { game.is_legal(node, move) } -> std::same_as<bool>;  // of any Move, from any position
  { game.is_capture(node, move) } -> std::same_as<bool>;
  // The most valuable victim goes first, then the least valuable attacker: the larger, the sooner to be
  // tried.
  { game.capture_order(node, move) } -> std::convertible_to<int>;

  // The kind of the position, below kPositionKinds: evaluations of one kind err alike.
  { game.position_kind(node) } -> std::convertible_to<std::size_t>;
  requires G::kPositionKinds >
  0;

  // Plays a legal move: `child` becomes the position after it.
  { game.make(node, move, mutable_node) } -> std::same_as<void>;
  // Logit x 10,000, from the view of the side to move. Not const: the evaluation may be lazy.
  { game.evaluate(mutable_node) } -> std::same_as<Score>;
};

// A game with a royal piece, whose loss ends it.
template <class G>
concept RoyalGame = requires(const G& game, const typename G::Node& node) {
  // True if some move wins on the spot.
  { game.can_win(node) } -> std::same_as<bool>;
  // The opponent would win on the spot if it were to move after a quiet move elsewhere, and there will be
  // such a move: it has not run into a limit.
  { game.in_check(node) } -> std::same_as<bool>;
};

// A game in which having to move is seldom a burden, so that a search may try what comes of passing.
template <class G>
concept PassingGame = requires(const G& game, const typename G::Node& node, typename G::Node& child) {
  // Gives the turn away: `child` becomes the position with the other side to move. Not in check.
  { game.pass(node, child) } -> std::same_as<void>;
};

// A game in which captures are answered on their square, so that a capture can lose more than it wins.
template <class G>
concept ExchangingGame = requires(const G& game, const typename G::Node& node, typename G::Move move) {
  // True if the mover loses more than `tolerance` of its least men when both sides go on capturing on the
  // target of the move as long as that pays.
  { game.loses_exchange(node, move, int{}) } -> std::same_as<bool>;
};

// A game whose moves of one kind resemble one another wherever they are made: usually the piece and its
// target.
template <class G>
concept GroupingGame = requires(const G& game, const typename G::Node& node, typename G::Move move) {
  { game.move_kind(node, move) } -> std::convertible_to<std::size_t>;  // below kMoveKinds
  requires G::kMoveKinds >
  0;
};

// The number of kinds of moves; 0 if the game does not say.
template <class G>
constexpr std::size_t move_kinds() {
  if constexpr (GroupingGame<G>) return G::kMoveKinds;
  return 0;
}

// A game may say of a position of the side to move that having to move can be a burden there (zugzwang).
template <PassingGame G>
bool may_pass(const G& game, const typename G::Node& node) {
  if constexpr (requires { game.may_pass(node); }) return game.may_pass(node);
  return true;
}

template <Game G>
bool loses_exchange(const G& game, const typename G::Node& node, typename G::Move move, int tolerance = 0) {
  if constexpr (ExchangingGame<G>) return game.loses_exchange(node, move, tolerance);
  return false;
}

// A game may foretell the key of a child before its move is made, for most moves: so that what a table knows of it
// comes from memory meanwhile.
template <class G>
concept ForetellingGame = requires(const G& game, const typename G::Node& node, typename G::Move move) {
  { game.likely_key(node, move) } -> std::same_as<std::uint64_t>;
};

template <Game G>
bool can_win_at_once(const G& game, const typename G::Node& node) {
  if constexpr (RoyalGame<G>) return game.can_win(node);
  return false;
}

template <Game G>
bool is_in_check(const G& game, const typename G::Node& node) {
  if constexpr (RoyalGame<G>) return game.in_check(node);
  return false;
}

}  // namespace tabiya
