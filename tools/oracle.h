// The games and evaluations that commands can ask for.
#pragma once

#include <memory>
#include <string>

#include "core/setup/pair_oracle.h"

namespace tabiya::tools {

// `evaluation`: "linear", or the path of a network file. Throws Failure.
std::unique_ptr<PairOracle> make_oracle(const std::string& game, const std::string& evaluation);

}  // namespace tabiya::tools
