// The games and evaluations that commands can ask for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/game/game_module.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::tools {

// `evaluation`: "linear", or a network as load_named_network() has it. Throws Failure, also if the game has no setups.
std::unique_ptr<PairOracle> make_oracle(const GameModule& game, const std::string& evaluation,
                                        std::string_view command = "build");

// An oracle as above. If `evaluation` is empty, it has the evaluation with that fingerprint that comes with
// the program: the linear weights or the shipped network. Throws Failure, about `where`, if neither has that
// fingerprint.
std::unique_ptr<PairOracle> make_oracle(const GameModule& game, const std::string& evaluation,
                                        std::uint64_t fingerprint, const std::string& where);

// The name in options and job files of the evaluation with that fingerprint: "linear" or "shipped"; empty if
// it does not come with the program.
std::string evaluation_name(const GameModule& game, std::uint64_t fingerprint);

}  // namespace tabiya::tools
