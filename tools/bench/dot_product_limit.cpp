#include "tools/bench/dot_product_limit.h"

#include "core/eval/network.h"
#include "tools/bench/bench.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tabiya::tools {
namespace {

constexpr int kRounds = 100'000;
constexpr int kSums = 12;  // independent, to hide the latency of an instruction

#if defined(__x86_64__)

// An empty statement that the compiler takes to change `sum`: it keeps every instruction of the loop.
#define TABIYA_KEEP(sum) asm volatile("" : "+x"(sum))

__attribute__((target("sse4.1"))) void multiply_sse41() {
  const __m128i x = _mm_set1_epi8(1), w = _mm_set1_epi8(2), ones = _mm_set1_epi16(1);
  __m128i sums[kSums] = {};
  for (int i = 0; i < kRounds; ++i) {
#pragma GCC unroll 12
    for (__m128i& sum : sums) {
      __m128i pairs = x;
      TABIYA_KEEP(pairs);
      sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_maddubs_epi16(pairs, w), ones));
      TABIYA_KEEP(sum);
    }
  }
}

__attribute__((target("avx2"))) void multiply_avx2() {
  const __m256i x = _mm256_set1_epi8(1), w = _mm256_set1_epi8(2), ones = _mm256_set1_epi16(1);
  __m256i sums[kSums] = {};
  for (int i = 0; i < kRounds; ++i) {
#pragma GCC unroll 12
    for (__m256i& sum : sums) {
      __m256i pairs = x;
      TABIYA_KEEP(pairs);
      sum = _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_maddubs_epi16(pairs, w), ones));
      TABIYA_KEEP(sum);
    }
  }
}

// In assembly, because GCC 12 keeps such sums in memory.
__attribute__((target("avx512f,avx512vnni"))) void multiply_avx512() {
  int rounds = kRounds;
  asm volatile(
      "1:\n\t"
      "vpdpbusd %%zmm0, %%zmm1, %%zmm2\n\t"
      "vpdpbusd %%zmm0, %%zmm1, %%zmm3\n\t"
      "vpdpbusd %%zmm0, %%zmm1, %%zmm4\n\t"
      "vpdpbusd %%zmm0, %%zmm1, %%zmm5\n\t"
      "vpdpbusd %%zmm0, %%zmm1, %%zmm6\n\t"
      "vpdpbusd %%zmm0, %%zmm1, %%zmm7\n\t"
      "vpdpbusd %%zmm0, %%zmm1, %%zmm8\n\t"
      "vpdpbusd %%zmm0, %%zmm1, %%zmm9\n\t"
      "vpdpbusd %%zmm0, %%zmm1, %%zmm10\n\t"
      "vpdpbusd %%zmm0, %%zmm1, %%zmm11\n\t"
      "vpdpbusd %%zmm0, %%zmm1, %%zmm12\n\t"
      "vpdpbusd %%zmm0, %%zmm1, %%zmm13\n\t"
      "subl $1, %0\n\t"
      "jnz 1b"
      : "+r"(rounds)
      :
      : "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
        "xmm11", "xmm12", "xmm13");
}

struct Limit {
  std::string_view kernel_set;
  int products;  // of one dot product of a register
  void (*multiply)();
};
constexpr Limit kLimits[] = {
    {"sse41", 16, multiply_sse41}, {"avx2", 32, multiply_avx2}, {"avx512", 64, multiply_avx512}};

#endif

}  // namespace

double product_limit([[maybe_unused]] std::string_view kernel_set) {
#if defined(__x86_64__)
  for (const Limit& limit : kLimits) {
    if (limit.kernel_set != kernel_set) continue;
    return double{kSums} * kRounds * limit.products / least_seconds(50, limit.multiply);
  }
#endif
  return 0;
}

double products_per_evaluation(std::uint32_t width) {
  return 2.0 * width * kHidden0 + kHidden0 * kHidden1 + kHidden1;
}

}  // namespace tabiya::tools
