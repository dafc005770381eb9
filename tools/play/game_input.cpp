#include "tools/play/game_input.h"

#include <filesystem>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "booksearch/work/own_files.h"
#include "codec/text.h"
#include "core/game/written_move.h"
#include "core/games/games.h"
#include "tools/cli/checked_line.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/json_text.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {
namespace {

// The game that a line names; such a line has no moves.
std::optional<std::string> named_game(const InputLine& line) {
  if (line.text.starts_with(kGameComment)) return line.text.substr(kGameComment.size());
  if (!line.text.starts_with('{') || line.text.find("\"game\"") == std::string::npos) return std::nullopt;
  const Json header = parse_json(line.text);
  const Json* game = header.find("game");
  const Json* rules = header.find("rules");
  if (game != nullptr && game->is_string() && rules != nullptr && rules->is_string())
    learn_rules(game->get<std::string>(), rules->get<std::string>(), line.where);
  return game != nullptr && game->is_string() ? std::optional(game->get<std::string>()) : std::nullopt;
}

// The moves of a line; empty for one without a game, such as the first line of a match.
std::string moves_of(const InputLine& line) {
  if (!line.text.starts_with('{')) return line.text.starts_with('#') ? "" : line.text;
  const Json record = parse_json(line.text);
  if (!record.is_object())
    throw Failure(fmt::format("{}: is not the record of a game, or was cut short", line.where));
  if (record.contains("crc") && !has_sound_checksum(line.text))
    throw Failure(fmt::format("{}: the checksum does not fit; the file is damaged", line.where));
  const Json* moves = record.find("moves");
  if (moves == nullptr) return "";
  if (!moves->is_string()) throw Failure(fmt::format("{}: the moves are not a text", line.where));
  return moves->get<std::string>();
}

RecordedGame replay(const GameModule& module, const std::string& moves, const std::string& where) {
  constexpr std::size_t kMostShown = 40;  // characters of what is no move
  RecordedGame game{&module, {}, {}};
  game.positions.push_back(module.start());
  std::istringstream words(moves);
  for (std::string move; words >> move;) {
    const std::string shown = move.size() > kMostShown ? move.substr(0, kMostShown) + " …" : move;
    const std::string about = fmt::format("{}, move {} '{}'", where, game.moves.size() + 1, shown);
    const std::string wire = wire_of(module, *game.positions.back(), move);
    PositionHandle next = take(game.positions.back()->after(wire), about);
    game.moves.push_back(wire);
    game.positions.push_back(std::move(next));
  }
  return game;
}

}  // namespace

RecordedGame read_game(const std::string& game, const std::string& path, std::size_t number) {
  if (const OwnFormat* format = own_format(beginning_of(path)); format && format->kind != OwnKind::kMatch)
    throw Failure(fmt::format("{}: {}, not games with their moves; `{}` reads it", input_name(path),
                              format->what, format->command));
  const std::vector<InputLine> lines = read_lines(path);
  const std::optional<std::string> named = lines.empty() ? std::nullopt : named_game(lines.front());
  if (named && !game.empty() && *named != game)
    throw Failure(fmt::format("{}: is of the game {}, and not of {}", input_name(path), *named, game));
  const GameModule& module = named ? game_named(*named, lines.front().where) : game_or_default(game);
  std::size_t games = 0;
  for (const InputLine& line : lines) {
    const std::string moves = moves_of(line);
    if (moves.find_first_not_of(" \t\r") == moves.npos) continue;
    if (games++ == number) return replay(module, moves, line.where);
  }
  throw Failure(fmt::format("{}: has {}, so none with the number {} (they count from 0)", input_name(path),
                            counted(games, "game"), number));
}

std::string game_of_log(const std::string& game, const LogOptions& log) {
  if (!game.empty() || !log.resume || !std::filesystem::is_regular_file(log.path)) return game;
  const std::vector<InputLine> lines = split_lines(read_own_output(log.path, kMaxTextInput), log.path);
  const std::string named = lines.empty() ? "" : named_game(lines.front()).value_or("");
  return find_game(named) != nullptr || names_rule_file(named) ? named : "";
}

}  // namespace tabiya::tools
