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
#include "core/eval/kernels/plan.h"

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

template <class Dot>
struct NeonSet : Dot {
  using Numbers = int16x8_t;
  using Sums = int32x4_t;
  using Bytes = int8x16_t;
  static constexpr int kNumbers = 8, kMostRegisters = 16, kSums = 4;
  static constexpr int kTileSums = 16;  // stay in registers: there are 32

  static int16x8_t load(const std::int16_t* from) { return vld1q_s16(from); }
  static void store(std::int16_t* to, int16x8_t numbers) { vst1q_s16(to, numbers); }
  static int16x8_t add(int16x8_t a, int16x8_t b) { return vaddq_s16(a, b); }
  static int16x8_t subtract(int16x8_t a, int16x8_t b) { return vsubq_s16(a, b); }
  static int32x4_t load_sums(const std::int32_t* from) { return vld1q_s32(from); }
  static int8x16_t load_weights(const std::int32_t* from) { return vreinterpretq_s8_s32(vld1q_s32(from)); }
  static int32x4_t splat(std::int32_t number) { return vdupq_n_s32(number); }
  static int8x16_t broadcast(std::int32_t word) { return vreinterpretq_s8_s32(vdupq_n_s32(word)); }

  static void clamp(std::int32_t* x, const std::int16_t* numbers) {
    const int8x16_t cut = vcombine_s8(vqmovn_s16(load(numbers)), vqmovn_s16(load(numbers + 8)));
    vst1q_s32(x, vreinterpretq_s32_s8(vmaxq_s8(cut, vdupq_n_s8(0))));
  }

  // Turns sixteen sums into their activations, in the order a, b, c, d.
  template <int kShift>
  static int8x16_t activations(int32x4_t a, int32x4_t b, int32x4_t c, int32x4_t d) {
    const int16x8_t ab = vcombine_s16(vqmovn_s32(vshrq_n_s32(a, kShift)), vqmovn_s32(vshrq_n_s32(b, kShift)));
    const int16x8_t cd = vcombine_s16(vqmovn_s32(vshrq_n_s32(c, kShift)), vqmovn_s32(vshrq_n_s32(d, kShift)));
    return vmaxq_s8(vcombine_s8(vqmovn_s16(ab), vqmovn_s16(cd)), vdupq_n_s8(0));
  }
  template <int kShift>
  static int8x16_t transposed(int32x4_t a, int32x4_t b, int32x4_t c, int32x4_t d) {
    alignas(16) static constexpr std::uint8_t kTranspose[16] = {0, 4, 8,  12, 1, 5, 9,  13,
                                                                2, 6, 10, 14, 3, 7, 11, 15};
    return vqtbl1q_s8(activations<kShift>(a, b, c, d), vld1q_u8(kTranspose));
  }
  static void store_first(const int32x4_t* sum, std::int32_t* h) {
    vst1q_s32(h, vreinterpretq_s32_s8(activations<8>(sum[0], sum[1], sum[2], sum[3])));
  }

  static int32x4_t add_products(int32x4_t result, int32x4_t sums, const std::int32_t* w2) {
    const int32x4_t h1 = vminq_s32(vmaxq_s32(vshrq_n_s32(sums, 6), vdupq_n_s32(0)), vdupq_n_s32(127));
    const int8x8_t weights = vreinterpret_s8_s32(vdup_n_s32(*w2));
    return vmlaq_s32(result, h1, vmovl_s16(vget_low_s16(vmovl_s8(weights))));
  }
  static std::int32_t total(int32x4_t sums) { return vaddvq_s32(sums); }
};

template <class Dot, int kWidth>
struct Neon : LayerPlan<NeonSet<Dot>, kWidth> {
  static void tile_activations(int8x16_t* x, const std::uint16_t* opponent,
                               const std::uint16_t* const* parts) {
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
  static void store_values(std::int32_t* to, int32x4_t values) { vst1q_s32(to, values); }

  static constexpr Kernel kKernel = {accumulate_rows<NeonSet<Dot>, kWidth>, Neon::forward,
                                     forward_quarters<Neon>};
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
