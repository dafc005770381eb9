// The order of numbers in a tile of 16 pairs.
#pragma once

#include "core/eval/kernels/kernel.h"

namespace tabiya {

inline constexpr int kTileGroup = 4;  // neighbouring inputs that stay together

// The place of input i of the pair in `lane`. Groups of four inputs follow each other. A group is two halves
// of 32 numbers; packing them to bytes as the instructions do it, within each 128 bits, must leave the four
// bytes of lane n in 32-bit word n: so 128 bits of the first half hold lanes 4n and 4n + 1, the same 128 bits
// of the second half lanes 4n + 2 and 4n + 3.
constexpr int tile_index(int lane, int input) {
  const int half = input / kTileGroup * 2 + lane / 2 % 2;
  return half * 32 + lane / 4 * 8 + lane % 2 * 4 + input % kTileGroup;
}

}  // namespace tabiya
