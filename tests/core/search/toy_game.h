// A small game with all that a search must cope with: royal captures, checks, drops, repetitions and a limit
// of plies. Pieces leap on a board of at most 16 squares; its evaluation is a hash of the position.
// Everything is written for the reader, nothing for speed.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "core/search/game.h"

namespace tabiya::toy {

enum Piece : std::int8_t { kNone, kRoyal, kFerz, kKnight };  // negative: of the second side

struct Move {
  std::uint16_t code = 0;  // 1 + to + 16 * from, or 1 + to + 16 * (16 + piece) for a drop

  bool operator==(const Move&) const = default;
  std::uint16_t bits() const { return code; }
  static Move from_bits(std::uint16_t bits) { return {bits}; }
  static Move of(int from, int to) { return {static_cast<std::uint16_t>(1 + to + 16 * from)}; }

  int to() const { return (code - 1) % 16; }
  int from() const { return (code - 1) / 16; }  // from 16 on: 16 + the piece that is dropped
};

struct Node {
  std::array<std::int8_t, 16> board{};
  std::array<std::array<std::int8_t, 4>, 2> hands{};  // by side and piece
  int side = 0;
  int ply = 0;
  int reversible = 0;  // plies since the last capture or drop
};

struct Rules {
  int rows = 4;
  int columns = 4;
  int ply_limit = 40;
  bool drops = true;
  bool checks = true;       // whether in_check() ever says so
  bool repetition = true;   // whether reversible_plies() ever lets a position repeat
  bool ply_in_key = false;  // always; else in the last plies before the limit
};

class Game {
 public:
  using Move = toy::Move;
  using Node = toy::Node;

  explicit Game(const Rules& rules) : rules_(rules) {}

  std::uint64_t key(const Node& node) const {
    const int left = rules_.ply_limit - node.ply;
    return mix(repetition_key(node) + (rules_.ply_in_key || left < 24 ? std::uint64_t(left) : 99));
  }
  std::uint64_t repetition_key(const Node& node) const {
    std::uint64_t hash = std::uint64_t(node.side) + 1;
    for (const int piece : node.board) hash = mix(hash * 31 + std::uint64_t(piece + 8));
    for (const auto& hand : node.hands) {
      for (const int count : hand) hash = mix(hash * 31 + std::uint64_t(count));
    }
    return hash;
  }
  int reversible_plies(const Node& node) const { return rules_.repetition ? node.reversible : 0; }

  Outcome outcome(const Node& node) const {
    if (find_royal(node, node.side) < 0) return Outcome::kLoss;
    return node.ply >= rules_.ply_limit ? Outcome::kDraw : Outcome::kOpen;
  }
  Outcome without_moves(const Node&) const { return Outcome::kLoss; }
  static constexpr Outcome kRepetition = Outcome::kDraw;
  int side_to_move(const Node& node) const { return node.side; }
  bool can_win(const Node& node) const { return attacks_royal(node, node.side); }
  bool in_check(const Node& node) const {
    return rules_.checks && node.ply + 1 < rules_.ply_limit && attacks_royal(node, 1 - node.side);
  }

  void generate(const Node& node, MoveKind move_kind, MoveList<Move>& moves) const {
    MoveList<Move> all;
    generate_all(node, all);
    for (const Move move : all) {
      if (belongs(node, move_kind, move)) moves.push_back(move);
    }
  }
  void generate_all(const Node& node, MoveList<Move>& moves) const {
    for (int from = 0; from < 16 + 4; ++from) {
      for (int to = 0; to < rules_.rows * rules_.columns; ++to) {
        if (is_legal(node, Move::of(from, to))) moves.push_back(Move::of(from, to));
      }
    }
  }
  bool is_legal(const Node& node, Move move) const {
    if (move == Move{} || move.from() >= 16 + 4 || move.to() >= rules_.rows * rules_.columns) return false;
    if (move.from() >= 16)
      return node.hands[node.side][move.from() - 16] > 0 && node.board[move.to()] == kNone;
    const int sign = node.side == 0 ? 1 : -1;
    return node.board[move.from()] * sign > 0 && node.board[move.to()] * sign <= 0 &&
           leaps(std::abs(node.board[move.from()]), move.from(), move.to());
  }
  bool is_capture(const Node& node, Move move) const { return node.board[move.to()] != kNone; }
  int capture_order(const Node& node, Move move) const { return 8 * std::abs(node.board[move.to()]); }

  static constexpr std::size_t kPositionKinds = 2;
  std::size_t position_kind(const Node& node) const { return static_cast<std::size_t>(node.side); }

  void pass(const Node& node, Node& child) const {
    child = node;
    child.side = 1 - node.side;
    child.reversible = 0;
    ++child.ply;
  }

  void make(const Node& node, Move move, Node& child) const {
    child = node;
    const bool drop = move.from() >= 16;
    const int taken = std::abs(node.board[move.to()]);
    child.board[move.to()] = drop ? static_cast<std::int8_t>((move.from() - 16) * (node.side == 0 ? 1 : -1))
                                  : node.board[move.from()];
    if (drop) --child.hands[node.side][move.from() - 16];
    if (!drop) child.board[move.from()] = kNone;
    if (taken > kRoyal && rules_.drops) ++child.hands[node.side][taken];
    child.reversible = drop || taken != kNone ? 0 : node.reversible + 1;
    child.side = 1 - node.side;
    ++child.ply;
  }

  Score evaluate(Node& node) const { return static_cast<Score>(repetition_key(node) % 2001) - 1000; }

 private:
  static std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
  }

  bool leaps(int piece, int from, int to) const {
    const int rows = std::abs(from / rules_.columns - to / rules_.columns);
    const int columns = std::abs(from % rules_.columns - to % rules_.columns);
    switch (piece) {
      case kRoyal:
        return rows + columns == 1;
      case kFerz:
        return rows == 1 && columns == 1;
      default:
        return rows * columns == 2;
    }
  }

  int find_royal(const Node& node, int side) const {
    for (int square = 0; square < 16; ++square) {
      if (node.board[square] == (side == 0 ? kRoyal : -kRoyal)) return square;
    }
    return -1;
  }

  bool attacks_royal(const Node& node, int side) const {
    const int royal = find_royal(node, 1 - side);
    for (int from = 0; from < 16; ++from) {
      if (royal >= 0 && node.board[from] * (side == 0 ? 1 : -1) > 0 &&
          leaps(std::abs(node.board[from]), from, royal)) {
        return true;
      }
    }
    return false;
  }

  // The quiet kinds share the quiet moves by an arbitrary rule: a search must not depend on it.
  bool belongs(const Node& node, MoveKind move_kind, Move move) const {
    if (move_kind == MoveKind::kCaptures) return is_capture(node, move);
    if (move_kind == MoveKind::kEvasions) {
      Node child;
      make(node, move, child);
      return !can_win(child);
    }
    const MoveKind quiet_kind = kQuietKinds[mix(move.code) % kQuietKinds.size()];
    return move_kind == quiet_kind && !is_capture(node, move);
  }

  Rules rules_;
};

static_assert(tabiya::Game<Game>);

}  // namespace tabiya::toy
