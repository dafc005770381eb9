// What targets say of a finding, and what they have in common.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "codec/result.h"
#include "codec/text.h"
#include "tests/fuzz/targets.h"

namespace tabiya::fuzz {

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "finding: %s\n", what);
  std::abort();
}

inline bool same(Input a, Input b) { return std::ranges::equal(a, b); }

// An error has a place within the input, where it has one.
inline void check_error(const Error& error, Input input) {
  require(!error.message.empty(), "an error without a message");
  require(!error.offset || *error.offset <= input.size() + 8, "an error beyond the input");
}

}  // namespace tabiya::fuzz
