// How a list of blues is cut into tiles of 16 for the pair kernel.
//
// A tile is cheapest when the wazirs of its blues stand on one square, since then one part of Red's serves
// all its lanes. But the list is in an order of importance, and a scan should be able to stop early. So the
// list is cut into chunks, short ones at its head; in each chunk the blues of each wazir square fill whole
// tiles, and what is left over fills mixed tiles.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/eval/kernels/kernel.h"
#include "core/games/zero_point_one/setup.h"

namespace tabiya::zero_point_one {

struct Tile {
  static constexpr std::uint32_t kEmpty = 0xFFFFFFFF;

  std::array<std::uint32_t, kTileLanes> blues;  // indices in the list, ascending; then kEmpty
  std::array<std::uint8_t, kTileLanes>
      wazirs;  // of each lane's blue, index in his setup; of the first if empty
  bool mixed;  // the wazirs differ
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

// `wazirs`: of each blue of the list, the index of the wazir in his setup.
Tiling cut_into_tiles(std::span<const std::uint8_t> wazirs);

}  // namespace tabiya::zero_point_one
