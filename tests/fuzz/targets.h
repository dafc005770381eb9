// One entry point for each decoder, shared by the fuzzer (libFuzzer) and the replay driver. Any input must be
// refused or decoded; what was decoded must be encoded to the same input again, where there is one encoding
// only.
#pragma once

#include <cstddef>
#include <span>

namespace tabiya::fuzz {

struct Target {
  const char* name;
  void (*run)(std::span<const std::byte> input);  // aborts on a finding
};

std::span<const Target> targets();

}  // namespace tabiya::fuzz
