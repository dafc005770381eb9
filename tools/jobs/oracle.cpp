#include "tools/jobs/oracle.h"

#include <utility>

#include <fmt/format.h>

#include "tools/assets/evaluation_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"

namespace tabiya::tools {

const SetupPhase& find_setup_phase(const std::string& game, std::string_view command) {
  return setup_phase_of(game_named(game, "game"), command);
}

std::unique_ptr<PairOracle> make_oracle(const std::string& game, const std::string& evaluation,
                                        std::string_view command) {
  const SetupPhase& setups = find_setup_phase(game, command);
  const GameModule& module = game_named(game, "game");
  return take_fitting(setups.make_oracle(load_evaluation(module, evaluation)), module, evaluation);
}

std::unique_ptr<PairOracle> make_oracle(const std::string& game, const std::string& evaluation,
                                        std::uint64_t fingerprint, const std::string& where) {
  if (!evaluation.empty()) return make_oracle(game, evaluation);
  std::unique_ptr<PairOracle> linear = make_oracle(game, std::string(kLinear));
  if (linear->origin().evaluation == fingerprint) return linear;
  std::unique_ptr<PairOracle> shipped = make_oracle(game, std::string(kShipped));
  if (shipped->origin().evaluation == fingerprint) return shipped;
  throw Failure(fmt::format("{}: {}; name the one to use with --net", where,
                            fingerprint == 0
                                ? "does not say which evaluation it was made with"
                                : fmt::format("was made with the evaluation {:016x}, which does not "
                                              "come with the program",
                                              fingerprint)));
}

}  // namespace tabiya::tools
