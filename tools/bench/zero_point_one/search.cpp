#include <array>

#include "booksearch/match/openings.h"
#include "core/games/zero_point_one/module.h"
#include "tools/bench/bench.h"
#include "tools/cli/failure.h"
#include "tools/play/engine_options.h"

namespace tabiya::tools {
namespace {

constexpr int kDepth = 15;
constexpr int kOpenings = 6;
constexpr std::array kMiddlegames{
    "2FdDaD1/2AA4/1Wan4/2aA4/1d1d1a2/2aa2D1/5wFd/an1a4 r Faaaaadf 56",
    "NW1DA1FA/DDDFAAA1/8/8/1aA1AdN1/2a2a1A/2Fa1afd/1D2d1w1 b AAa 63",
};

std::vector<PositionHandle> bench_positions(const GameModule& game) {
  std::vector<PositionHandle> positions;
  for (std::uint64_t i = 0; i < kOpenings; ++i) {
    PositionHandle position = game.start();
    for (const std::string& word : random_opening(game, /*seed=*/1, i).moves)
      position = take(position->after(word), "bench search");
    positions.push_back(position);
  }
  for (const char* text : kMiddlegames) positions.push_back(take(game.parse_position(text), "bench search"));
  return positions;
}

}  // namespace

// The nodes are the signature of the search: with the linear evaluation they change with its behaviour, and
// with nothing else.
std::vector<BenchFigure> bench_search(const BenchOptions& options) {
  EngineChoice choice;
  choice.network = options.network.empty() ? std::string(kLinear) : options.network;
  choice.table_megabytes = 16;
  const GameModule& game = zero_point_one::module();
  const auto engine = make_engine(game, choice);
  const std::vector<PositionHandle> positions = bench_positions(game);
  std::uint64_t nodes = 0;
  const double seconds = least_seconds(1, [&] {
    for (const PositionHandle& position : positions) {
      engine->new_game();
      nodes += engine->search({&position, 1}, {.depth = kDepth}, {})->nodes;
    }
  });
  return {{"nodes", static_cast<double>(nodes)}, {"nodes_per_s", static_cast<double>(nodes) / seconds}};
}

}  // namespace tabiya::tools
