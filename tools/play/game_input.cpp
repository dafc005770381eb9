#include "tools/play/game_input.h"

#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/cli/checked_line.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json_text.h"

namespace tabiya::tools {
namespace {

// The moves of a line; empty for one without a game, such as the first line of a match.
std::string moves_of(const InputLine& line) {
  if (!line.text.starts_with('{')) return line.text.starts_with('#') ? "" : line.text;
  const nlohmann::ordered_json record = parse_json(line.text);
  if (!record.is_object()) throw Failure(fmt::format("{}: is not a record of a game", line.where));
  if (record.contains("crc") && !has_sound_checksum(line.text))
    throw Failure(fmt::format("{}: the checksum does not fit; the file is damaged", line.where));
  const auto moves = record.find("moves");
  if (moves == record.end()) return "";
  if (!moves->is_string()) throw Failure(fmt::format("{}: the moves are not a text", line.where));
  return moves->get<std::string>();
}

RecordedGame replay(const GameModule& module, const std::string& moves, const std::string& where) {
  RecordedGame game;
  game.positions.push_back(module.start());
  std::istringstream words(moves);
  for (std::string move; words >> move;) {
    const std::string about = fmt::format("{}, move {} '{}'", where, game.moves.size() + 1, move);
    const std::string wire = wire_of(module, *game.positions.back(), move);
    PositionHandle next = take(game.positions.back()->after(wire), about);
    game.moves.push_back(wire);
    game.positions.push_back(std::move(next));
  }
  return game;
}

}  // namespace

std::string wire_of(const GameModule& game, const GamePosition& position, const std::string& text) {
  if (position.in_setup_phase()) {
    const int side = position.side_to_move();
    const SetupPhase& phase = *game.setup_phase();
    const Result<WrittenSetup> written = phase.read(side, text);
    return written ? phase.wire(side, written->id) : text;
  }
  for (const MoveText& move : position.moves())
    if (move.readable == text) return move.wire;
  return text;
}

RecordedGame read_game(const GameModule& game, const std::string& path, std::size_t number) {
  std::size_t games = 0;
  for (const InputLine& line : read_lines(path)) {
    const std::string moves = moves_of(line);
    if (moves.find_first_not_of(" \t\r") == moves.npos) continue;
    if (games++ == number) return replay(game, moves, line.where);
  }
  throw Failure(fmt::format("{}: has {} games, so none with the number {} (they count from 0)",
                            input_name(path), games, number));
}

}  // namespace tabiya::tools
