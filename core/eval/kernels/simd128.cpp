// Kernels for the 128-bit instructions of WebAssembly, on the plan of the SSE4.1 ones. There is no product of bytes
// here that adds neighbours, only one of 16-bit numbers: activations stay in 16 bits, weights are widened as they are
// loaded, and a sum is two neighbouring lanes, which are added at the end.
#include "core/eval/kernels/simd128.h"

#if defined(__wasm_simd128__)

#include <wasm_simd128.h>

namespace tabiya {
namespace {

// Four activations, for both halves of a register.
v128_t broadcast_four(const std::int16_t* activations) { return wasm_v128_load64_splat(activations); }
// The four weights of two outputs.
v128_t weights_of_two(const std::int32_t* weights) { return wasm_i16x8_load8x8(weights); }
// The four weights of one output, for both halves.
v128_t broadcast_weights(const std::int32_t& weights) {
  return wasm_i16x8_extend_low_i8x16(wasm_v128_load32_splat(&weights));
}

// sum + the products of activations with weights, two in each 32-bit lane.
v128_t dot(v128_t sum, v128_t activations, v128_t weights) {
  return wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(activations, weights));
}

// The sums of neighbouring lanes.
v128_t add_neighbours(v128_t a, v128_t b) {
  return wasm_i32x4_add(wasm_i32x4_shuffle(a, b, 0, 2, 4, 6), wasm_i32x4_shuffle(a, b, 1, 3, 5, 7));
}

v128_t cut(v128_t numbers) {
  return wasm_i16x8_min(wasm_i16x8_max(numbers, wasm_i16x8_const_splat(0)), wasm_i16x8_const_splat(127));
}

// Turns eight sums into their activations.
template <int kShift>
v128_t activations(v128_t a, v128_t b) {
  return cut(wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(a, kShift), wasm_i32x4_shr(b, kShift)));
}

// Four pairs: four numbers for each of two pairs in `low`, for the other two in `high`.
struct FourPairs {
  v128_t low, high;

  void add_products(const FourPairs& activations, v128_t weights) {
    low = dot(low, activations.low, weights);
    high = dot(high, activations.high, weights);
  }
  v128_t sums() const { return add_neighbours(low, high); }
};

// Turns four outputs' sums, a lane for each pair, into their activations.
template <int kShift>
FourPairs pair_activations(v128_t a, v128_t b, v128_t c, v128_t d) {
  const v128_t ab = activations<kShift>(a, b), cd = activations<kShift>(c, d);
  return {wasm_i16x8_shuffle(ab, cd, 0, 4, 8, 12, 1, 5, 9, 13),
          wasm_i16x8_shuffle(ab, cd, 2, 6, 10, 14, 3, 7, 11, 15)};
}

// The activations of four pairs, four inputs at a time; parts[lane] is what is subtracted.
template <int kWidth>
void tile_activations(FourPairs* x, const std::uint16_t* opponent, const std::uint16_t* const* parts) {
  const auto cut_difference = [&](int group, int half) {
    const v128_t first = wasm_v128_load64_zero(parts[2 * half] + group * 4);
    const v128_t mover = wasm_v128_load64_lane(parts[2 * half + 1] + group * 4, first, 1);
    const v128_t difference = wasm_u16x8_sub_sat(wasm_v128_load(opponent + group * 64 + 32 * half), mover);
    return wasm_i16x8_min(difference, wasm_i16x8_const_splat(127));
  };
  for (int group = 0; group < kWidth / 4; ++group)
    x[group] = {cut_difference(group, 0), cut_difference(group, 1)};
}

template <int kWidth>
struct Simd128 {
  static constexpr int kRegisters = kWidth / 8;
  static constexpr int kBlock = kRegisters < 8 ? kRegisters : 8;

  static void accumulate(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* added,
                         int added_count, const std::int16_t* const* removed, int removed_count) {
    for (int first = 0; first < kRegisters; first += kBlock) {
      v128_t sum[kBlock];
#pragma GCC unroll 8
      for (int i = 0; i < kBlock; ++i) sum[i] = wasm_v128_load(from + (first + i) * 8);
      for (int k = 0; k < added_count; ++k) {
#pragma GCC unroll 8
        for (int i = 0; i < kBlock; ++i)
          sum[i] = wasm_i16x8_add(sum[i], wasm_v128_load(added[k] + (first + i) * 8));
      }
      for (int k = 0; k < removed_count; ++k) {
#pragma GCC unroll 8
        for (int i = 0; i < kBlock; ++i)
          sum[i] = wasm_i16x8_sub(sum[i], wasm_v128_load(removed[k] + (first + i) * 8));
      }
#pragma GCC unroll 8
      for (int i = 0; i < kBlock; ++i) wasm_v128_store(to + (first + i) * 8, sum[i]);
    }
  }

