// The plan of the vector kernels. It is templates over a type S of an instruction set, which each kernel's file has in
// an anonymous namespace: so the linker can never share an instance between files (kernel.h says why it must not).
//
// S says:
//   Numbers, kNumbers, kMostRegisters   a register of 16-bit numbers, how many it holds, and how many such registers
//                                       an accumulator is added up in at a time
//   load, store, add, subtract          of such registers
// and LayerPlan also asks for:
//   Sums, kSums, Bytes                  a register of 32-bit sums, how many it holds, and one of activations or weights
//   load_sums, load_weights, splat, broadcast        a word for each lane of sums, or of bytes
//   dot                                 sums + the products of four activations with four weights, in each lane
//   clamp(x, numbers)                   writes the activations of two registers of an accumulator's numbers
//   store_first(sums, h)                writes the activations of the first layer's 16 sums as four words
//   add_products(result, sums, w2)      result + the activations of sums of the second layer times their weights
//   total(sums)                         the sum of all lanes
//   kTileSums                           outputs of a tile's first layer that are summed up at a time
//   transposed<kShift>(a, b, c, d)      four outputs' activations, a lane for each pair: a word of four for each pair
#pragma once

#include "core/eval/kernels/kernel.h"

namespace tabiya {

template <class S, int kWidth>
void accumulate_rows(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* added,
                     int added_count, const std::int16_t* const* removed, int removed_count) {
  constexpr int kRegisters = kWidth / S::kNumbers;
  constexpr int kBlock = kRegisters < S::kMostRegisters ? kRegisters : S::kMostRegisters;
  for (int first = 0; first < kRegisters; first += kBlock) {
    typename S::Numbers sum[kBlock];
#pragma GCC unroll 16
    for (int i = 0; i < kBlock; ++i) sum[i] = S::load(from + (first + i) * S::kNumbers);
    for (int k = 0; k < added_count; ++k) {
#pragma GCC unroll 16
      for (int i = 0; i < kBlock; ++i) sum[i] = S::add(sum[i], S::load(added[k] + (first + i) * S::kNumbers));
    }
    for (int k = 0; k < removed_count; ++k) {
#pragma GCC unroll 16
      for (int i = 0; i < kBlock; ++i)
        sum[i] = S::subtract(sum[i], S::load(removed[k] + (first + i) * S::kNumbers));
    }
#pragma GCC unroll 16
    for (int i = 0; i < kBlock; ++i) S::store(to + (first + i) * S::kNumbers, sum[i]);
  }
}

// A tile as four times four pairs, by the functions of a kernel K: `parts[lane]` is what is subtracted.
template <class K>
void forward_quarters(const PackedLayers& layers, const PairTile& tile, std::int32_t* values) {
  for (int quarter = 0; quarter < 4; ++quarter) {
    const std::uint16_t* const own[4] = {tile.mover_own, tile.mover_own, tile.mover_own, tile.mover_own};
    typename K::Inputs x[2 * K::kGroups];
    K::tile_activations(x, tile.opponent_seen + quarter * 8, own);
    K::tile_activations(x + K::kGroups, tile.opponent_own + quarter * 8, tile.mover_seen + quarter * 4);
    K::store_values(values + quarter * 4, K::tile_layers(layers, x));
  }
}

template <class S, int kWidth>
struct LayerPlan {
  using Sums = typename S::Sums;
  using Inputs = typename S::Bytes;           // four inputs of each pair
  static constexpr int kGroups = kWidth / 4;  // of inputs from one accumulator

  // Here outputs stand in lanes.
  static std::int32_t forward(const PackedLayers& layers, const std::int16_t* mover,
                              const std::int16_t* other) {
    alignas(32) std::int32_t x[kWidth / 2];
    for (int i = 0; i < kWidth; i += 2 * S::kNumbers) S::clamp(x + i / 4, mover + i);
    for (int i = 0; i < kWidth; i += 2 * S::kNumbers) S::clamp(x + kWidth / 4 + i / 4, other + i);
    constexpr int kRegisters = 16 / S::kSums;
    Sums sum[kRegisters];
#pragma GCC unroll 4
    for (int i = 0; i < kRegisters; ++i) sum[i] = S::load_sums(layers.b0 + S::kSums * i);
    for (int group = 0; group < kWidth / 2; ++group) {
      const auto inputs = S::broadcast(x[group]);
#pragma GCC unroll 4
      for (int i = 0; i < kRegisters; ++i)
        sum[i] = S::dot(sum[i], inputs, S::load_weights(layers.w0 + group * 16 + S::kSums * i));
    }
    alignas(16) std::int32_t h[4];
    S::store_first(sum, h);

    Sums result = S::splat(0);
    for (int o = 0; o < 32; o += S::kSums) {
      Sums h1 = S::load_sums(layers.b1 + o);
#pragma GCC unroll 4
      for (int k = 0; k < 4; ++k) h1 = S::dot(h1, S::broadcast(h[k]), S::load_weights(layers.w1[k] + o));
      result = S::add_products(result, h1, layers.w2 + o / 4);
    }
    return layers.b2 + S::total(result);
  }

  // Here pairs stand in lanes.
  static Sums tile_layers(const PackedLayers& layers, const Inputs* x) {
    Inputs h0[4];
    for (int first = 0; first < 16; first += S::kTileSums) {
      Sums sum[S::kTileSums];
#pragma GCC unroll 16
      for (int o = 0; o < S::kTileSums; ++o) sum[o] = S::splat(layers.b0[first + o]);
      for (int group = 0; group < kWidth / 2; ++group) {
        const std::int32_t* weights = layers.w0 + group * 16 + first;
#pragma GCC unroll 16
        for (int o = 0; o < S::kTileSums; ++o) sum[o] = S::dot(sum[o], x[group], S::broadcast(weights[o]));
      }
#pragma GCC unroll 4
      for (int o = 0; o < S::kTileSums; o += 4)
        h0[(first + o) / 4] = S::template transposed<8>(sum[o], sum[o + 1], sum[o + 2], sum[o + 3]);
    }
    Sums result = S::splat(layers.b2);
    for (int i = 0; i < 8; ++i) {
      Sums sum[4];
#pragma GCC unroll 4
      for (int o = 0; o < 4; ++o) {
        sum[o] = S::splat(layers.b1[4 * i + o]);
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) sum[o] = S::dot(sum[o], h0[k], S::broadcast(layers.w1[k][4 * i + o]));
      }
      const Inputs h1 = S::template transposed<6>(sum[0], sum[1], sum[2], sum[3]);
      result = S::dot(result, h1, S::broadcast(layers.w2[i]));
    }
    return result;
  }
};

}  // namespace tabiya
