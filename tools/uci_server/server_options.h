// The options that a GUI can set, and what UCI_LimitStrength does.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/engines/uci_option.h"
#include "core/game/game_module.h"
#include "core/game/game_position.h"
#include "tools/play/engine_options.h"
#include "tools/uci_server/go_command.h"

namespace tabiya::tools {

inline constexpr int kLeastElo = 1'000, kUsualElo = 1'500, kMostElo = 2'000;
inline constexpr int kMostBookDepth = 1'000;  // plies

struct ServerSettings {
  std::string game;  // as UCI_Variant names it: see variant_name()
  int hash = 64;     // MiB
  int threads = 1;
  int lines = 1;            // of play that are shown
  int overhead = 30;        // milliseconds of each move that are lost between the GUI and the engine
  bool ponders = false;     // the GUI may let the engine think while the opponent does
  bool in_variant = false;  // as InfoStyle has it
  bool shows_chances = false;
  bool limits_strength = false;
  int elo = kUsualElo;       // the strength, where it is limited
  bool analyses = false;     // the GUI analyses and plays no game
  std::string evaluation{};  // a file; empty for what comes with the program
  std::string log{};         // a file; empty for none

  bool plays_from_books = false;
  std::string book{}, second_book{};                                    // files; empty for none
  int book_depth = kMostBookDepth, second_book_depth = kMostBookDepth;  // as BookLimits has them
  int book_variety = 0;

  // A GUI cannot change the following settings.
  int most_hash = 1 << 16;  // MiB
  int most_threads = 256;
  bool may_open_files = true;
  std::string rules{};     // the name of a game of a file of rules, which is offered, too; empty for none
  std::uint64_t seed = 0;  // of what is left to chance

  const GameModule& module() const;          // in the notation of the GUI
  const GameModule& module_by_name() const;  // the same in its own, as networks and options know it
  // The settings of an engine. Two settings for which this is the same can share one engine.
  EngineChoice engine() const;
};

bool is_same_engine(const ServerSettings& a, const ServerSettings& b);

inline constexpr std::string_view kClearHash = "Clear Hash";

// All options, as the handshake names them: "option name Hash type spin default 64 min 1 max 65536".
std::vector<std::string> option_lines(const ServerSettings& settings);

// The words of `setoption name NAME value VALUE` after `setoption`.
struct OptionWords {
  std::string name, value;
};
OptionWords option_words(std::string_view rest);

// Sets an option, whatever the case of its name. Errors: kInvalid, kUnsupported if there is none of that name.
Status set_option(ServerSettings& settings, const OptionWords& words);

// Play below the engine's strength, for UCI_LimitStrength.
//
// Two things make the engine weak, as they make people weak: it looks at few positions, and it overlooks
// moves. The number of nodes grows with the points as was measured in games. Each move of the position is
// overlooked with a chance that falls to 0 towards kMostElo: the engine then does not know that it could play
// the move, but sees the opponent's moves as ever. The seed and the position decide which, so the same
// question has one answer in a session.
std::uint64_t nodes_of_elo(int elo);
double overlooked_share(int elo);  // of the moves of a position

// The command as a player of that strength would execute it. At least one move is not overlooked.
GoCommand weakened(GoCommand command, const GamePosition& root, int elo, std::uint64_t seed);

}  // namespace tabiya::tools
