// The engines of a match, read from the text that a person wrote, and the time that they may think.
//
//   play --nodes 20000                  this program, by the game's line protocol
//   ./engine --fast                     any program, by the same protocol
//   uci:stockfish option.Hash=16 nodes=20000
//                                       a UCI engine, as uci_choice.h has it; tc=SECONDS+INCREMENT, name=NAME and
//                                       book=FILE, as other programs for matches call them
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/engines/uci_choice.h"
#include "codec/result.h"
#include "core/book/book_follower.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

// The time that a side may think.
struct TimeControl {
  enum class Kind : std::uint8_t { kNone, kGame, kMove };

  Kind kind = Kind::kNone;
  std::chrono::milliseconds base{};       // for the game, or for each move
  std::chrono::milliseconds increment{};  // of a game: added before each move

  // Writes it as PGN does: "5+0.08", or "-" for none. One second for each move is "1/move", as testers of
  // engines write it.
  std::string text() const;

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

// Makes a time control with that time for the game or for each move, as the clock of the game's line protocol
// counts it.
TimeControl time_control(const GameModule& game, std::chrono::milliseconds time);

// Reads the time for a game: "SECONDS", "SECONDS+INCREMENT" or "MINUTES:SECONDS+INCREMENT". Returns nothing
// for any other text.
std::optional<TimeControl> parse_time_control(std::string_view text);

using EngineCommand = std::vector<std::string>;  // program and arguments

struct MatchEngine {
  EngineCommand command{};
  TimeControl clock{};
  std::string name{};              // for people
  std::optional<UciChoice> uci{};  // limits are of each move; nothing: it speaks the game's line protocol
  std::string book_file{};         // whose moves a UCI engine is to play, for the caller to load; empty: none
  // The book whose best move a UCI engine plays as long as it knows any; null: none.
  std::shared_ptr<const FollowedBook> book{};
};

// Reads the text that a person gave; "play …" is this program itself, playing the game. Errors: those of
// split_command() and note_engine_files().
Result<EngineCommand> engine_command(const std::string& text, const GameModule& game);

// Adds a seed for its choices to a command that is this program and has none; returns other commands
// unchanged.
EngineCommand with_seed(EngineCommand command, std::uint64_t seed);

// Writes a command as a person would type it, without quotes.
std::string command_text(const EngineCommand& command);

// Reads any engine of a game that has a line protocol. `clock` is the one that was asked for; without it, the
// engine gets that of the game, or none if it is a UCI engine whose nodes or depth are limited. uci_choice()
// describes `told`. Errors: kInvalid.
Result<MatchEngine> match_engine(const std::string& text, const GameModule& game, const ToldGame& told,
                                 const std::optional<TimeControl>& clock);

}  // namespace tabiya::booksearch
