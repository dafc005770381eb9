#include "booksearch/engines/uci_choice.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <vector>

#include "booksearch/engines/engine_process.h"
#include "codec/parsing.h"
#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

bool is_program(const std::string& path) {
  return std::filesystem::is_regular_file(path) && ::access(path.c_str(), X_OK) == 0;
}

Result<std::uint64_t> positive(std::string_view word, std::string_view value, std::int64_t most) {
  const auto number = number_in(value);
  if (!number || *number < 1 || *number > most)
    return invalid(concat("engine word '", word, "': a whole number from 1 to ", most, " is needed"));
  return static_cast<std::uint64_t>(*number);
}

// Returns true if the word says how the engine is used, and so is no argument of its program.
Result<bool> take_word(UciChoice& choice, std::string_view word, const TakeSetting& take_setting) {
  constexpr std::string_view kOption = "option.";
  constexpr std::int64_t kMostNodes = 1'000'000'000'000, kMostDepth = 1'000;
  const auto equals = word.find('=');
  if (equals == word.npos) return false;
  const std::string_view name = word.substr(0, equals), value = word.substr(equals + 1);
  if (name.starts_with(kOption)) {
    choice.settings.options.push_back({std::string(name.substr(kOption.size())), std::string(value)});
  } else if (name == "nodes" || name == "depth") {
    const bool is_nodes = name == "nodes";
    const Result<std::uint64_t> number = positive(word, value, is_nodes ? kMostNodes : kMostDepth);
    if (!number) return number.error();
    if (is_nodes) choice.limits.nodes = *number;
    if (!is_nodes) choice.limits.depth = static_cast<int>(*number);
  } else {
    return take_setting && take_setting(name, value);
  }
  return true;
}

// Returns program and arguments, from the text that a person gave. Debian puts engines into /usr/games, which
// root's PATH lacks: a program that is nowhere else is found there. "tabiya" is this program itself. Errors:
// those of split_command().
Result<std::vector<std::string>> uci_command(std::string_view text) {
  constexpr const char* kGames = "/usr/games";
  Result<std::vector<std::string>> split = split_command(text);
  if (!split) return split;
  std::vector<std::string>& command = *split;
  if (command[0] == "tabiya") command[0] = own_program();
  if (command[0].find('/') != std::string::npos) return split;
  std::string folders = std::getenv("PATH") == nullptr ? "" : std::getenv("PATH");
  std::replace(folders.begin(), folders.end(), ':', '\n');
  folders += std::string("\n") + kGames;
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find('\n', begin), folders.size());
    const std::string path = folders.substr(begin, end - begin) + "/" + command[0];
    if (end > begin && is_program(path)) {
      command[0] = path;
      break;
    }
    begin = end + 1;
  }
  return split;
}

}  // namespace

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

Result<UciChoice> uci_choice(std::string_view text, const GameModule& game, const ToldGame& told,
                             const TakeSetting& take_setting) {
  UciChoice choice;
  const Result<std::vector<std::string>> words = uci_command(text);
  if (!words) return words.error();
  choice.settings.command.push_back(words->front());
  for (const std::string& word : std::span(*words).subspan(1)) {
    const Result<bool> is_taken = take_word(choice, word, take_setting);
    if (!is_taken) return is_taken.error();
    if (!*is_taken) choice.settings.command.push_back(word);
  }
  if (Status noted = note_engine_files(choice.settings.command); !noted) return noted.error();
  choice.settings.variant = game.facts().uci_variant;
  if (game.facts().uci_variant.empty() && !game.facts().engines_play_on) choice.settings.game = told.name;
  choice.settings.rules = told.rules;
  return choice;
}

}  // namespace tabiya::booksearch
