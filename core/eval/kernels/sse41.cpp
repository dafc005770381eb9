// Kernels for SSE4.1, on the plan of the AVX2 ones with registers half as wide: a tile is four times four
// pairs.
#if defined(__x86_64__)

#include <immintrin.h>

#include "core/eval/kernels/kernel.h"
#include "core/eval/kernels/plan.h"

namespace tabiya {
namespace {

struct Sse41Set {
  using Numbers = __m128i;
  using Sums = __m128i;
  using Bytes = __m128i;
  static constexpr int kNumbers = 8, kMostRegisters = 8, kSums = 4, kTileSums = 8;

  static __m128i load(const void* from) { return _mm_loadu_si128(static_cast<const __m128i*>(from)); }
  static void store(void* to, __m128i value) { _mm_storeu_si128(static_cast<__m128i*>(to), value); }
  static __m128i add(__m128i a, __m128i b) { return _mm_add_epi16(a, b); }
  static __m128i subtract(__m128i a, __m128i b) { return _mm_sub_epi16(a, b); }
  static __m128i load_sums(const std::int32_t* from) { return load(from); }
  static __m128i load_weights(const std::int32_t* from) { return load(from); }
  static __m128i splat(std::int32_t number) { return _mm_set1_epi32(number); }
  static __m128i broadcast(std::int32_t word) { return _mm_set1_epi32(word); }

  static __m128i dot(__m128i sum, __m128i activations, __m128i weights) {
    const __m128i pairs = _mm_maddubs_epi16(activations, weights);
    return _mm_add_epi32(sum, _mm_madd_epi16(pairs, _mm_set1_epi16(1)));
  }

  static void clamp(std::int32_t* x, const std::int16_t* numbers) {
    const __m128i bytes = _mm_packs_epi16(load(numbers), load(numbers + 8));
    store(x, _mm_max_epi8(bytes, _mm_setzero_si128()));
  }

  template <int kShift>
  static __m128i activations(__m128i a, __m128i b, __m128i c, __m128i d) {
    const __m128i ab = _mm_packs_epi32(_mm_srai_epi32(a, kShift), _mm_srai_epi32(b, kShift));
    const __m128i cd = _mm_packs_epi32(_mm_srai_epi32(c, kShift), _mm_srai_epi32(d, kShift));
    return _mm_max_epi8(_mm_packs_epi16(ab, cd), _mm_setzero_si128());
  }
  template <int kShift>
  static __m128i transposed(__m128i a, __m128i b, __m128i c, __m128i d) {
    const __m128i transpose = _mm_set_epi32(0x0f0b0703, 0x0e0a0602, 0x0d090501, 0x0c080400);
    return _mm_shuffle_epi8(activations<kShift>(a, b, c, d), transpose);
  }
  static void store_first(const __m128i* sum, std::int32_t* h) {
    store(h, activations<8>(sum[0], sum[1], sum[2], sum[3]));
  }

  static __m128i add_products(__m128i result, __m128i sums, const std::int32_t* w2) {
    const __m128i positive = _mm_max_epi32(_mm_srai_epi32(sums, 6), _mm_setzero_si128());
    const __m128i h1 = _mm_min_epi32(positive, _mm_set1_epi32(127));
    return _mm_add_epi32(result, _mm_mullo_epi32(h1, _mm_cvtepi8_epi32(_mm_cvtsi32_si128(*w2))));
  }
  static std::int32_t total(__m128i sums) {
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0xb1)));
  }
};

__m128i load_four(const std::uint16_t* from) {
  return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
}

template <int kWidth>
struct Sse41 : LayerPlan<Sse41Set, kWidth> {
  static void tile_activations(__m128i* x, const std::uint16_t* opponent, const std::uint16_t* const* parts) {
    for (int group = 0; group < kWidth / 4; ++group) {
      const auto mover = [&](int lane) {
        return _mm_unpacklo_epi64(load_four(parts[lane] + group * 4), load_four(parts[lane + 1] + group * 4));
      };
      const __m128i low = _mm_subs_epu16(Sse41Set::load(opponent + group * 64), mover(0));
      const __m128i high = _mm_subs_epu16(Sse41Set::load(opponent + group * 64 + 32), mover(2));
      x[group] = _mm_packs_epi16(low, high);
    }
  }
  static void store_values(std::int32_t* to, __m128i values) { Sse41Set::store(to, values); }

  static constexpr Kernel kKernel = {accumulate_rows<Sse41Set, kWidth>, Sse41::forward,
                                     forward_quarters<Sse41>};
};

}  // namespace

const Kernel kSse41Kernels[5] = {Sse41<32>::kKernel, Sse41<64>::kKernel, Sse41<128>::kKernel,
                                 Sse41<256>::kKernel, Sse41<512>::kKernel};

}  // namespace tabiya

#endif
