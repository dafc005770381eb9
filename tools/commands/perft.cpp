#include <atomic>
#include <cstdint>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/games/zero_point_one/movegen.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/play/position_argument.h"

namespace tabiya::tools {
namespace {

using zero_point_one::Move;
using zero_point_one::Moves;
using zero_point_one::Position;

struct Options {
  PositionArgument position;
  int depth = 0;
  int threads = 0;
  bool json = false;
};

// All positions `plies` moves after `root`, one for each sequence of moves.
std::vector<Position> positions_after(const Position& root, int plies) {
  std::vector<Position> positions{root};
  for (int ply = 0; ply < plies; ++ply) {
    std::vector<Position> next;
    for (const Position& position : positions) {
      Moves moves;
      generate_all(position, moves);
      for (const Move move : moves) next.emplace_back(position).play(move);
    }
    positions = std::move(next);
  }
  return positions;
}

// perft() with the positions after two plies shared out among threads.
std::uint64_t parallel_perft(const Position& root, int depth, int threads) {
  constexpr int kSplitPlies = 2;
  if (threads == 1 || depth <= kSplitPlies + 1 || root.in_setup_phase()) return perft(root, depth);
  const std::vector<Position> positions = positions_after(root, kSplitPlies);
  std::atomic<std::size_t> next = 0;
  std::vector<std::uint64_t> nodes(static_cast<std::size_t>(threads));
  {
    std::vector<std::jthread> workers;
    for (std::uint64_t& sum : nodes) {
      workers.emplace_back([&] {
        std::uint64_t own = 0;
        for (std::size_t i; (i = next++) < positions.size();) own += perft(positions[i], depth - kSplitPlies);
        sum = own;
      });
    }
  }
  return std::accumulate(nodes.begin(), nodes.end(), std::uint64_t{0});
}

int run_perft(const Options& options) {
  const std::uint64_t nodes = parallel_perft(position_of(options.position), options.depth, options.threads);
  if (options.json) {
    print_json({{"nodes", nodes}});
  } else {
    print_line("{}", nodes);
  }
  return kSuccess;
}

}  // namespace

CommandRun perft(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_position_argument(app, options->position);
  app.add_option("DEPTH", options->depth, "How many plies; a setup is one")
      .required()
      .whole_number(0, zero_point_one::kPlyLimit);
  add_threads_option(app, options->threads);
  add_json_option(app, options->json);
  app.footer("Example: tabiya perft startpos 2");
  return [options] { return run_perft(*options); };
}

}  // namespace tabiya::tools
