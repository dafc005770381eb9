// Kernels for AVX2. A product of 32 activations with 32 weights adds neighbours to 16 bits (vpmaddubsw: two
// products of at most 127 * 127 fit), then to 32 bits (vpmaddwd with ones): three instructions where VNNI
// has one. Sums of more than two products in 16 bits could overflow, so each product is widened by itself.
//
// A tile is processed as two halves of eight pairs, a pair in each lane. Sixteen registers hold eight sums
// next to what else is needed, so the activations go to memory first and are read twice.
#if defined(__x86_64__)

#include <immintrin.h>

#include "core/eval/kernels/kernel.h"

namespace tabiya {
namespace {

__m256i load(const void* from) { return _mm256_loadu_si256(static_cast<const __m256i*>(from)); }
void store(void* to, __m256i value) { _mm256_storeu_si256(static_cast<__m256i*>(to), value); }

// sum + the products of four activations with four weights, in each 32-bit lane.
__m256i dot(__m256i sum, __m256i activations, __m256i weights) {
  const __m256i pairs = _mm256_maddubs_epi16(activations, weights);
  return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

// Turns four outputs' sums, a lane for each pair, into their activations: a word of four bytes for each pair.
template <int kShift>
__m256i activations(__m256i a, __m256i b, __m256i c, __m256i d) {
  const __m256i ab = _mm256_packs_epi32(_mm256_srai_epi32(a, kShift), _mm256_srai_epi32(b, kShift));
  const __m256i cd = _mm256_packs_epi32(_mm256_srai_epi32(c, kShift), _mm256_srai_epi32(d, kShift));
  const __m256i bytes = _mm256_max_epi8(_mm256_packs_epi16(ab, cd), _mm256_setzero_si256());
  const __m256i transpose = _mm256_set_epi32(0x0f0b0703, 0x0e0a0602, 0x0d090501, 0x0c080400,  //
                                             0x0f0b0703, 0x0e0a0602, 0x0d090501, 0x0c080400);
  return _mm256_shuffle_epi8(bytes, transpose);
}

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
struct Avx2 {
  static constexpr int kRegisters = kWidth / 16;
  static constexpr int kBlock = kRegisters < 8 ? kRegisters : 8;

  static void accumulate(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* added,
                         int added_count, const std::int16_t* const* removed, int removed_count) {
    for (int first = 0; first < kRegisters; first += kBlock) {
      __m256i sum[kBlock];
#pragma GCC unroll 8
      for (int i = 0; i < kBlock; ++i) sum[i] = load(from + (first + i) * 16);
      for (int k = 0; k < added_count; ++k) {
#pragma GCC unroll 8
        for (int i = 0; i < kBlock; ++i) sum[i] = _mm256_add_epi16(sum[i], load(added[k] + (first + i) * 16));
      }
      for (int k = 0; k < removed_count; ++k) {
#pragma GCC unroll 8
        for (int i = 0; i < kBlock; ++i)
          sum[i] = _mm256_sub_epi16(sum[i], load(removed[k] + (first + i) * 16));
      }
#pragma GCC unroll 8
      for (int i = 0; i < kBlock; ++i) store(to + (first + i) * 16, sum[i]);
    }
  }

  // Here outputs stand in lanes.
  static std::int32_t forward(const PackedLayers& layers, const std::int16_t* mover,
                              const std::int16_t* other) {
    alignas(32) std::int32_t x[kWidth / 2];
    clamp(x, mover);
    clamp(x + kWidth / 4, other);
    __m256i h0[2] = {load(layers.b0), load(layers.b0 + 8)};
    for (int group = 0; group < kWidth / 2; ++group) {
      const __m256i inputs = _mm256_set1_epi32(x[group]);
      h0[0] = dot(h0[0], inputs, load(layers.w0 + group * 16));
      h0[1] = dot(h0[1], inputs, load(layers.w0 + group * 16 + 8));
    }
    const __m256i words = _mm256_packs_epi32(_mm256_srai_epi32(h0[0], 8), _mm256_srai_epi32(h0[1], 8));
    const __m256i ordered = _mm256_permute4x64_epi64(words, 0xd8);
    const __m128i bytes =
        _mm_packs_epi16(_mm256_castsi256_si128(ordered), _mm256_extracti128_si256(ordered, 1));
    alignas(16) std::int32_t h[4];
    _mm_store_si128(reinterpret_cast<__m128i*>(h), _mm_max_epi8(bytes, _mm_setzero_si128()));

    __m256i result = _mm256_setzero_si256();
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      __m256i sum = load(layers.b1 + i * 8);
#pragma GCC unroll 4
      for (int k = 0; k < 4; ++k) sum = dot(sum, _mm256_set1_epi32(h[k]), load(layers.w1[k] + i * 8));
      const __m256i positive = _mm256_max_epi32(_mm256_srai_epi32(sum, 6), _mm256_setzero_si256());
      const __m256i h1 = _mm256_min_epi32(positive, _mm256_set1_epi32(127));
      const __m128i w2 = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(layers.w2 + i * 2));
      result = _mm256_add_epi32(result, _mm256_mullo_epi32(h1, _mm256_cvtepi8_epi32(w2)));
    }
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(result), _mm256_extracti128_si256(result, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1));
    return layers.b2 + _mm_cvtsi128_si32(sum);
  }

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
      store(values + half * 8, tile_layers(layers, x));
    }
  }

  static constexpr Kernel kKernel = {accumulate, forward, forward_tile};

 private:
  static void clamp(std::int32_t* x, const std::int16_t* accumulator) {
    for (int i = 0; i < kWidth; i += 32) {
      const __m256i bytes = _mm256_packs_epi16(load(accumulator + i), load(accumulator + i + 16));
      const __m256i ordered = _mm256_permute4x64_epi64(bytes, 0xd8);
      store(x + i / 4, _mm256_max_epi8(ordered, _mm256_setzero_si256()));
    }
  }

  static __m256i tile_layers(const PackedLayers& layers, const __m256i* x) {
    __m256i h0[4];
    for (int first = 0; first < 16; first += 8) {
      __m256i sum[8];
#pragma GCC unroll 8
      for (int o = 0; o < 8; ++o) sum[o] = _mm256_set1_epi32(layers.b0[first + o]);
      for (int group = 0; group < kWidth / 2; ++group) {
        const std::int32_t* weights = layers.w0 + group * 16 + first;
#pragma GCC unroll 8
        for (int o = 0; o < 8; ++o) sum[o] = dot(sum[o], x[group], _mm256_set1_epi32(weights[o]));
      }
      h0[first / 4] = activations<8>(sum[0], sum[1], sum[2], sum[3]);
      h0[first / 4 + 1] = activations<8>(sum[4], sum[5], sum[6], sum[7]);
    }
    __m256i result = _mm256_set1_epi32(layers.b2);
    for (int i = 0; i < 8; ++i) {
      __m256i sum[4];
#pragma GCC unroll 4
      for (int o = 0; o < 4; ++o) {
        sum[o] = _mm256_set1_epi32(layers.b1[4 * i + o]);
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) {
          sum[o] = dot(sum[o], h0[k], _mm256_set1_epi32(layers.w1[k][4 * i + o]));
        }
      }
      const __m256i h1 = activations<6>(sum[0], sum[1], sum[2], sum[3]);
      result = dot(result, h1, _mm256_set1_epi32(layers.w2[i]));
    }
    return result;
  }
};

}  // namespace

const Kernel kAvx2Kernels[5] = {Avx2<32>::kKernel, Avx2<64>::kKernel, Avx2<128>::kKernel, Avx2<256>::kKernel,
                                Avx2<512>::kKernel};

}  // namespace tabiya

#endif
