// A PairOracle whose pairs are searched by a UCI engine. Engines tell no static values, which the filter and
// the order of candidates need: these still come from an evaluation of ours.
#pragma once

#include <memory>

#include "booksearch/engines/uci_choice.h"
#include "core/game/game_module.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

// `game` has setups. Pairs are searched to the depth that is asked for, or until another limit of `choice` ends the search;
// each searcher starts a process of its own. The fingerprint of the search stands for the engine's name, options and
// limits. Errors: the engine cannot be used.
Result<std::unique_ptr<PairOracle>> make_uci_pair_oracle(const GameModule& game,
                                                         std::unique_ptr<PairOracle> statics,
                                                         UciChoice choice);

}  // namespace tabiya::booksearch
