// The rules of a file for the search: those of each position are the tables that it points to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/games/variants/ends.h"
#include "core/games/variants/moves.h"
#include "core/games/variants/position.h"
#include "core/search/game.h"
#include "core/search/rules.h"

namespace tabiya::variants {

struct Rules {
  using Position = variants::Position;
  using Move = variants::Move;

  static std::uint64_t key(const Position& position);
  static std::uint64_t repetition_key(const Position& position) { return position.hash(); }
  static int reversible_plies(const Position& position) { return position.clock(); }
  static Outcome outcome(const Position& position) { return ended(position).outcome; }
  static Outcome without_moves(const Position& position) { return variants::without_moves(position).outcome; }
  static constexpr Outcome kRepetition = Outcome::kDraw;
  static int side_to_move(const Position& position) { return position.side_to_move(); }

  static void generate(const Position& position, MoveKind move_kind, MoveList<Move>& moves);
  static void generate_all(const Position& position, MoveList<Move>& moves) {
    append_legal_moves(position, moves);
  }
  static bool is_legal(const Position& position, Move move) { return variants::is_legal(position, move); }
  static bool is_capture(const Position& position, Move move) {
    return position.is_capture(move) || move.is_promotion();
  }
  static int capture_order(const Position& position, Move move);

  static bool can_win(const Position&) { return false; }  // on the spot: the search finds it
  static bool in_check(const Position& position) { return variants::in_check(position); }

  // A kind is given by the number of men and the side to move.
  static constexpr std::size_t kPositionKinds = 2 * 65;
  static std::size_t position_kind(const Position& position) {
    return static_cast<std::size_t>(2 * count(position.men(0) | position.men(1)) + position.side_to_move());
  }
  static void play(Position& position, Move move) { position.play(move); }
};
static_assert(GameRules<Rules> && RoyalRules<Rules>);

}  // namespace tabiya::variants