  // Here outputs stand in lanes.
  static std::int32_t forward(const PackedLayers& layers, const std::int16_t* mover,
                              const std::int16_t* other) {
    alignas(16) std::int16_t x[2 * kWidth];
    for (int i = 0; i < kWidth; i += 8) {
      wasm_v128_store(x + i, cut(wasm_v128_load(mover + i)));
      wasm_v128_store(x + kWidth + i, cut(wasm_v128_load(other + i)));
    }
    v128_t sum[8] = {};
    for (int group = 0; group < kWidth / 2; ++group) {
      const v128_t inputs = broadcast_four(x + group * 4);
#pragma GCC unroll 8
      for (int i = 0; i < 8; ++i)
        sum[i] = dot(sum[i], inputs, weights_of_two(layers.w0 + group * 16 + 2 * i));
    }
    alignas(16) std::int16_t h0[16];
#pragma GCC unroll 2
    for (int i = 0; i < 2; ++i) {
      const v128_t low =
          wasm_i32x4_add(wasm_v128_load(layers.b0 + 8 * i), add_neighbours(sum[4 * i], sum[4 * i + 1]));
      const v128_t high = wasm_i32x4_add(wasm_v128_load(layers.b0 + 8 * i + 4),
                                         add_neighbours(sum[4 * i + 2], sum[4 * i + 3]));
      wasm_v128_store(h0 + 8 * i, activations<8>(low, high));
    }
    return last_layers(layers, h0);
  }

  static void forward_tile(const PackedLayers& layers, const PairTile& tile, std::int32_t* values) {
    for (int quarter = 0; quarter < 4; ++quarter) {
      const std::uint16_t* const own[4] = {tile.mover_own, tile.mover_own, tile.mover_own, tile.mover_own};
      FourPairs x[kWidth / 2];
      tile_activations<kWidth>(x, tile.opponent_seen + quarter * 8, own);
      tile_activations<kWidth>(x + kWidth / 4, tile.opponent_own + quarter * 8,
                               tile.mover_seen + quarter * 4);
      wasm_v128_store(values + quarter * 4, tile_layers(layers, x));
    }
  }

  static constexpr Kernel kKernel = {accumulate, forward, forward_tile};

 private:
  static std::int32_t last_layers(const PackedLayers& layers, const std::int16_t* h0) {
    v128_t inputs[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) inputs[k] = broadcast_four(h0 + 4 * k);
    v128_t result = wasm_i32x4_const_splat(0);
    for (int o = 0; o < 32; o += 8) {
      v128_t sum[4] = {};
#pragma GCC unroll 4
      for (int k = 0; k < 4; ++k) {
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i) sum[i] = dot(sum[i], inputs[k], weights_of_two(layers.w1[k] + o + 2 * i));
      }
      const v128_t low = wasm_i32x4_add(wasm_v128_load(layers.b1 + o), add_neighbours(sum[0], sum[1]));
      const v128_t high = wasm_i32x4_add(wasm_v128_load(layers.b1 + o + 4), add_neighbours(sum[2], sum[3]));
      result = dot(result, activations<6>(low, high), weights_of_two(layers.w2 + o / 4));
    }
    result = add_neighbours(result, result);
    return layers.b2 + wasm_i32x4_extract_lane(result, 0) + wasm_i32x4_extract_lane(result, 1);
  }

  static v128_t tile_layers(const PackedLayers& layers, const FourPairs* x) {
    FourPairs h0[4];
    for (int first = 0; first < 16; first += 4) {
      FourPairs sum[4] = {};
      for (int group = 0; group < kWidth / 2; ++group) {
        const std::int32_t* weights = layers.w0 + group * 16 + first;
#pragma GCC unroll 4
        for (int o = 0; o < 4; ++o) sum[o].add_products(x[group], broadcast_weights(weights[o]));
      }
      h0[first / 4] = with_biases<8>(sum, layers.b0 + first);
    }
    FourPairs result = {};
    for (int i = 0; i < 8; ++i) {
      FourPairs sum[4] = {};
#pragma GCC unroll 4
      for (int o = 0; o < 4; ++o) {
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) sum[o].add_products(h0[k], broadcast_weights(layers.w1[k][4 * i + o]));
      }
      result.add_products(with_biases<6>(sum, layers.b1 + 4 * i), broadcast_weights(layers.w2[i]));
    }
    return wasm_i32x4_add(wasm_i32x4_splat(layers.b2), result.sums());
  }

  // The activations of four outputs.
  template <int kShift>
  static FourPairs with_biases(const FourPairs* sum, const std::int32_t* biases) {
    v128_t outputs[4];
#pragma GCC unroll 4
    for (int o = 0; o < 4; ++o) outputs[o] = wasm_i32x4_add(wasm_i32x4_splat(biases[o]), sum[o].sums());
    return pair_activations<kShift>(outputs[0], outputs[1], outputs[2], outputs[3]);
  }
};

}  // namespace

const Kernel kSimd128Kernels[5] = {Simd128<32>::kKernel, Simd128<64>::kKernel, Simd128<128>::kKernel,
                                   Simd128<256>::kKernel, Simd128<512>::kKernel};

}  // namespace tabiya

#endif
