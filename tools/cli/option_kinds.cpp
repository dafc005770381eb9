#include "tools/cli/option_kinds.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/cli/failure.h"

namespace tabiya::tools {

bool OptionKinds::Declared::goes_with(const std::vector<InputKind>& others) const {
  return std::ranges::find_first_of(kinds, others) != kinds.end();
}

void OptionKinds::declare(const std::string& option, std::vector<InputKind> kinds) {
  declared_.push_back({option, std::move(kinds)});
}

void OptionKinds::give(const std::string& option) {
  for (Declared& declared : declared_) declared.is_given |= declared.option == option;
}

bool OptionKinds::ask_for(InputKind kind, InputKind rather_than) const {
  return std::ranges::any_of(declared_, [&](const Declared& declared) {
    return declared.is_given && declared.goes_with({kind}) && !declared.goes_with({rather_than});
  });
}

void OptionKinds::check(const std::string& input, const std::vector<InputKind>& kinds) const {
  for (const Declared& declared : declared_) {
    if (!declared.is_given || declared.goes_with(kinds)) continue;
    const std::string others = options_for(kinds);
    throw Failure(fmt::format("{}: goes with {} alone, and {} is {}; {}", declared.option,
                              fmt::join(declared.kinds, " or "), input, fmt::join(kinds, " with "),
                              others.empty() ? "leave it out" : "there, use " + others));
  }
}

std::string OptionKinds::options_for(const std::vector<InputKind>& kinds) const {
  std::string options;
  for (const Declared& declared : declared_)
    if (declared.goes_with(kinds)) options += (options.empty() ? "" : ", ") + declared.option;
  return options;
}

}  // namespace tabiya::tools
