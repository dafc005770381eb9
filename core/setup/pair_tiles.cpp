#include "core/setup/pair_tiles.h"

#include <algorithm>
#include <map>

namespace tabiya {
namespace {

// A chunk is as long as the list before it, within these bounds.
constexpr std::size_t kMinChunk = 4 * kTileLanes;
constexpr std::size_t kMaxChunk = 128 * kTileLanes;

// `blues`: at most 16, ascending.
Tile make_tile(std::span<const std::uint32_t> blues, std::span<const std::uint8_t> king_buckets) {
  Tile tile;
  tile.blues.fill(Tile::kEmpty);
  tile.king_buckets.fill(king_buckets[blues.front()]);
  tile.mixed = false;
  for (std::size_t lane = 0; lane < blues.size(); ++lane) {
    tile.blues[lane] = blues[lane];
    tile.king_buckets[lane] = king_buckets[blues[lane]];
    tile.mixed |= tile.king_buckets[lane] != tile.king_buckets[0];
  }
  return tile;
}

void append_tiles(std::span<const std::uint32_t> blues, std::span<const std::uint8_t> king_buckets,
                  std::vector<Tile>& tiles) {
  for (std::size_t at = 0; at < blues.size(); at += kTileLanes) {
    tiles.push_back(
        make_tile(blues.subspan(at, std::min<std::size_t>(kTileLanes, blues.size() - at)), king_buckets));
  }
}

}  // namespace

Tiling cut_into_tiles(std::span<const std::uint8_t> king_buckets) {
  Tiling tiling;
  std::vector<Tile>& tiles = tiling.tiles;
  for (std::size_t first = 0; first < king_buckets.size();) {
    const std::size_t last = std::min(king_buckets.size(), first + std::clamp(first, kMinChunk, kMaxChunk));
    const std::size_t first_tile = tiles.size();
    std::map<std::uint8_t, std::vector<std::uint32_t>> by_bucket;
    for (std::size_t i = first; i < last; ++i)
      by_bucket[king_buckets[i]].push_back(static_cast<std::uint32_t>(i));

    std::vector<std::uint32_t> rest;
    for (const auto& [king_bucket, blues] : by_bucket) {
      const std::size_t whole = blues.size() / kTileLanes * kTileLanes;
      append_tiles(std::span(blues).first(whole), king_buckets, tiles);
      rest.insert(rest.end(), blues.begin() + static_cast<std::ptrdiff_t>(whole), blues.end());
    }
    std::ranges::sort(rest);
    append_tiles(rest, king_buckets, tiles);
    std::sort(tiles.begin() + static_cast<std::ptrdiff_t>(first_tile), tiles.end(),
              [](const Tile& a, const Tile& b) { return a.blues[0] < b.blues[0]; });

    tiling.chunks.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last),
                             static_cast<std::uint32_t>(first_tile),
                             static_cast<std::uint32_t>(tiles.size())});
    first = last;
  }
  return tiling;
}

}  // namespace tabiya
