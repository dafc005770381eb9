// Kernels for SSE4.1, on the plan of the AVX2 ones with registers half as wide: a tile is four times four
// pairs.
#if defined(__x86_64__)

#include <immintrin.h>

#include "core/eval/kernels/kernel.h"

namespace tabiya {
namespace {

__m128i load(const void* from) { return _mm_loadu_si128(static_cast<const __m128i*>(from)); }
void store(void* to, __m128i value) { _mm_storeu_si128(static_cast<__m128i*>(to), value); }

// sum + the products of four activations with four weights, in each 32-bit lane.
__m128i dot(__m128i sum, __m128i activations, __m128i weights) {
  const __m128i pairs = _mm_maddubs_epi16(activations, weights);
  return _mm_add_epi32(sum, _mm_madd_epi16(pairs, _mm_set1_epi16(1)));
}

// Turns four outputs' sums, a lane for each pair, into their activations: a word of four bytes for each pair.
template <int kShift>
__m128i activations(__m128i a, __m128i b, __m128i c, __m128i d) {
  const __m128i ab = _mm_packs_epi32(_mm_srai_epi32(a, kShift), _mm_srai_epi32(b, kShift));
  const __m128i cd = _mm_packs_epi32(_mm_srai_epi32(c, kShift), _mm_srai_epi32(d, kShift));
  const __m128i bytes = _mm_max_epi8(_mm_packs_epi16(ab, cd), _mm_setzero_si128());
  const __m128i transpose = _mm_set_epi32(0x0f0b0703, 0x0e0a0602, 0x0d090501, 0x0c080400);
  return _mm_shuffle_epi8(bytes, transpose);
}

__m128i load_four(const std::uint16_t* from) {
  return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
}

// The activations of four pairs, four inputs to a word; parts[lane] is what is subtracted.
template <int kWidth>
void tile_activations(__m128i* x, const std::uint16_t* opponent, const std::uint16_t* const* parts) {
  for (int group = 0; group < kWidth / 4; ++group) {
    const auto mover = [&](int lane) {
      return _mm_unpacklo_epi64(load_four(parts[lane] + group * 4), load_four(parts[lane + 1] + group * 4));
    };
    const __m128i low = _mm_subs_epu16(load(opponent + group * 64), mover(0));
    const __m128i high = _mm_subs_epu16(load(opponent + group * 64 + 32), mover(2));
    x[group] = _mm_packs_epi16(low, high);
  }
}

template <int kWidth>
struct Sse41 {
  static constexpr int kRegisters = kWidth / 8;
  static constexpr int kBlock = kRegisters < 8 ? kRegisters : 8;

  static void accumulate(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* added,
                         int added_count, const std::int16_t* const* removed, int removed_count) {
    for (int first = 0; first < kRegisters; first += kBlock) {
      __m128i sum[kBlock];
#pragma GCC unroll 8
      for (int i = 0; i < kBlock; ++i) sum[i] = load(from + (first + i) * 8);
      for (int k = 0; k < added_count; ++k) {
#pragma GCC unroll 8
        for (int i = 0; i < kBlock; ++i) sum[i] = _mm_add_epi16(sum[i], load(added[k] + (first + i) * 8));
      }
      for (int k = 0; k < removed_count; ++k) {
#pragma GCC unroll 8
        for (int i = 0; i < kBlock; ++i) sum[i] = _mm_sub_epi16(sum[i], load(removed[k] + (first + i) * 8));
      }
#pragma GCC unroll 8
      for (int i = 0; i < kBlock; ++i) store(to + (first + i) * 8, sum[i]);
    }
  }

