#include "core/games/zero_point_one/setup.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "tools/bench/bench.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

using zero_point_one::Setup;

// A hash of a sequence of setups: whoever enumerates must hand over every piece of each.
class Digest {
 public:
  void add(const Setup& setup) {
    static_assert(sizeof(Setup) == 2 * sizeof(std::uint64_t));
    std::uint64_t halves[2];
    std::memcpy(halves, setup.data(), sizeof halves);
    value_ = (value_ ^ halves[0]) * 0x9E3779B97F4A7C15 + halves[1];
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

std::uint64_t enumerate() {
  Digest digest;
  zero_point_one::for_each_setup([&](const Setup& setup) { digest.add(setup); });
  return digest.value();
}

std::uint64_t enumerate_with_next_permutation() {
  Digest digest;
  Setup setup = zero_point_one::unrank(0);
  do {
    digest.add(setup);
  } while (std::next_permutation(setup.begin(), setup.end()));
  return digest.value();
}

}  // namespace

std::vector<BenchFigure> bench_setups(const BenchOptions&) {
  std::uint64_t digest = 0;
  std::uint64_t reference = 0;
  const double seconds = least_seconds(5, [&] { digest = enumerate(); });
  const double reference_seconds = least_seconds(5, [&] { reference = enumerate_with_next_permutation(); });
  if (digest != reference) throw Failure("bench setups: the two enumerations differ", kInternalError);
  return {{"seconds", seconds},
          {"next_permutation_seconds", reference_seconds},
          {"times_as_fast", reference_seconds / seconds}};
}

}  // namespace tabiya::tools
