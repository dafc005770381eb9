// Options that change a number of a struct by its name: "null_move=0".
#pragma once

#include <charconv>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "tools/cli/failure.h"

namespace tabiya::tools {

// This is more than any parameter can use, and little enough to compute with.
inline constexpr int kMostSetting = 1'000'000;

// `named`: an array of names and pointers to members of `parameters`, all int. `option` is the name of the
// option in messages. Throws Failure.
template <class Named, class Parameters>
void apply_setting(std::string_view option, const std::string& setting, const Named& named,
                   Parameters& parameters) {
  const auto sign = setting.find('=');
  const std::string_view name = std::string_view(setting).substr(0, sign);
  for (const auto& parameter : named) {
    if (parameter.name != name) continue;
    int value = 0;
    const char* const begin = setting.data() + (sign == setting.npos ? setting.size() : sign + 1);
    const char* const end = setting.data() + setting.size();
    const auto [rest, error] = std::from_chars(begin, end, value);
    if (error != std::errc{} || rest != end || value < 0 || value > kMostSetting)
      throw Failure(
          fmt::format("{} {}: the value must be a number from 0 to {}", option, setting, kMostSetting));
    parameters.*parameter.value = value;
    return;
  }
  std::string names;
  for (const auto& parameter : named) names += " " + std::string(parameter.name);
  throw Failure(fmt::format("{} {}: no such parameter; there are{}", option, setting, names));
}

}  // namespace tabiya::tools
