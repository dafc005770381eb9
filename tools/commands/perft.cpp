#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "booksearch/work/parallel.h"
#include "core/game/game_module.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/play/position_argument.h"

namespace tabiya::tools {
namespace {

struct PerftOptions {
  PositionArgument position;
  int depth = 0;
  int threads = 0;
  bool divide = false;
  bool json = false;
};

// All positions `plies` moves after `root`, one for each sequence of moves. The result is empty if a game is
// drawn on the way: the position there lists no moves, but perft() counts on.
std::optional<std::vector<PositionHandle>> positions_after(const PositionHandle& root, int plies) {
  std::vector<PositionHandle> positions{root};
  for (int ply = 0; ply < plies; ++ply) {
    std::vector<PositionHandle> next;
    for (const PositionHandle& position : positions) {
      if (position->outcome() == Outcome::kDraw) return std::nullopt;
      for (const MoveText& move : position->moves()) next.push_back(position->after(move.wire).value());
    }
    positions = std::move(next);
  }
  return positions;
}

// perft() with the positions after two plies shared out among threads.
std::uint64_t parallel_perft(const PositionHandle& root, int depth, int threads) {
  constexpr int kSplitPlies = 2;
  if (threads == 1 || depth <= kSplitPlies + 1 || root->in_setup_phase()) return root->perft(depth);
  const auto positions = positions_after(root, kSplitPlies);
  if (!positions) return root->perft(depth);
  std::vector<std::uint64_t> nodes(positions->size());
  booksearch::with_threads(threads, [&] {
    booksearch::for_each_index(
        nodes.size(), [&](std::size_t i) { nodes[i] = (*positions)[i]->perft(depth - kSplitPlies); });
  });
  return std::accumulate(nodes.begin(), nodes.end(), std::uint64_t{0});
}

// Prints the count of each first move, and returns their sum.
std::uint64_t divide(const PositionHandle& root, const PerftOptions& options) {
  if (root->in_setup_phase())
    throw Failure("--divide: a setup is to be placed; give both setups with --moves");
  std::uint64_t sum = 0;
  for (const MoveText& move : root->moves()) {
    const PositionHandle next = root->after(move.wire).value();
    const std::uint64_t nodes = parallel_perft(next, options.depth - 1, options.threads);
    sum += nodes;
    print_json_or_line(options.json, {{"move", move.wire}, {"nodes", nodes}}, "{:<5} {}", move.wire, nodes);
    flush_output();
  }
  return sum;
}

int run_perft(const PerftOptions& options) {
  const PositionHandle root = position_of(options.position);
  const int most = game_of(options.position).facts().ply_limit;
  if (options.depth > most)
    throw Failure(
        fmt::format("DEPTH: {} is more than the {} plies that a game can have", options.depth, most));
  const std::uint64_t nodes = options.divide && options.depth > 0
                                  ? divide(root, options)
                                  : parallel_perft(root, options.depth, options.threads);
  print_json_or_line(options.json, {{"nodes", nodes}}, "{}", nodes);
  return kSuccess;
}

}  // namespace

CommandRun perft(CommandLine& app) {
  constexpr int kMostPlies = 1'000;
  const auto options = std::make_shared<PerftOptions>();
  add_position_argument(app, options->position);
  app.add_option("DEPTH", options->depth, "Number of plies; a setup is one ply")
      .required()
      .whole_number(0, kMostPlies);
  app.add_flag("--divide", options->divide, "Also print the count of each first move");
  add_threads_option(app, options->threads);
  add_json_option(app, options->json);
  app.footer("Example: tabiya perft startpos 2");
  return [options] { return run_perft(*options); };
}

}  // namespace tabiya::tools
