// A UCI engine as a person names it, in options and job files alike: program and arguments, and among them
// these words, in the usual spelling of engine testers:
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

// Returns true if it has taken the word NAME=VALUE as a setting of the caller's; the word is then no argument
// of the program.
using TakeSetting = std::function<bool(std::string_view name, std::string_view value)>;

// uci_choice() reads an engine for positions of `game`, and notes its files as inputs of the run. `told.name`
// is the name by which engines have to be told of the game, and `told.rules` a file with its rules, or
// nothing. Errors: kInvalid.
struct ToldGame {
  std::string name, rules;
};
Result<UciChoice> uci_choice(std::string_view text, const GameModule& game, const ToldGame& told,
                             const TakeSetting& take_setting = {});

}  // namespace tabiya::booksearch
