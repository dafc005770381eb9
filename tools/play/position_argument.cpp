#include "tools/play/position_argument.h"

#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/game/written_move.h"
#include "core/games/games.h"
#include "tools/cli/failure.h"
#include "tools/cli/print.h"

namespace tabiya::tools {

PositionHandle play_line(PositionHandle position, const std::string& moves) {
  int number = 1;
  for (const std::string_view word : words_of(moves)) {
    Result<PositionHandle> next = position->after(word);
    if (!next) {
      Error error = std::move(next).error();
      error.offset = static_cast<std::size_t>(word.data() - moves.data()) + error.offset.value_or(0);
      error.message = fmt::format("move {}: {}", number, error.message);
      throw Failure(describe(error, "--moves"));
    }
    position = *std::move(next);
    ++number;
  }
  return position;
}

void add_position_argument(CommandLine& app, PositionArgument& argument, bool may_be_absent) {
  app.add_option("POSITION", argument.text, "A position in the game's notation, or `startpos`")
      .required(!may_be_absent);
  app.add_option("--moves", argument.moves,
                 "Moves to play from POSITION, including setups, in either notation")
      .type_name("\"MOVE ...\"");
  add_game_option(app, argument.game);
}

const GameModule& recognised_game(const std::string& name, const std::string& text,
                                  const std::string& where) {
  if (!name.empty() || text.empty() || text == "startpos") return game_or_default(name);
  std::vector<const GameModule*> fitting;
  for (const GameModule* game : games())
    if (game->parse_position(text)) fitting.push_back(game);
  if (fitting.empty()) return game_or_default(name);
  if (fitting.size() > 1)
    throw Failure(fmt::format("{}: may be of {} or of {}; say which with --game", where, fitting[0]->name(),
                              fitting[1]->name()));
  return *fitting.front();
}

const GameModule& game_of(const PositionArgument& argument) {
  return recognised_game(argument.game, argument.text, "POSITION");
}

namespace {

void note_other_readings(const SetupPhase& phase, const std::string& moves) {
  for (const std::string_view word : words_of(moves))
    if (const auto reading = phase.other_reading(word)) print_note("--moves: " + *reading);
}

}  // namespace

PositionHandle position_of(const PositionArgument& argument) {
  const GameModule& game = game_of(argument);
  PositionHandle position = play_line(parse_position_text(game, argument.text, "POSITION"), argument.moves);
  if (const SetupPhase* phase = game.setup_phase()) note_other_readings(*phase, argument.moves);
  return position;
}

View view_of(const GameModule& game, const GamePosition& position) {
  const auto mover = static_cast<std::size_t>(position.side_to_move());
  return {"side to move", game.sides()[mover], game.sides()[1 - mover]};
}

void check_setups_placed(const GameModule& game, const GamePosition& position, const std::string& where) {
  if (!position.in_setup_phase()) return;
  const SetupPhase& phase = *game.setup_phase();
  throw Failure(fmt::format(
      "{}: the setups are not placed yet, so the position has no value; place both, for example with "
      "--moves \"{} {}\"",
      where, phase.wire(0, phase.sound_red()), phase.wire(1, 0)));
}

PositionHandle parse_position_text(const GameModule& game, const std::string& text,
                                   const std::string& where) {
  return take(read_position(game, text), where);
}

}  // namespace tabiya::tools
