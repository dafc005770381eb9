// A UCI engine as a person names it, in options and job files alike: program and arguments, and among them, in the
// spelling that testers of engines have made usual,
//
//   option.NAME=VALUE   what it is told to set
//   nodes=N, depth=N    limits of each search
#pragma once

#include <functional>
#include <string_view>

#include "booksearch/engines/uci_engine.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

struct UciChoice {
  UciSettings settings;
  UciLimits limits;  // of each search
};

// Whether a word NAME=VALUE is a setting of somebody else, who has taken it, and no argument of the program.
using TakeSetting = std::function<bool(std::string_view name, std::string_view value)>;

// An engine for positions of `game`; its files are inputs of the run. `game_name`: what engines call a game that they have to
// be told of by name, and `rules` a file with its rules, or nothing. Errors: kInvalid.
struct ToldGame {
  std::string name, rules;
};
Result<UciChoice> uci_choice(std::string_view text, const GameModule& game, const ToldGame& told,
                             const TakeSetting& take_setting = {});

}  // namespace tabiya::booksearch
