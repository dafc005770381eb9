// The rules of a game, without any evaluation: what its folder writes down for the search and for all that is
// built on it. EvaluatedGame (evaluated_game.h) makes a Game of rules and an evaluation.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/search/game.h"

namespace tabiya {

// Static functions over positions, which mean what the functions of the same names mean in a Game. A Position
// is a value that is small enough to be copied for each move.
template <class R>
concept GameRules = requires(const typename R::Position& position, typename R::Position& mutable_position,
                             typename R::Move move, MoveKind move_kind, MoveList<typename R::Move>& moves) {
  requires std::copyable<typename R::Position>;
  { R::key(position) } -> std::same_as<std::uint64_t>;
  { R::repetition_key(position) } -> std::same_as<std::uint64_t>;
  { R::reversible_plies(position) } -> std::convertible_to<int>;
  { R::outcome(position) } -> std::same_as<Outcome>;
  { R::without_moves(position) } -> std::same_as<Outcome>;
  requires std::same_as<decltype(R::kRepetition), const Outcome>;
  { R::side_to_move(position) } -> std::same_as<int>;
  { R::generate(position, move_kind, moves) } -> std::same_as<void>;
  { R::generate_all(position, moves) } -> std::same_as<void>;
  { R::is_legal(position, move) } -> std::same_as<bool>;
  { R::is_capture(position, move) } -> std::same_as<bool>;
  { R::capture_order(position, move) } -> std::convertible_to<int>;
  { R::position_kind(position) } -> std::convertible_to<std::size_t>;
  requires R::kPositionKinds >
  0;
  { R::play(mutable_position, move) } -> std::same_as<void>;
};

// Rules of a game with a royal piece: can_win() and in_check(), as RoyalGame has them.
template <class R>
concept RoyalRules = requires(const typename R::Position& position) {
  { R::can_win(position) } -> std::same_as<bool>;
  { R::in_check(position) } -> std::same_as<bool>;
};

// Rules with pass(), as PassingGame has it. They may have may_pass(), too.
template <class R>
concept PassingRules = requires(typename R::Position& position) {
  { R::pass(position) } -> std::same_as<void>;
};

// Rules that cannot tell a position from its images: mirrored boards, or turned ones.
template <class R>
concept SymmetricRules = GameRules<R> &&
    requires(const typename R::Position& position, typename R::Move move, int symmetry) {
  requires std::same_as<decltype(R::kSymmetries), const int>;  // how many, the identity included, which is 0
  // The clocks may be lost: how many plies were played, or how many without a capture.
  { R::image(position, symmetry) } -> std::same_as<typename R::Position>;
  { R::image(move, symmetry) } -> std::same_as<typename R::Move>;
  { R::inverse(symmetry) } -> std::same_as<int>;
};

// Rules with loses_exchange(), as ExchangingGame has it.
template <class R>
concept ExchangingRules = requires(const typename R::Position& position, typename R::Move move) {
  { R::loses_exchange(position, move, int{}) } -> std::same_as<bool>;
};

// Rules with move_kind(), as GroupingGame has it.
template <class R>
concept GroupingRules = requires(const typename R::Position& position, typename R::Move move) {
  { R::move_kind(position, move) } -> std::convertible_to<std::size_t>;
  { R::kMoveKinds } -> std::convertible_to<std::size_t>;
};

// An immutable evaluation with a State kept along a line of play. A state may refer to its parent's, which
// outlives it, so that work can wait until a value is asked for.
template <class E, class R>
concept EvaluatorOf = requires(const E& evaluation, const typename R::Position& position,
                               typename R::Move move, const typename E::State& parent,
                               typename E::State& state) {
  requires std::default_initializable<typename E::State>;
  // Makes the state of a position from scratch.
  { evaluation.reset(position, state) } -> std::same_as<void>;
  // The state after `move`, from the position before it and its state, to the position after it. No move:
  // the turn was given away.
  { evaluation.update(position, parent, move, position, state) } -> std::same_as<void>;
  // Logit x 10,000 from the view of the side to move.
  { evaluation.value(position, state) } -> std::same_as<Score>;
  // Equal fingerprints mean equal values.
  { evaluation.fingerprint() } -> std::same_as<std::uint64_t>;
};

// The rule for positions that stand again and again.
struct RepetitionRule {
  int times = 0;                     // so often a position stands when the game ends; 0: never
  Outcome outcome = Outcome::kDraw;  // for the side to move then
  std::string_view winner{};         // "White", where one wins
};

// The rule of a game with a constant kRepetitionsThatDraw, or a function repetition_rule(position) where
// rules are known only at run time; others have no such rule.
template <class T, class Position>
RepetitionRule repetition_rule_of(const Position& position) {
  if constexpr (requires { T::kRepetitionsThatDraw; }) {
    return {T::kRepetitionsThatDraw};
  } else if constexpr (requires { T::repetition_rule(position); }) {
    return T::repetition_rule(position);
  } else {
    return {};
  }
}

}  // namespace tabiya
