// The rules of chess for the search: moves, checkmate, stalemate and draws, which need no claim.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/games/chess/moves.h"
#include "core/games/chess/position.h"
#include "core/search/game.h"
#include "core/search/rules.h"
#include "core/setup/setup_rules.h"
#include "core/setup/setup_space.h"

namespace tabiya::chess {

// True if a legal move loses more than `tolerance` pawns when both sides capture on its square with their
// least man as long as that pays, or stop. Men count 1, 3, 3, 5 and 9 pawns; pins are not looked at.
// Promotions and castling never lose.
bool loses_exchange(const Position& position, Move move, int tolerance = 0);

inline constexpr int kDrawnHalfmoves = 100;  // without a capture or a move of a pawn: the fifty-move rule

// A game ends by the fifty-move rule at the latest: each of 16 pawns makes up to six moves, and each of 30
// men is captured once. Two arrays are placed before.
inline constexpr int kPlyLimit = 2 + kDrawnHalfmoves * (16 * 6 + 30 + 1);

// Neither side has what it takes to mate: bare kings, or one knight or bishop more, or bishops that all stand
// on squares of one colour.
bool is_material_insufficient(const Position& position);

// Moves are legal, so that the king is never captured: the side that is mated has no move in check.
struct Rules {
  using Position = chess::Position;
  using Move = chess::Move;

  static std::uint64_t key(const Position& position);
  static std::uint64_t likely_key(const Position& position, Move move) { return position.likely_hash(move); }
  static std::uint64_t repetition_key(const Position& position) { return position.hash(); }
  static std::uint64_t book_key(
      const Position& position);  // as PolyGlot's books have it, which own books share
  static std::optional<Move> book_move(const Position& position, std::uint16_t code);
  static int reversible_plies(const Position& position) { return position.halfmove_clock(); }
  // The draws. Checkmate goes before the fifty-move rule.
  static Outcome outcome(const Position& position) {
    const bool can_mate =
        (position.men(Kind::kPawn) | position.men(Kind::kRook) | position.men(Kind::kQueen)) != 0;
    if (can_mate && position.halfmove_clock() < kDrawnHalfmoves) return Outcome::kOpen;
    return outcome_of_few(position);
  }
  static Outcome without_moves(const Position& position) {
    return chess::in_check(position) ? Outcome::kLoss : Outcome::kDraw;
  }
  static constexpr Outcome kRepetition = Outcome::kDraw;
  static int side_to_move(const Position& position) { return index(position.side_to_move()); }

  static void generate(const Position& position, MoveKind move_kind, MoveList<Move>& moves);
  static void generate_all(const Position& position, MoveList<Move>& moves) {
    append_moves(position, MoveClass::kAll, position.occupied(), moves);
  }
  static bool is_legal(const Position& position, Move move) { return chess::is_legal(position, move); }
  // Promotions, too.
  static bool is_capture(const Position& position, Move move) {
    if (move.promotion() || has(position.men(other(position.side_to_move())), move.to())) return true;
    return move.to() == position.passed_square() && has(position.men(Kind::kPawn), move.from());
  }
  static int capture_order(const Position& position, Move move) {
    const auto worth = [](Kind kind) { return static_cast<int>(index(kind)) + 1; };
    int order = -worth(*position.kind_at(move.from()));
    if (const auto victim = position.kind_at(move.to())) order += 8 * worth(*victim);
    if (move.promotion()) order += 8 * worth(*move.promotion());
    return order;
  }

  // A side with king and pawns alone may not pass: there, having to move is often a burden.
  static bool may_pass(const Position& position) {
    const Bitboard few = position.men(Kind::kPawn) | position.men(Kind::kKing);
    return (position.men(position.side_to_move()) & ~few) != 0;
  }
  static void pass(Position& position) { position.pass(); }
  static bool loses_exchange(const Position& position, Move move, int tolerance) {
    return chess::loses_exchange(position, move, tolerance);
  }

  // The man that moves, and where to.
  static constexpr std::size_t kMoveKinds = kKinds.size() * Board::kSquares;
  static std::size_t move_kind(const Position& position, Move move) {
    return static_cast<std::size_t>(index(*position.kind_at(move.from()))) * Board::kSquares + move.to();
  }

  static bool can_win(const Position&) { return false; }  // on the spot: there is no such move
  static bool in_check(const Position& position) { return chess::in_check(position); }

  // A kind is given by the number of men and the side to move.
  static constexpr std::size_t kPositionKinds = 2 * 33;
  static std::size_t position_kind(const Position& position) {
    return static_cast<std::size_t>(2 * position.men_count() + side_to_move(position));
  }
  static void play(Position& position, Move move) { position.play(move); }

  static const SetupSpace& red_setups();
  static const SetupSpace& blue_setups();
  static Position position_after(SetupId white, SetupId black);

 private:
  static Outcome outcome_of_few(const Position& position);  // or where the clock has run out
};
static_assert(GameRules<Rules> && RoyalRules<Rules> && PassingRules<Rules> && ExchangingRules<Rules> &&
              GroupingRules<Rules> && SetupRules<Rules>);

// Two positions are the same but for who is called White and, where nobody may castle any more, for left and right.
// Here White's men become Black's, and the board is turned upside down.
Position with_sides_exchanged(const Position& position);

// Exchanges left and right of a position without rights to castle.
Position mirrored(const Position& position);

// The least hash of a position and those that are the same.
std::uint64_t symmetric_key(const Position& position);

}  // namespace tabiya::chess
