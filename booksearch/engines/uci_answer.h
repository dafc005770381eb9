// The output of a UCI engine while it searches, and the answer that remains of it at the end.
//
// Bounds count as scores. A limit of nodes mostly ends a search within an iteration, and the bound that the
// search has reached by then tells more than the iteration before: scores of pairs of setups after 30,000
// nodes differed by 13 centipawns from those after 60,000 with the bounds, and by 16 without.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya::booksearch {

// A line of play and its score, from the view of the side to move.
struct UciLine {
  std::optional<int> centipawns;  // none if the score is a mate
  std::optional<int> mate_in;     // full moves to the mate; negative, or 0, if the side to move is mated
  std::optional<std::array<int, 3>> wdl;  // wins, draws and losses per mille
  int depth = 0;
  bool is_bound = false;          // of the score
  std::vector<std::string> pv{};  // moves in the notation of the protocol

  bool has_score() const { return centipawns || mate_in; }
};

// The best line, which is the last one that has a score, and the other facts that the engine has told.
struct UciAnswer : UciLine {
  std::vector<UciLine> others{};  // of the next best first moves; one that was not told has no score
  std::int64_t nodes = 0;         // of the whole search
  int deepest = 0;                // the largest depth that was mentioned
  int selective = 0;              // the largest depth of single lines that was mentioned, in plies
  std::string best_move{};        // in the notation of the protocol; empty before it is known
};

// Takes an "info …" or "bestmove …" line into `answer`. Returns false if the line is neither.
bool take_line(UciAnswer& answer, std::string_view line);

}  // namespace tabiya::booksearch
