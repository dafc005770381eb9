#include "booksearch/cluster/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/random.h"

namespace tabiya::booksearch::cluster {
namespace {

std::vector<double> random_rows(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> rows;
  for (std::size_t i = 0; i < count; ++i) rows.push_back(0.001 * (1 + random.below(2000)));
  return rows;
}

TEST(ClusterSimulation, OneThreadTakesTheSum) {
  const std::vector<double> rows = random_rows(100, 1);
  EXPECT_NEAR(simulate_pass(rows, {.processes = 1, .threads = 1}), std::reduce(rows.begin(), rows.end()),
              1e-9);
}

TEST(ClusterSimulation, LiesBetweenTheBoundsOfListScheduling) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::vector<double> rows = random_rows(1 + seed * 7, seed);
    SimulatedCluster cluster{.processes = 1 + seed % 9, .threads = static_cast<unsigned>(1 + seed % 4)};
    cluster.latency = cluster.handling = 0;
    const double longest = *std::ranges::max_element(rows);
    const double seconds = simulate_pass(rows, cluster);
    EXPECT_GE(seconds, std::max(longest, least_seconds(rows, cluster)) - 1e-9) << seed;
    // Leases of several rows may keep what another thread could take: a few rows each.
    EXPECT_LE(seconds, least_seconds(rows, cluster) + 4 * longest) << seed;
  }
}

TEST(ClusterSimulation, ALateOrSlowLeaderCosts) {
  const std::vector<double> rows = random_rows(2000, 3);
  const double quick = simulate_pass(rows, {.processes = 50, .threads = 1, .latency = 0, .handling = 0});
  EXPECT_GT(simulate_pass(rows, {.processes = 50, .threads = 1, .latency = 0.5, .handling = 0}), quick);
  EXPECT_GT(simulate_pass(rows, {.processes = 50, .threads = 1, .latency = 0, .handling = 0.1}), 2 * quick);
}

}  // namespace
}  // namespace tabiya::booksearch::cluster
