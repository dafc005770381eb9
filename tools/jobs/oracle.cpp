#include "tools/jobs/oracle.h"

#include <utility>

#include <fmt/format.h>

#include "core/games/zero_point_one/oracles.h"
#include "tools/assets/network_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {

const SetupSpace& find_setups(const std::string& game) {
  static const zero_point_one::Setups kSetups;
  if (game != kSetups.game())
    throw Failure(fmt::format("unknown game '{}'; this program knows '{}'", game, kSetups.game()));
  return kSetups;
}

std::unique_ptr<PairOracle> make_oracle(const std::string& game, const std::string& evaluation) {
  find_setups(game);
  if (evaluation == kLinear) return std::make_unique<zero_point_one::LinearOracle>();
  return std::make_unique<zero_point_one::NetworkOracle>(load_network(evaluation), chosen_kernels());
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
