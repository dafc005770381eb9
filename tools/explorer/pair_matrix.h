// The values of all pairs of setups of a game that has few of them, as the page draws them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/game/game_module.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

// Pairs whose values a page can draw, and those that are few enough to be searched.
inline constexpr std::uint64_t kMostPairsDrawn = 1'000'000, kMostPairsSearched = 4'096;

// The setup phase of a game whose pairs can all be drawn. Throws Failure if there is none, or too many.
const SetupPhase& small_setup_phase(const GameModule& game);

// "reds" and "blues": each setup as setup_json() has it, in the order of their numbers
Json matrix_axes_json(const SetupPhase& phase);

struct PairMatrix {
  enum class Unit {
    kValue,   // logit x 10,000, as books have it
    kScore,   // of whoever judged them
    kWinner,  // 1: the first side wins, 0: nobody does, -1: the second side
  };
  Unit unit = Unit::kValue;
  std::vector<std::optional<int>> values;  // the first side's view; a row for each of its setups
};

// What another command has found out of the pairs: a line of names and a line for each pair, CSV, with the
// columns of two setups (red, first, first_setup or the name of the side, and blue, reply, second,
// second_setup or the name of that side), and `value` or `score`; or what `solve --all --json` prints. Of
// mirror images either may be missing. Throws Failure, with the line.
PairMatrix read_pair_matrix(const std::string& path, const GameModule& game);

// The same of a game that comes with the worth of its pairs; nothing of others.
std::optional<PairMatrix> solved_matrix(const GameModule& game);

// matrix_axes_json(), "unit" ("value", "score" or "winner"), and "values": rows, with null if nothing is
// known
Json matrix_json(const PairMatrix& matrix, const GameModule& game);

}  // namespace tabiya::tools
