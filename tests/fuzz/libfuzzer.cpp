// The entry point of libFuzzer, for the target that the build names.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const tabiya::fuzz::Target* const target = tabiya::fuzz::find_target(TABIYA_FUZZ_TARGET);
  if (target == nullptr) std::abort();
  target->run(std::as_bytes(std::span(data, size)));
  return 0;
}
