#include "tools/cli/game_option.h"

#include <fmt/format.h>

#include "core/games/games.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {

std::string default_game() { return std::string(games().front()->name()); }

void add_game_option(CommandLine& app, std::string& name) {
  app.add_option("--game", name, "The game, by its name").type_name("NAME").capture_default_str();
}

const GameModule& game_named(std::string_view name, std::string_view where) {
  if (const GameModule* game = find_game(name)) return *game;
  std::string known;
  for (const GameModule* game : games())
    known += fmt::format("{}'{}'", known.empty() ? "" : ", ", game->name());
  throw Failure(fmt::format("{}: unknown game '{}'; this program knows {}", where, name, known));
}

const SetupPhase& setup_phase_of(const GameModule& game, std::string_view command) {
  if (const SetupPhase* setups = game.setup_phase()) return *setups;
  throw Failure(fmt::format("{} has no setup phase: `{}` has nothing to do", game.name(), command));
}

const LineProtocol& line_protocol_of(const GameModule& game, std::string_view command) {
  if (const LineProtocol* protocol = game.line_protocol()) return *protocol;
  throw Failure(
      fmt::format("{} has no line protocol: `{}` cannot speak with its engines", game.name(), command));
}

}  // namespace tabiya::tools
