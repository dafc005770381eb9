// Operations of EPD, which follow a position.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "codec/parsing.h"

namespace tabiya {

// The operations without their semicolons: "hmvc 3", "fmvn 12" and "id \"a; b\"" of `hmvc 3; fmvn 12; id "a; b";`. Lists of
// move counts put the semicolon first, ";D1 20 ;D2 400", and some lists leave the last one out.
inline std::vector<std::string_view> epd_operations(std::string_view text) {
  std::vector<std::string_view> operations;
  for (std::size_t at = 0; (at = text.find_first_not_of(" \t\r\n;", at)) < text.size();) {
    std::size_t end = at;
    for (bool quoted = false; end < text.size() && (quoted || text[end] != ';'); ++end)
      quoted ^= text[end] == '"';
    operations.push_back(trimmed(text.substr(at, end - at)));
    at = end;
  }
  return operations;
}

}  // namespace tabiya
