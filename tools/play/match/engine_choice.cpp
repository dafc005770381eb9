#include "tools/play/match/engine_choice.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "booksearch/engines/engine_process.h"
#include "booksearch/engines/uci_command.h"
#include "tools/cli/failure.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {
namespace {

constexpr std::string_view kUci = "uci:";

std::shared_ptr<const LoadedMoveBook> book_of(std::string_view path, const GameModule& game) {
  auto book = std::make_shared<const LoadedMoveBook>(require_move_book(std::string(path)));
  if (book->game != &game)
    throw Failure(
        fmt::format("{}: a book of moves of {}, not of {}", book->name, book->game->name(), game.name()));
  return book;
}

// What only matches know: the clock of the engine, its name, and its book.
MatchEngine uci_engine(const std::string& text, const GameModule& game) {
  MatchEngine engine{.name = text};
  const auto take_setting = [&](std::string_view name, std::string_view value) {
    if (name == "tc") {
      const auto clock = parse_time_control(value);
      if (!clock) throw Failure(fmt::format("engine word 'tc={}': write it as tc=SECONDS+INCREMENT", value));
      engine.clock = *clock;
    } else if (name == "name") {
      engine.name = value;
    } else if (name == "book") {
      engine.book = book_of(value, game);
    } else {
      return false;
    }
    return true;
  };
  engine.uci =
      take(uci_choice(std::string_view(text).substr(kUci.size()), game, told_game(game), take_setting));
  engine.command = engine.uci->settings.command;
  return engine;
}

}  // namespace

std::string command_text(const EngineCommand& command) {
  std::string text;
  for (const std::string& word : command)
    text += (text.empty() ? "" : " ") + (word == own_program() ? "tabiya" : word);
  return text;
}

EngineCommand engine_command(const std::string& text, const GameModule& game) {
  EngineCommand command = take(split_command(text));
  take(note_engine_files(command));
  if (command.front() != "play") return command;
  if (std::ranges::find(command, "--game") == command.end())
    command.insert(command.begin() + 1, {"--game", std::string(game.name())});
  command.insert(command.begin(), own_program());
  return command;
}

EngineCommand with_seed(EngineCommand command, std::uint64_t seed) {
  if (command.front() != own_program() || std::ranges::find(command, "--seed") != command.end())
    return command;
  command.insert(command.end(), {"--seed", std::to_string(seed)});
  return command;
}

MatchEngine match_engine(const std::string& text, const GameModule& game,
                         const std::optional<TimeControl>& clock) {
  const TimeControl usual = time_control(game, game.line_protocol()->clock().time);
  if (!text.starts_with(kUci)) {
    MatchEngine engine{engine_command(text, game), clock.value_or(usual), text, {}};
    if (engine.clock.kind != usual.kind || engine.clock.increment != usual.increment)
      throw Failure(fmt::format(
          "engine '{}': the line protocol of {} knows time for {} only; use --game-time, or begin a "
          "UCI engine with 'uci:'",
          text, game.name(), usual.kind == TimeControl::Kind::kMove ? "each move" : "the whole game"));
    return engine;
  }
  MatchEngine engine = uci_engine(text, game);
  const bool is_limited = engine.uci->limits.nodes != 0 || engine.uci->limits.depth != 0;
  if (engine.clock.kind == TimeControl::Kind::kNone)
    engine.clock = clock ? *clock : is_limited ? TimeControl{} : usual;
  return engine;
}

}  // namespace tabiya::tools
