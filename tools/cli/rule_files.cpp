#include "tools/cli/rule_files.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "core/games/variants/ini.h"
#include "core/games/variants/keys.h"
#include "core/games/variants/module.h"
#include "core/games/variants/reader.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

constexpr std::string_view kEnding = ".ini";

// The end of the file's name: the end of the text, or before ":NAME"; npos if there is no file in it.
std::size_t end_of_file_name(std::string_view name) {
  if (name.ends_with(kEnding)) return name.size();
  const auto colon = name.rfind(':');
  if (colon == name.npos || !name.substr(0, colon).ends_with(kEnding)) return name.npos;
  return colon;
}

std::string path_in(std::string_view name) { return std::string(name.substr(0, end_of_file_name(name))); }

struct RuleFile {
  std::shared_ptr<const GameModule> game;
  std::string kept, path;
};

constexpr std::string_view kRemedy = "core/games/variants/README.md says what a file of rules may hold";

RuleFile load(std::string_view name, std::string path) {
  const std::size_t end = end_of_file_name(name);
  const std::string_view section = end == name.size() ? std::string_view() : name.substr(end + 1);
  if (end + 1 == name.size())
    throw Failure(std::string(name) + ": the name of a game is missing after the colon");
  const std::string text = read_text(path, variants::kMostRuleText);
  auto game = take(variants::make_module(text, section, std::string(name)), path, kRemedy);
  std::string kept = take(variants::resolved_text(text, section), path, kRemedy);
  return {std::move(game), std::move(kept), std::move(path)};
}

// The text without the names that people see: with others, the rules are the same.
std::string without_names(std::string_view rules) {
  std::string text;
  while (!rules.empty()) {
    const std::string_view line = rules.substr(0, std::min(rules.find('\n'), rules.size() - 1) + 1);
    if (!line.starts_with(variants::kShownNames)) text += line;
    rules.remove_prefix(line.size());
  }
  return text;
}

bool are_same(std::string_view a, std::string_view b) { return without_names(a) == without_names(b); }

// All files that were asked for. The mutex is held while one is read or changed. Names with the same rules mean one
// game, under the name that came first: a file may have been renamed since a book was made.
struct RuleFiles {
  std::mutex mutex;
  std::map<std::string, RuleFile, std::less<>> files;

  const RuleFile& get(std::string_view name) {
    if (const auto found = files.find(name); found != files.end()) return found->second;
    return add(name, load(name, path_in(name)));
  }
  const RuleFile& add(std::string_view name, RuleFile file) {
    const auto same = std::ranges::find_if(
        files, [&](const auto& other) { return are_same(other.second.kept, file.kept); });
    if (same != files.end()) {
      file.game = same->second.game;
      if (!file_exists(same->second.path)) same->second.path = file.path;
    }
    return files.emplace(name, std::move(file)).first->second;
  }
};

RuleFiles& rule_files() {
  static RuleFiles all;
  return all;
}

// The rules of a name, of which the file at `where` has a copy.
const RuleFile& rules_now(std::string_view name, std::string_view where) {
  try {
    return rule_files().get(name);
  } catch (const Failure& failure) {
    throw Failure(
        fmt::format("{}; mend it, or move it away: the copy in {} is used then", failure.what(), where));
  }
}

}  // namespace

bool names_rule_file(std::string_view name) { return end_of_file_name(name) != name.npos; }

std::string rule_file_path(std::string_view name) {
  const std::lock_guard lock(rule_files().mutex);
  const auto& files = rule_files().files;
  const auto found = files.find(name);
  return found == files.end() ? path_in(name) : found->second.path;
}

std::string variant_name(const GameModule& game) {
  return std::string(names_rule_file(game.name()) ? game.title() : game.name());
}

const GameModule& game_of_rule_file(std::string_view name) {
  const std::lock_guard lock(rule_files().mutex);
  return *rule_files().get(name).game;
}

const GameModule& game_of_rule_file_in(const std::string& from, std::string_view name) {
  const std::string path = (std::filesystem::path(from).parent_path() / path_in(name)).string();
  const std::lock_guard lock(rule_files().mutex);
  auto& files = rule_files().files;
  const auto known = files.find(name);
  // A copy of the file at `from`, as jobs keep one, may lie where there is no file of rules.
  if (known != files.end() && !file_exists(path)) return *known->second.game;
  RuleFile found = load(name, path);
  if (known == files.end()) return *rule_files().add(name, std::move(found)).game;
  if (are_same(known->second.kept, found.kept)) return *known->second.game;
  throw Failure(fmt::format("{}: {} and {} are two games of one name; give one of the files another name",
                            from, known->second.path, path));
}

std::string kept_rules(std::string_view name) {
  if (!names_rule_file(name)) return {};
  const std::lock_guard lock(rule_files().mutex);
  return rule_files().get(name).kept;
}

void learn_rules(std::string_view name, std::string_view kept, std::string_view where) {
  if (!names_rule_file(name)) return;
  const std::string path = path_in(name);
  const std::lock_guard lock(rule_files().mutex);
  auto& files = rule_files().files;
  const bool is_there = file_exists(path);
  if (files.find(name) != files.end() || is_there) {
    if (are_same(rules_now(name, where).kept, kept)) return;
    if (!is_there)
      throw Failure(fmt::format(
          "{}: was made by other rules of {} than another file that is read here; use one of them at a time",
          where, path));
    throw Failure(fmt::format(
        "{}: was made by other rules than {} has now; bring those back, or move that file away: the copy "
        "in this file is used then",
        where, path));
  }
  const auto games = take(variants::names_of(kept), where);
  auto game = take(variants::make_module(kept, games.back(), std::string(name)), where);
  rule_files().add(name, RuleFile{std::move(game), std::string(kept), path});
}

}  // namespace tabiya::tools
