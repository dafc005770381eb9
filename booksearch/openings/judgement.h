// The judgement of a start position by a search, and the question for it: this is the interface between choosing
// start positions and their judges (work/judge_pool.h). Candidates are numbers from 0 on; stages are limits of the search, each
// larger than the one before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tabiya::booksearch {

// A judgement is from the view of the side that begins the game, whoever is to move.
struct Judgement {
  std::int64_t score = 0;                 // in the judge's unit
  std::array<std::int64_t, 3> chances{};  // of a win, a draw and a loss, per mille; all 0 if it tells none
  std::int64_t depth = 0;                 // plies
  std::int64_t nodes = 0;                 // of the search

  bool has_chances() const { return chances[0] + chances[1] + chances[2] != 0; }
  friend bool operator==(const Judgement&, const Judgement&) = default;
  static void visit_parts(auto& self, auto& visit) {
    visit(self.score, self.chances[0], self.chances[1], self.chances[2], self.depth, self.nodes);
  }
};

struct Question {
  static constexpr std::string_view kName = "judge";
  using Answer = Judgement;

  std::uint32_t candidate = 0;
  std::size_t stage = 0;

  static void visit_parts(auto& self, auto& visit) { visit(self.candidate, self.stage); }
};

}  // namespace tabiya::booksearch
