// The searches of a book on many machines, by the clock of a simulation (booksearch/cluster/simulation.h).
// What rows cost comes from a book: the nodes of its entries, each for the depth that it was searched to.
#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "booksearch/cluster/simulation.h"
#include "core/random.h"
#include "tools/assets/book_input.h"
#include "tools/assets/shipped.h"
#include "tools/bench/bench.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

using booksearch::cluster::SimulatedCluster;

constexpr double kNodesPerSecond = 1.3e6;  // of one thread: `tabiya bench search`
constexpr std::size_t kProcesses[] = {10, 64, 256, 1024, 4096};

// One stage: all reds that were searched as deep as that or deeper.
struct Stage {
  int depth = 0;
  std::vector<double> seconds;  // of each row, in the order of the book
};

// Of reds that were searched deeper, what the row of this depth has cost is not known any more: it is drawn
// from those of which it is.
std::vector<Stage> stages_of(const Book& book, std::uint64_t seed) {
  std::map<int, std::vector<double>> known;
  for (const BookEntry& entry : book.entries)
    if (entry.nodes > 0) known[entry.depth].push_back(static_cast<double>(entry.nodes) / kNodesPerSecond);
  Random random(seed);
  std::vector<Stage> stages;
  for (const auto& [depth, seconds] : known) {
    Stage& stage = stages.emplace_back();
    stage.depth = depth;
    for (const BookEntry& entry : book.entries) {
      if (entry.depth < depth) continue;
      stage.seconds.push_back(seconds[random.below(static_cast<std::uint32_t>(seconds.size()))]);
    }
  }
  return stages;
}

// Seconds of all stages, one after the other.
struct Total {
  double taken = 0, least = 0;

  void add(std::span<const double> rows, const SimulatedCluster& cluster) {
    taken += simulate_pass(rows, cluster);
    least += least_seconds(rows, cluster);
  }
  double share() const { return least / taken; }
};

}  // namespace

std::vector<BenchFigure> bench_cluster(const BenchOptions& options) {
  const LoadedBook loaded = load_book(options.book.empty() ? std::string(kShipped) : options.book);
  const std::vector<Stage> stages = stages_of(loaded.book, options.seed);
  if (stages.empty()) throw Failure("bench cluster: the book does not say what its entries have cost");
  std::vector<BenchFigure> figures;
  for (const std::size_t processes : kProcesses) {
    const SimulatedCluster cluster{.processes = processes};
    Total all, sorted;
    for (Stage stage : stages) {
      Total one;
      one.add(stage.seconds, cluster);
      all.add(stage.seconds, cluster);
      figures.push_back({fmt::format("depth_{}_on_{}", stage.depth, processes), one.share()});
      std::ranges::sort(stage.seconds, std::greater{});
      sorted.add(stage.seconds, cluster);
    }
    figures.push_back({fmt::format("all_on_{}", processes), all.share()});
    figures.push_back({fmt::format("long_rows_first_on_{}", processes), sorted.share()});
    figures.push_back({fmt::format("seconds_on_{}", processes), all.taken});
  }
  return figures;
}

}  // namespace tabiya::tools
