// The engines of a match, from what a person wrote.
//
//   play --nodes 20000                  this program, by the game's line protocol
//   ./engine --fast                     any program, by the same protocol
//   uci:stockfish option.Hash=16 nodes=20000
//                                       a UCI engine, as uci_choice.h has it; tc=SECONDS+INCREMENT, name=NAME and
//                                       book=FILE, as other programs for matches call them
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/engines/uci_choice.h"
#include "core/game/game_module.h"
#include "tools/books/move_book_input.h"
#include "tools/play/match/time_control.h"

namespace tabiya::tools {

using EngineCommand = std::vector<std::string>;  // program and arguments

struct MatchEngine {
  EngineCommand command{};
  TimeControl clock{};
  std::string name{};  // for people
  std::optional<booksearch::UciChoice>
      uci{};  // limits are of each move; nothing: it speaks the game's line protocol
  // Whose moves a UCI engine plays as long as it knows any, the best one each time; null: none.
  std::shared_ptr<const LoadedMoveBook> book{};
};

// From the text that a person gave; "play …" is this program itself, playing the game. Throws Failure.
EngineCommand engine_command(const std::string& text, const GameModule& game);

// The same, choosing by this seed, if it is this program and has none.
EngineCommand with_seed(EngineCommand command, std::uint64_t seed);

// As a person would type it, without quotes.
std::string command_text(const EngineCommand& command);

// Any engine. `clock` is the one that was asked for; without it, that of the game, or none for a UCI engine whose nodes
// or depth are limited. Throws Failure.
MatchEngine match_engine(const std::string& text, const GameModule& game,
                         const std::optional<TimeControl>& clock);

}  // namespace tabiya::tools
