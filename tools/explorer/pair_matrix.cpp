#include "tools/explorer/pair_matrix.h"

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/explorer/game_json.h"

namespace tabiya::tools {
namespace {

Json setups_json(const SetupPhase& phase, int side) {
  Json setups = Json::array();
  for (SetupId id = 0; id < phase.setups(side).count(); ++id) setups.push_back(setup_json(phase, side, id));
  return setups;
}

constexpr const char* kUnits[] = {"value", "score", "winner"};

}  // namespace

const SetupPhase& small_setup_phase(const GameModule& game) {
  const SetupPhase& phase = setup_phase_of(game, "a matrix of pairs");
  const std::uint64_t pairs = std::uint64_t{phase.reds().count()} * phase.blues().count();
  if (pairs > kMostPairsDrawn)
    throw Failure(
        fmt::format("{} has {} pairs of setups: too many to be drawn; name another game with --game",
                    game.name(), pairs));
  return phase;
}

Json matrix_axes_json(const SetupPhase& phase) {
  return {{"reds", setups_json(phase, 0)}, {"blues", setups_json(phase, 1)}};
}

std::optional<PairMatrix> solved_matrix(const GameModule& game) {
  const SetupPhase* phase = game.setup_phase();
  if (phase == nullptr || !phase->solved_value(0, 0)) return std::nullopt;
  PairMatrix matrix{PairMatrix::Unit::kWinner, {}};
  for (SetupId red = 0; red < phase->reds().count(); ++red)
    for (SetupId blue = 0; blue < phase->blues().count(); ++blue)
      matrix.values.push_back(phase->solved_value(red, blue));
  return matrix;
}

Json matrix_json(const PairMatrix& matrix, const GameModule& game) {
  const SetupPhase& phase = small_setup_phase(game);
  Json object = matrix_axes_json(phase);
  object["unit"] = kUnits[static_cast<std::size_t>(matrix.unit)];
  Json& rows = object["values"] = Json::array();
  auto value = matrix.values.begin();
  for (SetupId red = 0; red < phase.reds().count(); ++red) {
    Json& row = rows.emplace_back(Json::array());
    for (SetupId blue = 0; blue < phase.blues().count(); ++blue, ++value) row.push_back(*value);
  }
  return object;
}

}  // namespace tabiya::tools
