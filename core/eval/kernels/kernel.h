// The contract of the kernels: the inner loops of a network's evaluation, written once for each instruction
// set and once in plain C++. All give the same integers.
//
// A kernel's file is compiled with flags of its own, for instructions that the machine may lack. Whatever inline
// function it shared with other files could reach them in its version (the linker keeps any one), so this header holds
// plain data alone, and kernels use nothing but intrinsics and what is local to them. Nor do templates of another file
// serve: in a submitted player, one file, only the kernel's own lines are compiled with its instructions.
//
// Layers are packed by fours: four neighbouring inputs of one output make up one 32-bit word, the lowest in
// the lowest byte, as the dot product instructions take them.
#pragma once

#include <cstdint>

namespace tabiya {

inline constexpr int kTileLanes = 16;  // pairs in a tile

struct PackedLayers {
  const std::int32_t* w0;  // [2 * width / 4][16]
  alignas(64) std::int32_t w1[16 / 4][32];
  alignas(64) std::int32_t w2[32 / 4];
  alignas(64) std::int32_t b0[16];
  alignas(64) std::int32_t b1[32];
  std::int32_t b2;
};

// Sixteen pairs of one mover and sixteen opponents, before the first move. Each of a pair's two accumulators
// is the sum of a part that the mover's pieces make and a part that the opponent's make.
//
// The opponents' parts are stored as part + 2^15, in tile order, and the mover's as 2^15 - part. Then one
// unsigned saturating subtraction, opponent - mover, adds the parts and cuts the sum at 0, and packing with
// signed saturation cuts it at 127. A scan is fastest where the opponents' parts of the next tile follow in
// memory.
struct PairTile {
  const std::uint16_t* mover_own;          // [width], of the mover's accumulator; the same for all lanes
  const std::uint16_t* opponent_seen;      // of the same, in the order of tile_order.h
  const std::uint16_t* const* mover_seen;  // [16][width], of the opponents' accumulators, one for each lane
  const std::uint16_t* opponent_own;       // of the same, in the order of tile_order.h
  bool mixed;                              // the lanes differ in mover_seen
};

struct Kernel {
  // to = from + added rows - removed rows; `to` may be `from`.
  void (*accumulate)(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* added,
                     int added_count, const std::int16_t* const* removed, int removed_count);

  // The layers after the accumulators.
  std::int32_t (*forward)(const PackedLayers& layers, const std::int16_t* mover, const std::int16_t* other);

  // Evaluates a tile of pairs, from the view of the side called mover: values[16].
  void (*forward_tile)(const PackedLayers& layers, const PairTile& tile, std::int32_t* values);
};

// One per instruction set: a kernel for each width of kNetworkWidths, in that order.
extern const Kernel kScalarKernels[5];
#if defined(__x86_64__)
extern const Kernel kSse41Kernels[5];
extern const Kernel kAvx2Kernels[5];
extern const Kernel kAvx512Kernels[5];
#elif defined(__aarch64__)
extern const Kernel kNeonKernels[5];
#if defined(__ARM_FEATURE_DOTPROD) || !defined(__clang__)
#define TABIYA_NEON_DOT_PRODUCT
extern const Kernel kNeonDotKernels[5];
#endif
#endif

}  // namespace tabiya
