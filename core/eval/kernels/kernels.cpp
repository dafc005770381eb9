#include "core/eval/kernels/kernels.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/eval/kernels/simd128.h"
#include "core/eval/network.h"

#if defined(TABIYA_NEON_DOT_PRODUCT) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace tabiya {
namespace {

#if defined(TABIYA_NEON_DOT_PRODUCT)
bool has_dot_product() {
#if defined(__ARM_FEATURE_DOTPROD)
  return true;
#elif defined(__linux__)
  return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
#else
  return false;  // nobody to ask
#endif
}
#endif

constexpr auto kSets = std::to_array<KernelSet>({
  {"scalar", [] { return true; }, kScalarKernels},
#if defined(__x86_64__)
      {"sse41", [] { return __builtin_cpu_supports("sse4.1") != 0; }, kSse41Kernels},
      {"avx2", [] { return __builtin_cpu_supports("avx2") != 0; }, kAvx2Kernels},
      {"avx512",
       [] {
         return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
                __builtin_cpu_supports("avx512vnni") != 0;
       },
       kAvx512Kernels},
#elif defined(__aarch64__)
      {"neon", [] { return true; }, kNeonKernels},
#if defined(TABIYA_NEON_DOT_PRODUCT)
      {"neondot", has_dot_product, kNeonDotKernels},
#endif
#elif defined(__wasm_simd128__)
      {"simd128", [] { return true; }, kSimd128Kernels},
#endif
});

}  // namespace

const Kernel& KernelSet::for_width(std::uint32_t width) const {
  return kernels[std::ranges::find(kNetworkWidths, width) - kNetworkWidths.begin()];
}

std::span<const KernelSet> kernel_sets() { return kSets; }

Result<const KernelSet*> select_kernels(std::string_view name) {
  if (name.empty()) {
    const auto fastest =
        std::find_if(kSets.rbegin(), kSets.rend(), [](auto& set) { return set.supported(); });
    return &*fastest;
  }
  std::string names;
  for (const KernelSet& set : kSets) {
    if (set.name == name) {
      if (set.supported()) return &set;
      return unsupported("this machine lacks the instructions of kernel \"" + std::string(name) + "\"");
    }
    names += (names.empty() ? "" : ", ") + std::string(set.name);
  }
  return invalid("unknown kernel \"" + std::string(name) + "\"; there are " + names);
}

}  // namespace tabiya
