#include "tools/jobs/known_oracles.h"

#include <utility>

#include <fmt/format.h>

#include "tools/assets/evaluation_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"

namespace tabiya::tools {

std::unique_ptr<PairOracle> make_oracle(const GameModule& game, const std::string& evaluation,
                                        std::string_view command) {
  const SetupPhase& setups = setup_phase_of(game, command);
  return take_fitting(setups.make_oracle(load_evaluation(game, evaluation)), game, evaluation);
}

namespace {

struct KnownOracle {
  std::string name;
  std::unique_ptr<PairOracle> oracle;  // none if the fingerprint is of nothing that comes with the program
};

KnownOracle known_oracle(const GameModule& game, std::uint64_t fingerprint) {
  for (const std::string_view name : {kLinear, kShipped}) {
    std::unique_ptr<PairOracle> oracle = make_oracle(game, std::string(name));
    if (oracle->origin().evaluation == fingerprint) return {std::string(name), std::move(oracle)};
  }
  return {};
}

}  // namespace

std::unique_ptr<PairOracle> make_oracle(const GameModule& game, const std::string& evaluation,
                                        std::uint64_t fingerprint, const std::string& where) {
  if (!evaluation.empty()) return make_oracle(game, evaluation);
  if (KnownOracle known = known_oracle(game, fingerprint); known.oracle) return std::move(known.oracle);
  throw Failure(fmt::format("{}: {}; name the one to use with --net", where,
                            fingerprint == 0
                                ? "does not say which evaluation it was made with"
                                : fmt::format("was made with the evaluation {:016x}, which does not "
                                              "come with the program",
                                              fingerprint)));
}

std::string evaluation_name(const GameModule& game, std::uint64_t fingerprint) {
  return fingerprint == 0 ? "" : known_oracle(game, fingerprint).name;
}

}  // namespace tabiya::tools
