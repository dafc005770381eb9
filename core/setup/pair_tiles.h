// Cuts a list of blues into tiles of 16 for the pair kernel.
//
// A tile is cheapest when all its blues have one king bucket (core/eval/features.h), since then one part of
// Red's serves all its lanes. But the list is in an order of importance, and a scan should be able to stop
// early. So the list is cut into chunks, short ones at its head; in each chunk the blues of each king bucket
// fill whole tiles, and what is left over fills mixed tiles.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/eval/kernels/kernel.h"

namespace tabiya {

struct Tile {
  static constexpr std::uint32_t kEmpty = 0xFFFFFFFF;

  std::array<std::uint32_t, kTileLanes> blues;        // indices in the list, ascending; then kEmpty
  std::array<std::uint8_t, kTileLanes> king_buckets;  // of each lane's blue; of the first if empty
  bool mixed;                                         // the king buckets differ
};

// A range of the list and the tiles that hold it.
struct Chunk {
  std::uint32_t first_blue;
  std::uint32_t last_blue;  // exclusive, as all ends here
  std::uint32_t first_tile;
  std::uint32_t last_tile;
};

struct Tiling {
  std::vector<Chunk> chunks;  // in the order of the list
  std::vector<Tile> tiles;
};

// `king_buckets`: of each blue of the list.
Tiling cut_into_tiles(std::span<const std::uint8_t> king_buckets);

}  // namespace tabiya
