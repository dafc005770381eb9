// The engines of a match, from what a person wrote, and how long they may think.
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

// How long a side may think.
struct TimeControl {
  enum class Kind : std::uint8_t { kNone, kGame, kMove };

  Kind kind = Kind::kNone;
  std::chrono::milliseconds base{};       // for the game, or for each move
  std::chrono::milliseconds increment{};  // of a game: added before each move

  // As PGN has it: "5+0.08", "-" of none; "1/move" of one second for each move, as testers of engines write it.
  std::string text() const;

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

// That time for the game or for each move, as the clock of the game's line protocol counts it.
TimeControl time_control(const GameModule& game, std::chrono::milliseconds time);

// "SECONDS", "SECONDS+INCREMENT" or "MINUTES:SECONDS+INCREMENT", of a game. Nothing for what is none.
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

// From the text that a person gave; "play …" is this program itself, playing the game. Errors: those of split_command()
// and note_engine_files().
Result<EngineCommand> engine_command(const std::string& text, const GameModule& game);

// The same, choosing by this seed, if it is this program and has none.
EngineCommand with_seed(EngineCommand command, std::uint64_t seed);

// As a person would type it, without quotes.
std::string command_text(const EngineCommand& command);

// Any engine of a game that has a line protocol. `clock` is the one that was asked for; without it, that of the game, or
// none for a UCI engine whose nodes or depth are limited. `told`: as uci_choice() has it. Errors: kInvalid.
Result<MatchEngine> match_engine(const std::string& text, const GameModule& game, const ToldGame& told,
                                 const std::optional<TimeControl>& clock);

}  // namespace tabiya::booksearch
