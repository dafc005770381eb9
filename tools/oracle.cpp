#include "tools/oracle.h"

#include <fmt/format.h>

#include "core/games/zero_point_one/linear_oracle.h"
#include "tools/failure.h"

namespace tabiya::tools {

std::unique_ptr<PairOracle> make_oracle(const std::string& game, const std::string& evaluation) {
  if (game != zero_point_one::Setups().game()) {
    throw Failure(
        fmt::format("unknown game '{}'; this program knows '{}'", game, zero_point_one::Setups().game()));
  }
  if (evaluation == "linear") return std::make_unique<zero_point_one::LinearOracle>();
  throw Failure(fmt::format("unknown evaluation '{}'; this program knows 'linear'", evaluation));
}

}  // namespace tabiya::tools
