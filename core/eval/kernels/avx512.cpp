// Kernels for AVX-512 with VNNI. A dot product instruction (vpdpbusd) multiplies 64 activations with 64
// weights and adds the products, by fours, to 16 sums; one or two start in each cycle.
//
// A tile keeps a pair in each lane: 16 registers hold the first layer's outputs, the weights are broadcast
// from memory as part of the instruction, and no sum ever crosses lanes. For width 128 that makes, for 16
// pairs, 1,024 + 128 + 8 dot products and some 310 other vector instructions, 192 of them to make the
// activations. The alternative, outputs in lanes and an activation broadcast, costs shuffles at each layer
// and one more instruction for each broadcast, because only the signed operand can come from memory.
//
// A scan over many opponents takes their parts from beyond the second-level cache, and a tile's parts end
// where a page ends, as does the hardware's prefetching. So each tile fetches the one after it in memory,
// two cache lines between any sixteen dot products: rows then go half as fast again.
//
// The limit is the time of a pair's 72.5 dot products alone. Zen 4 starts one in a cycle: 72.5 cycles, 51 M pairs a
// second at 3.7 GHz, of which rows of 20,000 opponents, a mover's parts included, reach 0.72 (`tabiya bench pairs`
// measures both). Where two start in a cycle, rows reach 0.51 of that limit, and tiles in the first-level cache 0.68.
#if defined(__x86_64__)

#include <immintrin.h>

#include "core/eval/kernels/kernel.h"

namespace tabiya {
namespace {

void prefetch(const void* from) { _mm_prefetch(static_cast<const char*>(from), _MM_HINT_T0); }
__m512i load(const void* from) { return _mm512_loadu_si512(from); }

// sum += the products of four activations with the same four weights, in each lane. Left to itself, GCC 12
// loads the weights by an instruction of their own and copies the sum before and after.
void add_products(__m512i& sum, __m512i activations, const std::int32_t& weights) {
  asm("vpdpbusd %2%{1to16%}, %1, %0" : "+v"(sum) : "v"(activations), "m"(weights));
}

// Turns four outputs' sums, a lane for each pair, into their activations: a word of four bytes for each pair.
template <int kShift>
__m512i activations(__m512i a, __m512i b, __m512i c, __m512i d) {
  const __m512i ab = _mm512_packs_epi32(_mm512_srai_epi32(a, kShift), _mm512_srai_epi32(b, kShift));
  const __m512i cd = _mm512_packs_epi32(_mm512_srai_epi32(c, kShift), _mm512_srai_epi32(d, kShift));
  const __m512i bytes = _mm512_max_epi8(_mm512_packs_epi16(ab, cd), _mm512_setzero_si512());
  const __m512i transpose = _mm512_set4_epi32(0x0f0b0703, 0x0e0a0602, 0x0d090501, 0x0c080400);
  return _mm512_shuffle_epi8(bytes, transpose);
}

// The activations of sixteen pairs, four inputs to a word. `mover(group, half)` is what is subtracted.
template <int kWidth, class Mover>
void tile_activations(__m512i* x, const std::uint16_t* opponent, Mover mover) {
  for (int group = 0; group < kWidth / 4; ++group) {
    const __m512i low = _mm512_subs_epu16(load(opponent + group * 64), mover(group, 0));
    const __m512i high = _mm512_subs_epu16(load(opponent + group * 64 + 32), mover(group, 1));
    x[group] = _mm512_packs_epi16(low, high);
  }
}

// The same part for all lanes.
auto broadcast_part(const std::uint16_t* part) {
  return [part](int group, int) {
    return _mm512_broadcastq_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(part + group * 4)));
  };
}

// A part for each lane, in tile order.
auto gather_parts(const std::uint16_t* const* parts) {
  const __m512i base = _mm512_set1_epi64(reinterpret_cast<long long>(parts[0]));
  const __m512i first = _mm512_sub_epi64(load(parts), base), second = _mm512_sub_epi64(load(parts + 8), base);
  const __m512i low = _mm512_permutex2var_epi64(first, _mm512_set_epi64(13, 12, 9, 8, 5, 4, 1, 0), second);
  const __m512i high = _mm512_permutex2var_epi64(first, _mm512_set_epi64(15, 14, 11, 10, 7, 6, 3, 2), second);
  return [part = parts[0], low, high](int group, int half) {
    return _mm512_i64gather_epi64(half == 0 ? low : high, part + group * 4, 1);
  };
}

template <int kWidth>
struct Avx512 {
  static constexpr int kTileSize = kTileLanes * kWidth;
  static constexpr int kRegisters = kWidth / 32;
  static constexpr int kBlock = kRegisters < 8 ? kRegisters : 8;

  static void accumulate(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* added,
                         int added_count, const std::int16_t* const* removed, int removed_count) {
    for (int first = 0; first < kRegisters; first += kBlock) {
      __m512i sum[kBlock];
#pragma GCC unroll 8
      for (int i = 0; i < kBlock; ++i) sum[i] = load(from + (first + i) * 32);
      for (int k = 0; k < added_count; ++k) {
#pragma GCC unroll 8
        for (int i = 0; i < kBlock; ++i) sum[i] = _mm512_add_epi16(sum[i], load(added[k] + (first + i) * 32));
      }
      for (int k = 0; k < removed_count; ++k) {
#pragma GCC unroll 8
        for (int i = 0; i < kBlock; ++i)
          sum[i] = _mm512_sub_epi16(sum[i], load(removed[k] + (first + i) * 32));
      }
#pragma GCC unroll 8
      for (int i = 0; i < kBlock; ++i) _mm512_storeu_si512(to + (first + i) * 32, sum[i]);
    }
  }

