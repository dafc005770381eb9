// 0.1 as a Game for the search, with an evaluation of one's choice.
#pragma once

#include <array>
#include <cstdint>

#include "core/games/zero_point_one/evaluator.h"
#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/position.h"
#include "core/random.h"
#include "core/search/game.h"

namespace tabiya::zero_point_one {

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

// A Game (core/search/game.h). Holds its evaluation by reference.
template <Evaluator E>
class ZeroPointOne {
 public:
  using Move = zero_point_one::Move;
  struct Node {
    Position position;
    typename E::State evaluation;
  };

  explicit ZeroPointOne(const E& evaluation) : evaluation_(&evaluation) {}

  // A position after the setup phase, as the root of a search.
  Node root(const Position& position) const {
    Node node{position, {}};
    evaluation_->reset(position, node.evaluation);
    return node;
  }

  std::uint64_t key(const Node& node) const { return node.position.hash() ^ kPlyKeys[node.position.ply()]; }
  std::uint64_t repetition_key(const Node& node) const { return node.position.hash(); }
  int reversible_plies(const Node& node) const { return node.position.reversible_plies(); }

  Outcome outcome(const Node& node) const { return zero_point_one::outcome(node.position); }
  int side_to_move(const Node& node) const { return static_cast<int>(index(node.position.side_to_move())); }
  bool can_win(const Node& node) const { return zero_point_one::can_win(node.position); }
  bool in_check(const Node& node) const { return zero_point_one::in_check(node.position); }

  void generate(const Node& node, Stage stage, Moves& moves) const {
    zero_point_one::generate(node.position, stage, moves);
  }
  void generate_all(const Node& node, Moves& moves) const {
    zero_point_one::generate_all(node.position, moves);
  }
  bool is_legal(const Node& node, Move move) const { return zero_point_one::is_legal(node.position, move); }
  bool is_capture(const Node& node, Move move) const { return node.position.is_capture(move); }

  int capture_order(const Node& node, Move move) const {
    constexpr std::array<int, kKinds> kWorth{2, 2, 3, 5, 100};
    return 16 * kWorth[index(node.position.at(move.to()).kind())] -
           kWorth[index(node.position.moved_kind(move))];
  }

  // By the squares of both wazirs and the side to move.
  static constexpr std::size_t kPositionKinds = 2 * Board::kSquares * Board::kSquares;
  std::size_t position_kind(const Node& node) const {
    const auto wazir = [&](Side side) { return static_cast<std::size_t>(node.position.wazir(side)); };
    return (wazir(Side::kRed) * Board::kSquares + wazir(Side::kBlue)) * 2 +
           index(node.position.side_to_move());
  }

  void pass(const Node& node, Node& child) const {
    child.position = node.position;
    child.position.pass();
    evaluation_->update(node.position, node.evaluation, Move(), child.position, child.evaluation);
  }

  void make(const Node& node, Move move, Node& child) const {
    child.position = node.position;
    child.position.play(move);
    evaluation_->update(node.position, node.evaluation, move, child.position, child.evaluation);
  }

  Score evaluate(Node& node) const { return evaluation_->value(node.position, node.evaluation); }

 private:
  const E* evaluation_;
};

}  // namespace tabiya::zero_point_one
