// The kernels in plain C++: the reference next to the others, and what runs if there is nothing better.
#include "core/eval/kernels/kernel.h"
#include "core/eval/kernels/tile_order.h"

namespace tabiya {
namespace {

int clipped(int value) { return value < 0 ? 0 : value > 127 ? 127 : value; }

// The k-th of four weights packed in a word.
int weight(std::int32_t word, int k) {
  return static_cast<std::int8_t>(static_cast<std::uint32_t>(word) >> (8 * k));
}

// outputs += weights * inputs, for the weights of `inputs` neighbouring inputs, packed [inputs / 4][outputs].
template <int kInputs, int kOutputs>
void multiply_add(const std::int32_t* weights, const int* inputs, int* outputs) {
  for (int i = 0; i < kInputs; ++i) {
    const std::int32_t* words = weights + i / 4 * kOutputs;
    for (int o = 0; o < kOutputs; ++o) outputs[o] += weight(words[o], i % 4) * inputs[i];
  }
}

template <int kWidth>
struct Scalar {
  static void accumulate(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* added,
                         int added_count, const std::int16_t* const* removed, int removed_count) {
    for (int i = 0; i < kWidth; ++i) {
      int sum = from[i];
      for (int k = 0; k < added_count; ++k) sum += added[k][i];
      for (int k = 0; k < removed_count; ++k) sum -= removed[k][i];
      to[i] = static_cast<std::int16_t>(sum);
    }
  }

  static std::int32_t layers(const PackedLayers& layers, const int* x) {
    int h0[16];
    for (int o = 0; o < 16; ++o) h0[o] = layers.b0[o];
    multiply_add<2 * kWidth, 16>(layers.w0, x, h0);
    for (int& value : h0) value = clipped(value >> 8);

    int h1[32];
    for (int o = 0; o < 32; ++o) h1[o] = layers.b1[o];
    multiply_add<16, 32>(layers.w1[0], h0, h1);
    for (int& value : h1) value = clipped(value >> 6);

    int result = layers.b2;
    for (int i = 0; i < 32; ++i) result += weight(layers.w2[i / 4], i % 4) * h1[i];
    return result;
  }

  static std::int32_t forward(const PackedLayers& packed, const std::int16_t* mover,
                              const std::int16_t* other) {
    int x[2 * kWidth];
    for (int i = 0; i < kWidth; ++i) {
      x[i] = clipped(mover[i]);
      x[kWidth + i] = clipped(other[i]);
    }
    return layers(packed, x);
  }

  static void forward_tile(const PackedLayers& packed, const PairTile& tile, std::int32_t* values) {
    for (int lane = 0; lane < kTileLanes; ++lane) {
      int x[2 * kWidth];
      for (int i = 0; i < kWidth; ++i) {
        const int at = tile_index(lane, i);
        x[i] = clipped(tile.opponent_seen[at] - tile.mover_own[i]);
        x[kWidth + i] = clipped(tile.opponent_own[at] - tile.mover_seen[lane][i]);
      }
      values[lane] = layers(packed, x);
    }
  }

  static constexpr Kernel kKernel = {accumulate, forward, forward_tile};
};

}  // namespace

const Kernel kScalarKernels[5] = {Scalar<32>::kKernel, Scalar<64>::kKernel, Scalar<128>::kKernel,
                                  Scalar<256>::kKernel, Scalar<512>::kKernel};

}  // namespace tabiya
