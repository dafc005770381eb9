#include "booksearch/match/engine_choice.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "booksearch/engines/engine_process.h"
#include "codec/parsing.h"
#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view kUci = "uci:";

std::optional<double> seconds_in(std::string_view text) {
  constexpr double kMostSeconds = 1e6;
  const auto number = number_in<double>(text, std::chars_format::fixed);
  return number && *number >= 0 && *number <= kMostSeconds ? number : std::nullopt;
}

milliseconds in_milliseconds(double seconds) { return milliseconds(std::llround(seconds * 1e3)); }

// Writes a time in seconds: "5", "0.08".
std::string in_seconds(milliseconds time) {
  std::string text = decimal(static_cast<double>(time.count()) / 1e3, 3);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// Takes the words that only matches know: the clock of the engine, its name, and its book.
Result<MatchEngine> uci_engine(const std::string& text, const GameModule& game, const ToldGame& told) {
  MatchEngine engine{.name = text};
  Status settings = ok_status();
  const auto take_setting = [&](std::string_view name, std::string_view value) {
    if (name == "tc") {
      const auto clock = parse_time_control(value);
      if (!clock)
        settings = invalid(concat("engine word 'tc=", value, "': write it as tc=SECONDS+INCREMENT"));
      engine.clock = clock.value_or(TimeControl{});
    } else if (name == "name") {
      engine.name = value;
    } else if (name == "book") {
      engine.book_file = value;
    } else {
      return false;
    }
    return true;
  };
  Result<UciChoice> choice = uci_choice(std::string_view(text).substr(kUci.size()), game, told, take_setting);
  if (!settings) return settings.error();
  if (!choice) return std::move(choice).error();
  engine.uci = *std::move(choice);
  engine.command = engine.uci->settings.command;
  return engine;
}

}  // namespace

std::string TimeControl::text() const {
  switch (kind) {
    case Kind::kNone:
      return "-";
    case Kind::kMove:
      return in_seconds(base) + "/move";
    case Kind::kGame:
      return in_seconds(base) + (increment.count() == 0 ? "" : "+" + in_seconds(increment));
  }
  return {};
}

TimeControl time_control(const GameModule& game, milliseconds time) {
  const bool is_per_move = game.referee_protocol()->clock().kind == ClockKind::kMove;
  return {is_per_move ? TimeControl::Kind::kMove : TimeControl::Kind::kGame, time, {}};
}

std::optional<TimeControl> parse_time_control(std::string_view text) {
  double minutes = 0, increment = 0;
  if (const auto colon = text.find(':'); colon != text.npos) {
    const auto number = seconds_in(text.substr(0, colon));
    if (!number) return std::nullopt;
    minutes = *number;
    text.remove_prefix(colon + 1);
  }
  if (const auto plus = text.find('+'); plus != text.npos) {
    const auto number = seconds_in(text.substr(plus + 1));
    if (!number) return std::nullopt;
    increment = *number;
    text = text.substr(0, plus);
  }
  const auto seconds = seconds_in(text);
  if (!seconds) return std::nullopt;
  const TimeControl control{TimeControl::Kind::kGame, in_milliseconds(60 * minutes + *seconds),
                            in_milliseconds(increment)};
  if ((control.base + control.increment).count() == 0) return std::nullopt;
  return control;
}

std::string command_text(const EngineCommand& command) {
  std::string text;
  for (const std::string& word : command)
    text += (text.empty() ? "" : " ") + (word == own_program() ? "tabiya" : word);
  return text;
}

Result<EngineCommand> engine_command(const std::string& text, const GameModule& game) {
  Result<EngineCommand> split = split_command(text);
  if (!split) return split;
  EngineCommand command = *std::move(split);
  if (const Status noted = note_engine_files(command); !noted) return noted.error();
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

Result<MatchEngine> match_engine(const std::string& text, const GameModule& game, const ToldGame& told,
                                 const std::optional<TimeControl>& clock) {
  const TimeControl usual = time_control(game, game.referee_protocol()->clock().time);
  if (!text.starts_with(kUci)) {
    Result<EngineCommand> command = engine_command(text, game);
    if (!command) return std::move(command).error();
    MatchEngine engine{*std::move(command), clock.value_or(usual), text, {}};
    if (engine.clock.kind == usual.kind && engine.clock.increment == usual.increment) return engine;
    return invalid(concat("engine '", text, "': the line protocol of ", game.name(), " knows time for ",
                          usual.kind == TimeControl::Kind::kMove ? "each move" : "the whole game",
                          " only; use --game-time, or begin a UCI engine with 'uci:'"));
  }
  Result<MatchEngine> engine = uci_engine(text, game, told);
  if (!engine || engine->clock.kind != TimeControl::Kind::kNone) return engine;
  const bool is_limited = engine->uci->limits.nodes != 0 || engine->uci->limits.depth != 0;
  engine->clock = clock ? *clock : is_limited ? TimeControl{} : usual;
  return engine;
}

}  // namespace tabiya::booksearch
