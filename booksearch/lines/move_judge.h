// Questions about the positions of a book of moves, and their answers. This is the interface between growing a book and
// its judges (work/judge_pool.h): our own search, a UCI engine, or a tree of numbers in a test.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/book/book_graph.h"
#include "core/search/game.h"
#include "core/search/score.h"

namespace tabiya::booksearch {

struct MoveAnswer {
  std::optional<MoveCode> move;  // none: the game is over
  FoundScore score;              // for the side to move
  std::int64_t depth = 0;        // plies
  std::int64_t nodes = 0;        // of the search

  friend bool operator==(const MoveAnswer&, const MoveAnswer&) = default;
  static void visit_parts(auto& self, auto& visit) {
    visit(self.move, self.score.score, self.score.is_proved, self.depth, self.nodes);
  }
};

// A question: what is the best move of a position, apart from some?
struct MoveQuestion {
  static constexpr std::string_view kName = "line";
  using Answer = MoveAnswer;

  std::uint32_t root = 0;          // where the line begins, by its place among the roots of the book
  std::vector<MoveCode> moves;     // from there to the position
  std::vector<MoveCode> excluded;  // moves of the position that are not to be tried

  friend bool operator==(const MoveQuestion&, const MoveQuestion&) = default;
  static void visit_parts(auto& self, auto& visit) { visit(self.root, self.moves, self.excluded); }
};

// Returns the value of a finished game in books of moves. `outcome`: not kOpen.
inline FoundScore finished_score(Outcome outcome) {
  switch (outcome) {
    case Outcome::kWin:
      return {win_in(0), true};
    case Outcome::kLoss:
      return {loss_in(0), true};
    default:
      return {kDrawScore, true};
  }
}

}  // namespace tabiya::booksearch
