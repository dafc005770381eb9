// Options that change a number of a struct by its name: "null_move=0".
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "codec/parsing.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {

// This is more than any parameter can use, and little enough to compute with.
inline constexpr int kMostSetting = 1'000'000;

// `named`: an array of names and pointers to members of `parameters`, all int. `option` is the name of the
// option in messages. Throws Failure.
template <class Named, class Parameters>
void apply_setting(std::string_view option, const std::string& setting, const Named& named,
                   Parameters& parameters) {
  const std::string_view name = std::string_view(setting).substr(0, setting.find('='));
  for (const auto& parameter : named) {
    if (parameter.name != name) continue;
    const auto value =
        number_in<int>(std::string_view(setting).substr(std::min(name.size() + 1, setting.size())));
    if (!value || *value < 0 || *value > kMostSetting)
      throw Failure(
          fmt::format("{} {}: the value must be a number from 0 to {}", option, setting, kMostSetting));
    parameters.*parameter.value = *value;
    return;
  }
  std::string names;
  for (const auto& parameter : named) names += " " + std::string(parameter.name);
  throw Failure(fmt::format("{} {}: no such parameter; there are{}", option, setting, names));
}

}  // namespace tabiya::tools