  // Here outputs stand in lanes, and four independent sums hide the latency of the instruction.
  static std::int32_t forward(const PackedLayers& layers, const std::int16_t* mover,
                              const std::int16_t* other) {
    alignas(64) std::int8_t bytes[2 * kWidth];
    for (int i = 0; i < kWidth; i += 32) {
      const __m512i zero = _mm512_setzero_si512();
      const __m256i own = _mm512_cvtsepi16_epi8(_mm512_max_epi16(load(mover + i), zero));
      const __m256i others = _mm512_cvtsepi16_epi8(_mm512_max_epi16(load(other + i), zero));
      _mm256_store_si256(reinterpret_cast<__m256i*>(bytes + i), own);
      _mm256_store_si256(reinterpret_cast<__m256i*>(bytes + kWidth + i), others);
    }
    __m512i sum[4] = {load(layers.b0), _mm512_setzero_si512(), _mm512_setzero_si512(),
                      _mm512_setzero_si512()};
    for (int group = 0; group < kWidth / 2; group += 4) {
#pragma GCC unroll 4
      for (int k = 0; k < 4; ++k) {
        sum[k] = _mm512_dpbusd_epi32(sum[k], broadcast(bytes + (group + k) * 4),
                                     load(layers.w0 + (group + k) * 16));
      }
    }
    const __m512i total =
        _mm512_add_epi32(_mm512_add_epi32(sum[0], sum[1]), _mm512_add_epi32(sum[2], sum[3]));
    const __m512i h0 = _mm512_max_epi32(_mm512_srai_epi32(total, 8), _mm512_setzero_si512());
    return hidden_layers(layers, _mm512_cvtsepi32_epi8(h0));
  }

  static void forward_tile(const PackedLayers& layers, const PairTile& tile, std::int32_t* values) {
    __m512i x[kWidth / 2];
    tile_activations<kWidth>(x, tile.opponent_seen, broadcast_part(tile.mover_own));
    if (tile.mixed) {
      tile_activations<kWidth>(x + kWidth / 4, tile.opponent_own, gather_parts(tile.mover_seen));
    } else {
      tile_activations<kWidth>(x + kWidth / 4, tile.opponent_own, broadcast_part(tile.mover_seen[0]));
    }
    _mm512_storeu_si512(values, tile_layers(layers, tile, x));
  }

  static constexpr Kernel kKernel = {accumulate, forward, forward_tile};

 private:
  static __m512i tile_layers(const PackedLayers& layers, const PairTile& tile, const __m512i* x) {
    __m512i sums[16];
#pragma GCC unroll 16
    for (int o = 0; o < 16; ++o) sums[o] = _mm512_set1_epi32(layers.b0[o]);
    for (int group = 0; group < kWidth / 2; ++group) {
      const std::int32_t* weights = layers.w0 + group * 16;
      prefetch(tile.opponent_seen + kTileSize + group * 32);
      prefetch(tile.opponent_own + kTileSize + group * 32);
#pragma GCC unroll 16
      for (int o = 0; o < 16; ++o) {
        add_products(sums[o], x[group], weights[o]);
      }
    }
    __m512i h0[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      h0[i] = activations<8>(sums[4 * i], sums[4 * i + 1], sums[4 * i + 2], sums[4 * i + 3]);
    }
    __m512i result[2] = {_mm512_set1_epi32(layers.b2), _mm512_setzero_si512()};
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i) {
      __m512i sum[4];
#pragma GCC unroll 4
      for (int o = 0; o < 4; ++o) {
        sum[o] = _mm512_set1_epi32(layers.b1[4 * i + o]);
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) {
          add_products(sum[o], h0[k], layers.w1[k][4 * i + o]);
        }
      }
      result[i % 2] = _mm512_dpbusd_epi32(result[i % 2], activations<6>(sum[0], sum[1], sum[2], sum[3]),
                                          _mm512_set1_epi32(layers.w2[i]));
    }
    return _mm512_add_epi32(result[0], result[1]);
  }

  static __m512i broadcast(const std::int8_t* four) { return _mm512_broadcastd_epi32(_mm_loadu_si32(four)); }

  // The second and third layer of one position, from the 16 activations of the first.
  static std::int32_t hidden_layers(const PackedLayers& layers, __m128i h0) {
    alignas(16) std::int8_t bytes[16];
    _mm_store_si128(reinterpret_cast<__m128i*>(bytes), h0);
    __m512i low = load(layers.b1), high = load(layers.b1 + 16);
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) {
      low = _mm512_dpbusd_epi32(low, broadcast(bytes + 4 * k), load(layers.w1[k]));
      high = _mm512_dpbusd_epi32(high, broadcast(bytes + 4 * k), load(layers.w1[k] + 16));
    }
    const __m512i zero = _mm512_setzero_si512();
    const __m128i h1_low = _mm512_cvtsepi32_epi8(_mm512_max_epi32(_mm512_srai_epi32(low, 6), zero));
    const __m128i h1_high = _mm512_cvtsepi32_epi8(_mm512_max_epi32(_mm512_srai_epi32(high, 6), zero));
    const __m256i h1 = _mm256_set_m128i(h1_high, h1_low);
    const __m256i w2 = _mm256_load_si256(reinterpret_cast<const __m256i*>(layers.w2));
    const __m256i sums = _mm256_dpbusd_epi32(_mm256_setzero_si256(), h1, w2);
    return layers.b2 + _mm512_reduce_add_epi32(_mm512_zextsi256_si512(sums));
  }
};

}  // namespace

const Kernel kAvx512Kernels[5] = {Avx512<32>::kKernel, Avx512<64>::kKernel, Avx512<128>::kKernel,
                                  Avx512<256>::kKernel, Avx512<512>::kKernel};

}  // namespace tabiya

#endif
