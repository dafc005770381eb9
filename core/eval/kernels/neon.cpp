// Kernels for the NEON instructions of 64-bit ARM, on the plan of the SSE4.1 ones: registers are as wide.
// There are two of each: one for processors that have the dot product of bytes (ARMv8.2 with FEAT_DotProd),
// one for those that lack it.
//
// Both come from this one file, which needs no flags: where the compiler is not told that all machines have
// the instruction, it is asked for by its name, in a function that only machines that have it call. (clang's
// own assembler refuses that.)
#if defined(__aarch64__)

#include <arm_neon.h>

#include "core/eval/kernels/kernel.h"

namespace tabiya {
namespace {

// sum + the products of four activations with four weights, in each 32-bit lane. Products of two neighbours
// fit in 16 bits: 2 * 127 * 127 < 2^15.
struct PlainDot {
  static int32x4_t dot(int32x4_t sum, int8x16_t activations, int8x16_t weights) {
    const int16x8_t low = vmull_s8(vget_low_s8(activations), vget_low_s8(weights));
    const int16x8_t high = vmull_high_s8(activations, weights);
    return vpadalq_s16(sum, vpaddq_s16(low, high));
  }
};

#if defined(TABIYA_NEON_DOT_PRODUCT)
struct DotProduct {
  static int32x4_t dot(int32x4_t sum, int8x16_t activations, int8x16_t weights) {
#if defined(__ARM_FEATURE_DOTPROD)
    return vdotq_s32(sum, activations, weights);
#else
    __asm__(".arch armv8.2-a+dotprod\n\tsdot %0.4s, %1.16b, %2.16b"
            : "+w"(sum)
            : "w"(activations), "w"(weights));
    return sum;
#endif
  }
};
#endif

int8x16_t bytes(int32x4_t words) { return vreinterpretq_s8_s32(words); }
int8x16_t broadcast(std::int32_t word) { return bytes(vdupq_n_s32(word)); }

// Turns sixteen sums into their activations, in the order a, b, c, d.
template <int kShift>
int8x16_t activations(int32x4_t a, int32x4_t b, int32x4_t c, int32x4_t d) {
  const int16x8_t ab = vcombine_s16(vqmovn_s32(vshrq_n_s32(a, kShift)), vqmovn_s32(vshrq_n_s32(b, kShift)));
  const int16x8_t cd = vcombine_s16(vqmovn_s32(vshrq_n_s32(c, kShift)), vqmovn_s32(vshrq_n_s32(d, kShift)));
  return vmaxq_s8(vcombine_s8(vqmovn_s16(ab), vqmovn_s16(cd)), vdupq_n_s8(0));
}

// Turns four outputs' sums, a lane for each pair, into a word of four activations for each pair.
template <int kShift>
int8x16_t transposed_activations(int32x4_t a, int32x4_t b, int32x4_t c, int32x4_t d) {
  alignas(16) static constexpr std::uint8_t kTranspose[16] = {0, 4, 8,  12, 1, 5, 9,  13,
                                                              2, 6, 10, 14, 3, 7, 11, 15};
  return vqtbl1q_s8(activations<kShift>(a, b, c, d), vld1q_u8(kTranspose));
}

// The activations of four pairs, four inputs to a word; parts[lane] is what is subtracted.
template <int kWidth>
void tile_activations(int8x16_t* x, const std::uint16_t* opponent, const std::uint16_t* const* parts) {
  for (int group = 0; group < kWidth / 4; ++group) {
    const auto difference = [&](int half) {
      const std::uint16_t* const* lanes = parts + 2 * half;
      const uint16x8_t mover = vcombine_u16(vld1_u16(lanes[0] + group * 4), vld1_u16(lanes[1] + group * 4));
      const uint16x8_t sum = vqsubq_u16(vld1q_u16(opponent + group * 64 + 32 * half), mover);
      return vqmovn_s16(vreinterpretq_s16_u16(sum));
    };
    x[group] = vcombine_s8(difference(0), difference(1));
  }
}

template <class Dot, int kWidth>
struct Neon {
  static constexpr int kRegisters = kWidth / 8;
  static constexpr int kBlock = kRegisters < 16 ? kRegisters : 16;

  static void accumulate(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* added,
                         int added_count, const std::int16_t* const* removed, int removed_count) {
    for (int first = 0; first < kRegisters; first += kBlock) {
      int16x8_t sum[kBlock];
#pragma GCC unroll 16
      for (int i = 0; i < kBlock; ++i) sum[i] = vld1q_s16(from + (first + i) * 8);
      for (int k = 0; k < added_count; ++k) {
#pragma GCC unroll 16
        for (int i = 0; i < kBlock; ++i) sum[i] = vaddq_s16(sum[i], vld1q_s16(added[k] + (first + i) * 8));
      }
      for (int k = 0; k < removed_count; ++k) {
#pragma GCC unroll 16
        for (int i = 0; i < kBlock; ++i) sum[i] = vsubq_s16(sum[i], vld1q_s16(removed[k] + (first + i) * 8));
      }
#pragma GCC unroll 16
      for (int i = 0; i < kBlock; ++i) vst1q_s16(to + (first + i) * 8, sum[i]);
    }
  }

