// The entry point of libFuzzer, for the target that the build names.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const tabiya::fuzz::Target* const target = [] {
    for (const tabiya::fuzz::Target& candidate : tabiya::fuzz::targets()) {
      if (std::string_view(candidate.name) == TABIYA_FUZZ_TARGET) return &candidate;
    }
    std::abort();
  }();
  target->run(std::as_bytes(std::span(data, size)));
  return 0;
}