  // Here outputs stand in lanes.
  static std::int32_t forward(const PackedLayers& layers, const std::int16_t* mover,
                              const std::int16_t* other) {
    alignas(16) std::int32_t x[kWidth / 2];
    clamp(x, mover);
    clamp(x + kWidth / 4, other);
    __m128i sum[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) sum[i] = load(layers.b0 + 4 * i);
    for (int group = 0; group < kWidth / 2; ++group) {
      const __m128i inputs = _mm_set1_epi32(x[group]);
#pragma GCC unroll 4
      for (int i = 0; i < 4; ++i) sum[i] = dot(sum[i], inputs, load(layers.w0 + group * 16 + 4 * i));
    }
    const __m128i low = _mm_packs_epi32(_mm_srai_epi32(sum[0], 8), _mm_srai_epi32(sum[1], 8));
    const __m128i high = _mm_packs_epi32(_mm_srai_epi32(sum[2], 8), _mm_srai_epi32(sum[3], 8));
    alignas(16) std::int32_t h[4];
    store(h, _mm_max_epi8(_mm_packs_epi16(low, high), _mm_setzero_si128()));

    __m128i result = _mm_setzero_si128();
    for (int i = 0; i < 8; ++i) {
      __m128i h1 = load(layers.b1 + i * 4);
#pragma GCC unroll 4
      for (int k = 0; k < 4; ++k) h1 = dot(h1, _mm_set1_epi32(h[k]), load(layers.w1[k] + i * 4));
      h1 = _mm_max_epi32(_mm_srai_epi32(h1, 6), _mm_setzero_si128());
      h1 = _mm_min_epi32(h1, _mm_set1_epi32(127));
      const __m128i w2 = _mm_cvtepi8_epi32(_mm_cvtsi32_si128(layers.w2[i]));
      result = _mm_add_epi32(result, _mm_mullo_epi32(h1, w2));
    }
    result = _mm_add_epi32(result, _mm_shuffle_epi32(result, 0x4e));
    result = _mm_add_epi32(result, _mm_shuffle_epi32(result, 0xb1));
    return layers.b2 + _mm_cvtsi128_si32(result);
  }

  static void forward_tile(const PackedLayers& layers, const PairTile& tile, std::int32_t* values) {
    for (int quarter = 0; quarter < 4; ++quarter) {
      const std::uint16_t* const own[4] = {tile.mover_own, tile.mover_own, tile.mover_own, tile.mover_own};
      __m128i x[kWidth / 2];
      tile_activations<kWidth>(x, tile.opponent_seen + quarter * 8, own);
      tile_activations<kWidth>(x + kWidth / 4, tile.opponent_own + quarter * 8,
                               tile.mover_seen + quarter * 4);
      store(values + quarter * 4, tile_layers(layers, x));
    }
  }

  static constexpr Kernel kKernel = {accumulate, forward, forward_tile};

 private:
  static void clamp(std::int32_t* x, const std::int16_t* accumulator) {
    for (int i = 0; i < kWidth; i += 16) {
      const __m128i bytes = _mm_packs_epi16(load(accumulator + i), load(accumulator + i + 8));
      store(x + i / 4, _mm_max_epi8(bytes, _mm_setzero_si128()));
    }
  }

  static __m128i tile_layers(const PackedLayers& layers, const __m128i* x) {
    __m128i h0[4];
    for (int first = 0; first < 16; first += 8) {
      __m128i sum[8];
#pragma GCC unroll 8
      for (int o = 0; o < 8; ++o) sum[o] = _mm_set1_epi32(layers.b0[first + o]);
      for (int group = 0; group < kWidth / 2; ++group) {
        const std::int32_t* weights = layers.w0 + group * 16 + first;
#pragma GCC unroll 8
        for (int o = 0; o < 8; ++o) sum[o] = dot(sum[o], x[group], _mm_set1_epi32(weights[o]));
      }
      h0[first / 4] = activations<8>(sum[0], sum[1], sum[2], sum[3]);
      h0[first / 4 + 1] = activations<8>(sum[4], sum[5], sum[6], sum[7]);
    }
    __m128i result = _mm_set1_epi32(layers.b2);
    for (int i = 0; i < 8; ++i) {
      __m128i sum[4];
#pragma GCC unroll 4
      for (int o = 0; o < 4; ++o) {
        sum[o] = _mm_set1_epi32(layers.b1[4 * i + o]);
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) {
          sum[o] = dot(sum[o], h0[k], _mm_set1_epi32(layers.w1[k][4 * i + o]));
        }
      }
      const __m128i h1 = activations<6>(sum[0], sum[1], sum[2], sum[3]);
      result = dot(result, h1, _mm_set1_epi32(layers.w2[i]));
    }
    return result;
  }
};

}  // namespace

const Kernel kSse41Kernels[5] = {Sse41<32>::kKernel, Sse41<64>::kKernel, Sse41<128>::kKernel,
                                 Sse41<256>::kKernel, Sse41<512>::kKernel};

}  // namespace tabiya

#endif
