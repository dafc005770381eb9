#include "tools/play/match/engine_choice.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/play/match/engine_process.h"
#include "tools/uci/uci_command.h"
#include "tools/uci/uci_words.h"

namespace tabiya::tools {
namespace {

constexpr std::string_view kUci = "uci:";

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

std::uint64_t positive(std::string_view word, std::string_view value, std::int64_t most) {
  const auto number = number_in(value);
  if (!number || *number < 1 || *number > most)
    throw Failure(fmt::format("engine word '{}': a whole number from 1 to {} is needed", word, most));
  return static_cast<std::uint64_t>(*number);
}

// Whether the word says how the engine is used, and is no argument of its program.
bool take_setting(MatchEngine& engine, std::string_view word) {
  constexpr std::string_view kOption = "option.";
  constexpr std::int64_t kMostNodes = 1'000'000'000'000, kMostDepth = 1'000;
  const auto equals = word.find('=');
  if (equals == word.npos) return false;
  const std::string_view name = word.substr(0, equals), value = word.substr(equals + 1);
  if (name.starts_with(kOption)) {
    engine.uci->settings.options.push_back({std::string(name.substr(kOption.size())), std::string(value)});
  } else if (name == "nodes") {
    engine.uci->limits.nodes = positive(word, value, kMostNodes);
  } else if (name == "depth") {
    engine.uci->limits.depth = static_cast<int>(positive(word, value, kMostDepth));
  } else if (name == "tc") {
    const auto clock = parse_time_control(value);
    if (!clock) throw Failure(fmt::format("engine word '{}': write it as tc=SECONDS+INCREMENT", word));
    engine.clock = *clock;
  } else if (name == "name") {
    engine.name = value;
  } else {
    return false;
  }
  return true;
}

MatchEngine uci_engine(const std::string& text, const GameModule& game) {
  MatchEngine engine{.name = text, .uci = UciChoice{}};
  const std::vector<std::string> words = uci_command(std::string_view(text).substr(kUci.size()));
  engine.command.push_back(words[0] == "tabiya" ? own_program() : words[0]);
  for (std::size_t i = 1; i < words.size(); ++i)
    if (!take_setting(engine, words[i])) engine.command.push_back(words[i]);
  note_engine_files(engine.command);
  engine.uci->settings.command = engine.command;
  engine.uci->settings.variant = game.uci_variant();
  if (game.uci_variant().empty()) engine.uci->settings.game = game.name();
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
  EngineCommand command = split_command(text);
  note_engine_files(command);
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
