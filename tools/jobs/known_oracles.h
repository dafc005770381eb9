// The games and evaluations that commands can ask for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/game/game_module.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::tools {

// The setup phase of a game. Throws Failure when this program does not know the game, or it has none.
const SetupPhase& find_setup_phase(const std::string& game, std::string_view command = "build");

// `evaluation`: "linear", or a network as load_named_network() has it. Throws Failure.
std::unique_ptr<PairOracle> make_oracle(const std::string& game, const std::string& evaluation,
                                        std::string_view command = "build");

// An oracle as above. If `evaluation` is empty, it has the evaluation with that fingerprint that comes with
// the program: the linear weights or the shipped network. Throws Failure, about `where`, if neither has that
// fingerprint.
std::unique_ptr<PairOracle> make_oracle(const std::string& game, const std::string& evaluation,
                                        std::uint64_t fingerprint, const std::string& where);

// The name in options and job files of the evaluation with that fingerprint: "linear" or "shipped"; empty if
// it does not come with the program.
std::string evaluation_name(const std::string& game, std::uint64_t fingerprint);

}  // namespace tabiya::tools
