#include "tools/uci/uci_choice.h"

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/rule_files.h"
#include "tools/play/match/engine_process.h"
#include "tools/uci/uci_command.h"
#include "tools/uci/uci_words.h"

namespace tabiya::tools {
namespace {

std::uint64_t positive(std::string_view word, std::string_view value, std::int64_t most) {
  const auto number = number_in(value);
  if (!number || *number < 1 || *number > most)
    throw Failure(fmt::format("engine word '{}': a whole number from 1 to {} is needed", word, most));
  return static_cast<std::uint64_t>(*number);
}

// Whether the word says how the engine is used, and is no argument of its program.
bool take_word(UciChoice& choice, std::string_view word, const TakeSetting& take_setting) {
  constexpr std::string_view kOption = "option.";
  constexpr std::int64_t kMostNodes = 1'000'000'000'000, kMostDepth = 1'000;
  const auto equals = word.find('=');
  if (equals == word.npos) return false;
  const std::string_view name = word.substr(0, equals), value = word.substr(equals + 1);
  if (name.starts_with(kOption)) {
    choice.settings.options.push_back({std::string(name.substr(kOption.size())), std::string(value)});
  } else if (name == "nodes") {
    choice.limits.nodes = positive(word, value, kMostNodes);
  } else if (name == "depth") {
    choice.limits.depth = static_cast<int>(positive(word, value, kMostDepth));
  } else {
    return take_setting && take_setting(name, value);
  }
  return true;
}

}  // namespace

UciChoice uci_choice(std::string_view text, const GameModule& game, const TakeSetting& take_setting) {
  UciChoice choice;
  const std::vector<std::string> words = uci_command(text);
  choice.settings.command.push_back(words[0]);
  for (std::size_t i = 1; i < words.size(); ++i)
    if (!take_word(choice, words[i], take_setting)) choice.settings.command.push_back(words[i]);
  note_engine_files(choice.settings.command);
  choice.settings.variant = game.uci_variant();
  if (game.uci_variant().empty() && !game.engines_play_on()) choice.settings.game = variant_name(game);
  if (names_rule_file(game.name())) {
    const std::string path = rule_file_path(game.name());
    if (std::filesystem::exists(path)) choice.settings.rules = path;
  }
  return choice;
}

}  // namespace tabiya::tools
