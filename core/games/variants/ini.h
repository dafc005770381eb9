// Sections of keys and values, the outer form of files of rules.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"

namespace tabiya::variants {

inline constexpr std::size_t kMostRuleText = std::size_t{1} << 20;  // bytes of a file

// "key = value" in a line of its own.
struct Setting {
  std::string key;
  std::string value;  // without blanks at its ends
  int line = 0;       // from 1
};

// "[name]" or "[name:parent]", and the settings below it. Where a key comes twice, the last one counts.
struct Section {
  std::string name;
  std::string parent;  // empty if it has none
  int line = 0;
  std::vector<Setting> settings;
};

// Lines that begin with # are comments. Errors: kInvalid with the line; kTooLarge.
Result<std::vector<Section>> parse_ini(std::string_view text);

}  // namespace tabiya::variants
