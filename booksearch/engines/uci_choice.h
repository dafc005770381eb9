// A UCI engine as a person names it, in options and job files alike: program and arguments, and among them
// these words, in the usual spelling of engine testers:
//
//   option.NAME=VALUE   what it is told to set
//   nodes=N, depth=N    limits of each search
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "booksearch/engines/uci_engine.h"
#include "codec/result.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

// Returns the path of this program.
std::string own_program();

struct UciChoice {
  UciSettings settings;
  UciLimits limits;  // of each search
};

// Returns true if it has taken the word NAME=VALUE as a setting of the caller's; the word is then no argument
// of the program.
using TakeSetting = std::function<bool(std::string_view name, std::string_view value)>;

// Engines are told this about a game that they do not play without being told.
struct ToldGame {
  std::string name;   // the value of UCI_Variant
  std::string rules;  // a file with its rules; or empty
};

// Reads an engine for positions of `game`, and notes its files as inputs of the run. Errors: kInvalid.
Result<UciChoice> uci_choice(std::string_view text, const GameModule& game, const ToldGame& told,
                             const TakeSetting& take_setting = {});

}  // namespace tabiya::booksearch
