// The rules of 0.1 as the search and the setup search know them (core/search/rules.h,
// core/setup/setup_rules.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/position.h"
#include "core/random.h"
#include "core/setup/setup_rules.h"

namespace tabiya::zero_point_one {

// The left-right mirror, under which the game is the same.
constexpr Square mirrored(Square square) {
  return Board::square(Board::row(square), Board::kColumns - 1 - Board::column(square));
}

constexpr Move mirrored(Move move) {
  return move.is_drop() ? Move::drop(move.kind(), mirrored(move.to()))
                        : Move::jump(mirrored(move.from()), mirrored(move.to()));
}

// The image does not keep how many plies were played without a capture or a drop.
inline Position mirrored(const Position& position) {
  Position mirror;
  for (Bitboard rest = position.occupied(); rest != 0;) {
    const Square square = pop_lowest(rest);
    mirror.put(position.at(square), mirrored(square));
  }
  for (const Side side : kBothSides)
    for (int kind = 0; kind < kHandKinds; ++kind)
      for (int held = position.hand(side)[static_cast<std::size_t>(kind)]; held > 0; --held)
        mirror.put_in_hand(side, static_cast<Kind>(kind));
  mirror.set_turn(position.side_to_move(), position.ply());
  return mirror;
}

// From this ply on, the value of a position may depend on how many plies are left, so keys tell plies apart.
// Before, only searches of more than 40 plies look as far as the limit, and may take wins from the table that
// come too late.
inline constexpr int kFirstKeyedPly = kPlyLimit - 40;

inline constexpr std::array<std::uint64_t, kPlyLimit + 1> kPlyKeys = [] {
  std::array<std::uint64_t, kPlyLimit + 1> keys{};
  Random random(102);
  for (int ply = kFirstKeyedPly; ply <= kPlyLimit; ++ply) keys[ply] = random.next();
  return keys;
}();

struct Rules {
  using Position = zero_point_one::Position;
  using Move = zero_point_one::Move;

  static std::uint64_t key(const Position& position) { return position.hash() ^ kPlyKeys[position.ply()]; }
  static std::uint64_t likely_key(const Position& position, Move move) {
    return position.hash_after(move) ^ kPlyKeys[position.ply() + 1];
  }
  static std::uint64_t repetition_key(const Position& position) { return position.hash(); }
  static int reversible_plies(const Position& position) { return position.reversible_plies(); }

  static Outcome outcome(const Position& position) { return zero_point_one::outcome(position); }
  static Outcome without_moves(const Position&) { return Outcome::kLoss; }
  // No rule ends a game that repeats itself before the limit of plies; who can repeat it, can hold it.
  static constexpr Outcome kRepetition = Outcome::kDraw;
  static int side_to_move(const Position& position) { return index(position.side_to_move()); }
  static bool can_win(const Position& position) { return zero_point_one::can_win(position); }
  static bool in_check(const Position& position) { return zero_point_one::in_check(position); }

  static void generate(const Position& position, MoveKind move_kind, Moves& moves) {
    zero_point_one::generate(position, move_kind, moves);
  }
  static void generate_all(const Position& position, Moves& moves) {
    zero_point_one::generate_all(position, moves);
  }
  static bool is_legal(const Position& position, Move move) {
    return zero_point_one::is_legal(position, move);
  }
  static bool is_capture(const Position& position, Move move) { return position.is_capture(move); }
  static int capture_order(const Position& position, Move move) {
    constexpr std::array<int, kKinds> kWorth{2, 2, 3, 5, 100};
    return 16 * kWorth[index(position.at(move.to()).kind())] - kWorth[index(position.moved_kind(move))];
  }

  // A kind is given by the squares of both wazirs and the side to move.
  static constexpr std::size_t kPositionKinds = 2 * Board::kSquares * Board::kSquares;
  static std::size_t position_kind(const Position& position) {
    const auto wazir = [&](Side side) { return static_cast<std::size_t>(position.wazir(side)); };
    return (wazir(Side::kRed) * Board::kSquares + wazir(Side::kBlue)) * 2 +
           static_cast<std::size_t>(side_to_move(position));
  }

  static void pass(Position& position) { position.pass(); }
  static void play(Position& position, Move move) { position.play(move); }

  static constexpr int kSymmetries = 2;
  static Position image(const Position& position, int symmetry) {
    return symmetry == 0 ? position : mirrored(position);
  }
  static Move image(Move move, int symmetry) { return symmetry == 0 ? move : mirrored(move); }
  static int inverse(int symmetry) { return symmetry; }

  static const SetupSpace& red_setups() { return kSetups; }
  static const SetupSpace& blue_setups() { return kSetups; }
  static Position position_after(SetupId red, SetupId blue) {
    return zero_point_one::position_after(red, blue);
  }
};
static_assert(SetupRules<Rules> && RoyalRules<Rules> && PassingRules<Rules> && SymmetricRules<Rules>);

}  // namespace tabiya::zero_point_one
