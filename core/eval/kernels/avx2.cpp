// Kernels for AVX2. A product of 32 activations with 32 weights adds neighbours to 16 bits (vpmaddubsw: two
// products of at most 127 * 127 fit), then to 32 bits (vpmaddwd with ones): three instructions where VNNI
// has one. Sums of more than two products in 16 bits could overflow, so each product is widened by itself.
//
// A tile is processed as two halves of eight pairs, a pair in each lane. Sixteen registers hold eight sums
// next to what else is needed, so the activations go to memory first and are read twice.
#if defined(__x86_64__)

#include <immintrin.h>

#include "core/eval/kernels/kernel.h"
#include "core/eval/kernels/plan.h"

namespace tabiya {
namespace {

struct Avx2Set {
  using Numbers = __m256i;
  using Sums = __m256i;
  using Bytes = __m256i;
  static constexpr int kNumbers = 16, kMostRegisters = 8, kSums = 8, kTileSums = 8;

  static __m256i load(const void* from) { return _mm256_loadu_si256(static_cast<const __m256i*>(from)); }
  static void store(void* to, __m256i value) { _mm256_storeu_si256(static_cast<__m256i*>(to), value); }
  static __m256i add(__m256i a, __m256i b) { return _mm256_add_epi16(a, b); }
  static __m256i subtract(__m256i a, __m256i b) { return _mm256_sub_epi16(a, b); }
  static __m256i load_sums(const std::int32_t* from) { return load(from); }
  static __m256i load_weights(const std::int32_t* from) { return load(from); }
  static __m256i splat(std::int32_t number) { return _mm256_set1_epi32(number); }
  static __m256i broadcast(std::int32_t word) { return _mm256_set1_epi32(word); }

  static __m256i dot(__m256i sum, __m256i activations, __m256i weights) {
    const __m256i pairs = _mm256_maddubs_epi16(activations, weights);
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }

  static void clamp(std::int32_t* x, const std::int16_t* numbers) {
    const __m256i bytes = _mm256_packs_epi16(load(numbers), load(numbers + 16));
    store(x, _mm256_max_epi8(_mm256_permute4x64_epi64(bytes, 0xd8), _mm256_setzero_si256()));
  }

  template <int kShift>
  static __m256i transposed(__m256i a, __m256i b, __m256i c, __m256i d) {
    const __m256i ab = _mm256_packs_epi32(_mm256_srai_epi32(a, kShift), _mm256_srai_epi32(b, kShift));
    const __m256i cd = _mm256_packs_epi32(_mm256_srai_epi32(c, kShift), _mm256_srai_epi32(d, kShift));
    const __m256i bytes = _mm256_max_epi8(_mm256_packs_epi16(ab, cd), _mm256_setzero_si256());
    const __m256i transpose = _mm256_set_epi32(0x0f0b0703, 0x0e0a0602, 0x0d090501, 0x0c080400,  //
                                               0x0f0b0703, 0x0e0a0602, 0x0d090501, 0x0c080400);
    return _mm256_shuffle_epi8(bytes, transpose);
  }
  static void store_first(const __m256i* sum, std::int32_t* h) {
    const __m256i words = _mm256_packs_epi32(_mm256_srai_epi32(sum[0], 8), _mm256_srai_epi32(sum[1], 8));
    const __m256i ordered = _mm256_permute4x64_epi64(words, 0xd8);
    const __m128i bytes =
        _mm_packs_epi16(_mm256_castsi256_si128(ordered), _mm256_extracti128_si256(ordered, 1));
    _mm_store_si128(reinterpret_cast<__m128i*>(h), _mm_max_epi8(bytes, _mm_setzero_si128()));
  }

  static __m256i add_products(__m256i result, __m256i sums, const std::int32_t* w2) {
    const __m256i positive = _mm256_max_epi32(_mm256_srai_epi32(sums, 6), _mm256_setzero_si256());
    const __m256i h1 = _mm256_min_epi32(positive, _mm256_set1_epi32(127));
    const __m128i weights = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(w2));
    return _mm256_add_epi32(result, _mm256_mullo_epi32(h1, _mm256_cvtepi8_epi32(weights)));
  }
  static std::int32_t total(__m256i sums) {
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1)));
  }
};

__m256i load(const void* from) { return Avx2Set::load(from); }

// The activations of eight pairs, four inputs to a word. `mover(group, half)` is what is subtracted.
template <int kWidth, class Mover>
void tile_activations(__m256i* x, const std::uint16_t* opponent, Mover mover) {
  for (int group = 0; group < kWidth / 4; ++group) {
    const __m256i low = _mm256_subs_epu16(load(opponent + group * 64), mover(group, 0));
    const __m256i high = _mm256_subs_epu16(load(opponent + group * 64 + 32), mover(group, 1));
    x[group] = _mm256_packs_epi16(low, high);
  }
}

// The same part for all lanes.
auto broadcast_part(const std::uint16_t* part) {
  return [part](int group, int) {
    return _mm256_broadcastq_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(part + group * 4)));
  };
}

// A part for each of eight lanes, in tile order.
auto gather_parts(const std::uint16_t* const* parts) {
  const __m256i base = _mm256_set1_epi64x(reinterpret_cast<long long>(parts[0]));
  const __m256i first = _mm256_sub_epi64(load(parts), base), second = _mm256_sub_epi64(load(parts + 4), base);
  const __m256i low = _mm256_permute2x128_si256(first, second, 0x20);
  const __m256i high = _mm256_permute2x128_si256(first, second, 0x31);
  return [part = parts[0], low, high](int group, int half) {
    return _mm256_i64gather_epi64(reinterpret_cast<const long long*>(part + group * 4),
                                  half == 0 ? low : high, 1);
  };
}

template <int kWidth>
struct Avx2 : LayerPlan<Avx2Set, kWidth> {
  static void forward_tile(const PackedLayers& layers, const PairTile& tile, std::int32_t* values) {
    for (int half = 0; half < 2; ++half) {
      __m256i x[kWidth / 2];
      const std::uint16_t* own = tile.opponent_own + half * 16;
      tile_activations<kWidth>(x, tile.opponent_seen + half * 16, broadcast_part(tile.mover_own));
      if (tile.mixed) {
        tile_activations<kWidth>(x + kWidth / 4, own, gather_parts(tile.mover_seen + half * 8));
      } else {
        tile_activations<kWidth>(x + kWidth / 4, own, broadcast_part(tile.mover_seen[0]));
      }
      Avx2Set::store(values + half * 8, Avx2::tile_layers(layers, x));
    }
  }

  static constexpr Kernel kKernel = {accumulate_rows<Avx2Set, kWidth>, Avx2::forward, forward_tile};
};

}  // namespace

const Kernel kAvx2Kernels[5] = {Avx2<32>::kKernel, Avx2<64>::kKernel, Avx2<128>::kKernel, Avx2<256>::kKernel,
                                Avx2<512>::kKernel};

}  // namespace tabiya

#endif
