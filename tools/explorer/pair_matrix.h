// The values of all pairs of setups of a game that has few of them, as the page draws them.
#pragma once

#include <optional>
#include <vector>

#include "core/game/game_module.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

// The most pairs whose values a page can draw, and the most that are searched.
inline constexpr std::uint64_t kMostPairsDrawn = 1'000'000, kMostPairsSearched = 4'096;

// The setup phase of a game whose pairs can all be drawn. Throws Failure if there is none, or if there are
// too many pairs.
const SetupPhase& small_setup_phase(const GameModule& game);

// "reds" and "blues": each setup as setup_json() has it, in the order of their numbers.
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

// The matrix of a game that comes with the results of its pairs; empty for other games.
std::optional<PairMatrix> solved_matrix(const GameModule& game);

// The object has matrix_axes_json(), "unit" ("value", "score" or "winner"), and "values": rows, with null for
// unknown values.
Json matrix_json(const PairMatrix& matrix, const GameModule& game);

}  // namespace tabiya::tools
