#include "tools/cli/rule_files.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "core/variants/ini.h"
#include "core/variants/module.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

constexpr std::string_view kEnding = ".ini";

// Where the name of the file ends: at its end, or before ":NAME". npos if there is no file in it.
std::size_t end_of_file_name(std::string_view name) {
  if (name.ends_with(kEnding)) return name.size();
  const auto colon = name.rfind(':');
  if (colon == name.npos || !name.substr(0, colon).ends_with(kEnding)) return name.npos;
  return colon;
}

std::unique_ptr<const GameModule> load(std::string_view name) {
  const std::size_t end = end_of_file_name(name);
  const std::string path(name.substr(0, end));
  const std::string_view section = end == name.size() ? std::string_view() : name.substr(end + 1);
  if (end + 1 == name.size()) throw Failure(std::string(name) + ": no name of a game behind the colon");
  return take(variants::make_module(read_input(path, variants::kMostRuleText), section, std::string(name)),
              path, "core/variants/README.md tells what a file of rules may hold");
}

}  // namespace

bool names_rule_file(std::string_view name) { return end_of_file_name(name) != name.npos; }

const GameModule& game_of_rule_file(std::string_view name) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<const GameModule>, std::less<>> games;
  const std::lock_guard lock(mutex);
  if (const auto found = games.find(name); found != games.end()) return *found->second;
  return *games.emplace(name, load(name)).first->second;
}

}  // namespace tabiya::tools
