#include <fmt/format.h>

#include <cstdint>

#include "core/games/zero_point_one/oracles.h"
#include "tools/bench/bench.h"
#include "tools/bench/zero_point_one/network_bench.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

constexpr std::size_t kReplies = 20'000;
constexpr std::uint32_t kCachedBlues = 512;  // whose parts stay in the second-level cache
constexpr std::uint32_t kFewBlues = 16;      // what a red is shown that loses at once
constexpr std::size_t kReds = 4;             // short runs, many of them: some are not disturbed
constexpr int kPasses = 100;

struct RowRates {
  double pairs;         // a second, along whole rows
  double cached_pairs;  // a second, again and again along the head of a row
  double reds;          // a second, that are looked at against the first few blues only
  std::uint64_t checksum = 0;
};

// The reds follow each other as in a filter pass.
std::vector<SetupId> reds_of_one_group(const PairOracle& oracle) {
  std::vector<SetupId> reds = bench_setup_ids(64 * kReds, 2);
  std::erase_if(reds, [&](SetupId red) { return oracle.red_group(red) != oracle.red_group(reds.front()); });
  reds.resize(kReds, reds.front());
  return reds;
}

RowRates measure(const std::shared_ptr<const PackedNetwork>& network, const KernelSet& set, int usual_runs) {
  const zero_point_one::NetworkOracle oracle(network, set);
  const auto prepared = oracle.prepare(bench_setup_ids(kReplies, 1));
  const auto scorer = prepared->scorer();
  const std::vector<SetupId> reds = reds_of_one_group(oracle);
  RowRates rates{};
  const auto scan = [&](std::uint32_t blues) {
    rates.checksum = 0;
    for (SetupId red : reds) {
      scorer->set_red(red);
      rates.checksum = rates.checksum * 31 +
                       static_cast<std::uint32_t>(scorer->minimum(0, blues, -kInfiniteScore).red_value);
    }
  };
  const int runs = set.name == "scalar" ? (usual_runs + 19) / 20 : usual_runs;
  rates.reds = static_cast<double>(kReds) / least_seconds(usual_runs, [&] { scan(kFewBlues); });
  rates.cached_pairs = kCachedBlues / least_seconds(10 * runs, [&] {
                         return scorer->minimum(0, kCachedBlues, -kInfiniteScore);
                       });
  rates.pairs = static_cast<double>(kReds * kReplies) / least_seconds(runs, [&] { scan(kReplies); });
  return rates;
}

#if defined(__x86_64__)
// The dot products of 64 bytes (vpdpbusd, its weights from memory) that a core starts in a second, where none waits for
// another. A processor with AVX-512 and VNNI starts one or two in a cycle.
double dot_products_per_second(int runs) {
  constexpr int kRounds = 20'000, kSums = 16;
  alignas(64) static constexpr std::int32_t kWeights[kSums] = {};
  const double seconds = least_seconds(runs, [&] {
    for (int round = 0; round < kRounds; ++round) {
#define TABIYA_DOT(sum) "vpdpbusd 4*" #sum "(%0)%{1to16%}, %%zmm16, %%zmm" #sum "\n\t"
      asm volatile(TABIYA_DOT(0) TABIYA_DOT(1) TABIYA_DOT(2) TABIYA_DOT(3) TABIYA_DOT(4) TABIYA_DOT(5)
                       TABIYA_DOT(6) TABIYA_DOT(7) TABIYA_DOT(8) TABIYA_DOT(9) TABIYA_DOT(10) TABIYA_DOT(11)
                           TABIYA_DOT(12) TABIYA_DOT(13) TABIYA_DOT(14) TABIYA_DOT(15) "vzeroupper"
                   :
                   : "r"(kWeights)
                   : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
                     "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "memory");
#undef TABIYA_DOT
    }
  });
  return kRounds * kSums / seconds;
}

// The number of dot products that the layers of a network of this width take for a pair; one serves 16 pairs
// (core/eval/kernels/avx512.cpp).
double dot_products_of_a_pair(std::uint32_t width) { return (8.0 * width + 128 + 8) / 16; }
#endif

}  // namespace

std::vector<BenchFigure> bench_pairs(const BenchOptions& options) {
  const auto network = std::make_shared<const PackedNetwork>(bench_network(options));
  std::vector<BenchFigure> figures;
  RowRates scalar{};
  for (const KernelSet* set : runnable_kernels()) {
    const RowRates rates = measure(network, *set, options.repeats(kPasses));
    if (figures.empty()) scalar = rates;
    if (rates.checksum != scalar.checksum) {
      throw Failure(fmt::format("bench pairs: kernels scalar and {} differ", set->name), kInternalError);
    }
    const auto add = [&](const char* figure, double value) {
      figures.push_back({fmt::format("{}_{}", set->name, figure), value});
    };
    add("pairs_per_s", rates.pairs);
    add("cached_pairs_per_s", rates.cached_pairs);
    add("losing_reds_per_s", rates.reds);
    add("times_scalar", rates.pairs / scalar.pairs);
#if defined(__x86_64__)
    if (set->name == "avx512") {
      const double limit =
          dot_products_per_second(options.repeats(kPasses)) / dot_products_of_a_pair(network->width());
      add("limit_pairs_per_s", limit);
      add("times_limit", rates.pairs / limit);
    }
#endif
  }
  return figures;
}

}  // namespace tabiya::tools
