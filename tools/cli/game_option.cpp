#include "tools/cli/game_option.h"

#include <array>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/games/games.h"
#include "tools/cli/failure.h"
#include "tools/cli/nearest_name.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {

std::string default_game() { return std::string(games().front()->name()); }

void add_game_option(CommandLine& app, std::string& name) {
  CommandOption option = app.add_option("--game", name, "The game");
  std::vector<std::string> names;
  for (const GameModule* game : games()) names.emplace_back(game->name());
  option.type_name(choice_type(names));
  name.empty() ? option.default_text("as the input says, or " + default_game())
               : option.capture_default_str();
}

const GameModule& game_or_default(const std::string& name) {
  return game_named(name.empty() ? default_game() : name);
}

const GameModule& game_named(std::string_view name, std::string_view where) {
  if (const GameModule* game = find_game(name)) return *game;
  if (names_rule_file(name)) return game_of_rule_file(name);
  std::string known;
  for (const GameModule* game : games())
    known += fmt::format("{}'{}'", known.empty() ? "" : ", ", game->name());
  throw Failure(fmt::format("{}: unknown game '{}'; this program knows {}, and files of rules, FILE.ini:NAME",
                            where, name, known));
}

std::size_t side_named(const GameModule& game, std::string_view name, std::string_view where) {
  const auto sides = game.sides();
  constexpr std::array<std::string_view, 2> kPlacers{"red", "blue"};
  for (std::size_t side = 0; side < sides.size(); ++side)
    if (lower_case(name) == lower_case(sides[side]) || lower_case(name) == kPlacers[side]) return side;
  throw Failure(fmt::format("{}: '{}' is not a side of {}; they are {} and {}", where, name, game.name(),
                            lower_case(sides[0]), lower_case(sides[1])));
}

const SetupPhase& setup_phase_of(const GameModule& game, std::string_view command) {
  if (const SetupPhase* setups = game.setup_phase()) return *setups;
  throw Failure(fmt::format("{} has no setup phase: `{}` cannot be used with it", game.name(), command));
}

const RefereeProtocol& referee_protocol_of(const GameModule& game, std::string_view command) {
  if (const RefereeProtocol* protocol = game.referee_protocol()) return *protocol;
  throw Failure(
      fmt::format("{} has no line protocol: `{}` cannot speak with its engines", game.name(), command));
}

}  // namespace tabiya::tools