  // Here outputs stand in lanes.
  static std::int32_t forward(const PackedLayers& layers, const std::int16_t* mover,
                              const std::int16_t* other) {
    alignas(16) std::int32_t x[kWidth / 2];
    clamp(x, mover);
    clamp(x + kWidth / 4, other);
    int32x4_t sum[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) sum[i] = vld1q_s32(layers.b0 + 4 * i);
    for (int group = 0; group < kWidth / 2; ++group) {
      const int8x16_t inputs = broadcast(x[group]);
#pragma GCC unroll 4
      for (int i = 0; i < 4; ++i)
        sum[i] = Dot::dot(sum[i], inputs, bytes(vld1q_s32(layers.w0 + group * 16 + 4 * i)));
    }
    alignas(16) std::int32_t h[4];
    vst1q_s32(h, vreinterpretq_s32_s8(activations<8>(sum[0], sum[1], sum[2], sum[3])));

    int32x4_t result = vdupq_n_s32(0);
    for (int i = 0; i < 8; ++i) {
      int32x4_t h1 = vld1q_s32(layers.b1 + i * 4);
#pragma GCC unroll 4
      for (int k = 0; k < 4; ++k) h1 = Dot::dot(h1, broadcast(h[k]), bytes(vld1q_s32(layers.w1[k] + i * 4)));
      h1 = vminq_s32(vmaxq_s32(vshrq_n_s32(h1, 6), vdupq_n_s32(0)), vdupq_n_s32(127));
      const int8x8_t w2 = vreinterpret_s8_s32(vdup_n_s32(layers.w2[i]));
      result = vmlaq_s32(result, h1, vmovl_s16(vget_low_s16(vmovl_s8(w2))));
    }
    return layers.b2 + vaddvq_s32(result);
  }

  static void forward_tile(const PackedLayers& layers, const PairTile& tile, std::int32_t* values) {
    for (int quarter = 0; quarter < 4; ++quarter) {
      const std::uint16_t* const own[4] = {tile.mover_own, tile.mover_own, tile.mover_own, tile.mover_own};
      int8x16_t x[kWidth / 2];
      tile_activations<kWidth>(x, tile.opponent_seen + quarter * 8, own);
      tile_activations<kWidth>(x + kWidth / 4, tile.opponent_own + quarter * 8,
                               tile.mover_seen + quarter * 4);
      vst1q_s32(values + quarter * 4, tile_layers(layers, x));
    }
  }

  static constexpr Kernel kKernel = {accumulate, forward, forward_tile};

 private:
  static void clamp(std::int32_t* x, const std::int16_t* accumulator) {
    for (int i = 0; i < kWidth; i += 16) {
      const int8x16_t cut =
          vcombine_s8(vqmovn_s16(vld1q_s16(accumulator + i)), vqmovn_s16(vld1q_s16(accumulator + i + 8)));
      vst1q_s32(x + i / 4, vreinterpretq_s32_s8(vmaxq_s8(cut, vdupq_n_s8(0))));
    }
  }

  // All sixteen sums stay in registers: there are 32.
  static int32x4_t tile_layers(const PackedLayers& layers, const int8x16_t* x) {
    int32x4_t sum[16];
#pragma GCC unroll 16
    for (int o = 0; o < 16; ++o) sum[o] = vdupq_n_s32(layers.b0[o]);
    for (int group = 0; group < kWidth / 2; ++group) {
      const std::int32_t* weights = layers.w0 + group * 16;
#pragma GCC unroll 16
      for (int o = 0; o < 16; ++o) sum[o] = Dot::dot(sum[o], x[group], broadcast(weights[o]));
    }
    int8x16_t h0[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i)
      h0[i] = transposed_activations<8>(sum[4 * i], sum[4 * i + 1], sum[4 * i + 2], sum[4 * i + 3]);

    int32x4_t result = vdupq_n_s32(layers.b2);
    for (int i = 0; i < 8; ++i) {
      int32x4_t h1[4];
#pragma GCC unroll 4
      for (int o = 0; o < 4; ++o) {
        h1[o] = vdupq_n_s32(layers.b1[4 * i + o]);
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) h1[o] = Dot::dot(h1[o], h0[k], broadcast(layers.w1[k][4 * i + o]));
      }
      result =
          Dot::dot(result, transposed_activations<6>(h1[0], h1[1], h1[2], h1[3]), broadcast(layers.w2[i]));
    }
    return result;
  }
};

}  // namespace

const Kernel kNeonKernels[5] = {Neon<PlainDot, 32>::kKernel, Neon<PlainDot, 64>::kKernel,
                                Neon<PlainDot, 128>::kKernel, Neon<PlainDot, 256>::kKernel,
                                Neon<PlainDot, 512>::kKernel};
#if defined(TABIYA_NEON_DOT_PRODUCT)
const Kernel kNeonDotKernels[5] = {Neon<DotProduct, 32>::kKernel, Neon<DotProduct, 64>::kKernel,
                                   Neon<DotProduct, 128>::kKernel, Neon<DotProduct, 256>::kKernel,
                                   Neon<DotProduct, 512>::kKernel};
#endif

}  // namespace tabiya

#endif
