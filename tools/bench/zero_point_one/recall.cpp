#include "booksearch/setups/job/recall.h"

#include <span>
#include <unordered_set>

#include <fmt/format.h>

#include "booksearch/setups/filter/filter.h"
#include "booksearch/work/parallel.h"
#include "core/games/zero_point_one/oracles.h"
#include "core/setup/sampling.h"
#include "tools/assets/network_input.h"
#include "tools/assets/setup_list.h"
#include "tools/bench/bench.h"
#include "tools/bench/recall_curve.h"
#include "tools/bench/zero_point_one/network_bench.h"
#include "tools/cli/failure.h"
#include "tools/cli/version.h"

namespace tabiya::tools {
namespace {

// Reasonable setups: those named in the options, or the best of a sample.
std::vector<SetupId> reasonable_setups(const PairOracle& oracle, const BenchOptions& options) {
  if (!options.replies.empty()) return load_setup_list(options.replies, oracle.blues());
  constexpr std::size_t kPool = 50'000, kSampled = 500, kKept = 1'000;
  const std::vector<SetupId> pool = sample_normalised(oracle.reds(), kPool, options.seed);
  const std::vector<SetupId> blues =
      with_mirrors(oracle.blues(), sample_normalised(oracle.blues(), kSampled, options.seed + 1));
  const auto result = take(booksearch::filter(oracle, pool, blues, {.keep = kKept}), "bench recall");
  std::vector<SetupId> kept;
  for (const booksearch::FilteredRed& red : result.kept) kept.push_back(red.red);
  return kept;
}

// `size` of them, drawn at random.
std::vector<SetupId> draw(std::vector<SetupId> setups, std::size_t size, std::uint64_t seed) {
  Random random(seed);
  for (std::size_t i = 0; i < std::min(size, setups.size()); ++i) {
    const std::size_t other = i + random.below(static_cast<std::uint32_t>(setups.size() - i));
    std::swap(setups[i], setups[other]);
  }
  setups.resize(std::min(size, setups.size()));
  return setups;
}

void add_figures(const booksearch::Recall& recall, const booksearch::Recall& of_all, std::size_t reds,
                 std::vector<BenchFigure>& figures) {
  const std::string list =
      fmt::format("k{}{}", recall.list.replies,
                  recall.list.shared > 0 ? fmt::format("_shared{}", recall.list.shared) : "");
  const auto add = [&](const char* figure, double value) {
    figures.push_back({fmt::format("{}_{}", list, figure), value});
  };
  add("missed_percent", 100 * recall.missed_share);
  add("missed_percent_low", 100 * recall.missed_interval.low);
  add("missed_percent_high", 100 * recall.missed_interval.high);
  add("lost_logit", recall.mean_loss / 1e4);
  add("lost_logit_low", recall.loss_interval.low / 1e4);
  add("lost_logit_high", recall.loss_interval.high / 1e4);
  add("nodes_a_red", static_cast<double>(recall.nodes) / static_cast<double>(reds));
  add("reds_an_hour", 3600 * static_cast<double>(reds) / recall.seconds);
  add("times_as_fast_as_all", of_all.seconds / recall.seconds);
}

}  // namespace

RecallQuestion recall_question(const BenchOptions& options) {
  const auto oracle = std::make_shared<zero_point_one::NetworkOracle>(
      std::make_shared<const PackedNetwork>(bench_network(options)), chosen_kernels());
  std::vector<SetupId> setups = reasonable_setups(*oracle, options);
  std::unordered_set<SetupId> seen;
  std::erase_if(setups, [&](SetupId setup) { return !seen.insert(setup).second; });
  return {oracle, draw(setups, options.sample, options.seed), with_mirrors(oracle->blues(), setups)};
}

std::vector<BenchFigure> bench_recall(const BenchOptions& options) {
  const auto [oracle, reds, replies] = recall_question(options);
  booksearch::RecallTask task{reds, replies, {{.depth = options.depth}}, {}, kRecallTableBytes};
  std::vector<std::uint32_t> lists{30, 100, 300, 1'000};
  if (options.candidates > 0) lists = {options.candidates};
  for (const std::uint32_t candidates : lists) {
    for (const std::uint32_t shared : {0u, 100u})
      task.lists.push_back({0, options.depth, candidates, shared});
  }
  std::vector<BenchFigure> figures{{"reds", static_cast<double>(reds.size())},
                                   {"replies", static_cast<double>(replies.size())},
                                   {"depth", static_cast<double>(options.depth)}};
  booksearch::with_threads(1, [&] {
    const std::vector<booksearch::Recall> recalls = take(measure_recall(*oracle, task), "bench recall");
    for (const booksearch::Recall& recall : std::span(recalls).subspan(1))
      add_figures(recall, recalls.front(), task.reds.size(), figures);
  });
  return figures;
}

}  // namespace tabiya::tools
