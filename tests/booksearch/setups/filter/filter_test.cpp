#include "booksearch/setups/filter/filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "booksearch/work/parallel.h"
#include "core/random.h"
#include "core/setup/sampling.h"
#include "tests/booksearch/table_oracle.h"
#include "tests/support/filter_reference.h"

namespace tabiya::booksearch {
namespace filter_test {

using testing::ElementsAre;

// The kinds of tables that the property tests draw from.
enum class Kind { kNoise, kTies, kConstant, kSeparable, kStrongRefuters, kKinds };

// The values of a table depend on the seed and the pair alone.
PairValue table(Kind kind, std::uint64_t seed) {
  return [=](SetupId red, SetupId blue, int) -> Score {
    const auto noise = [&](std::uint64_t x, int range) {
      return static_cast<Score>(mix(x ^ seed) % static_cast<std::uint64_t>(2 * range + 1)) - range;
    };
    const std::uint64_t pair = (std::uint64_t{red} << 32) | blue;
    switch (kind) {
      case Kind::kNoise:
        return noise(pair, 20'000);
      case Kind::kTies:
        return noise(pair, 2);
      case Kind::kConstant:
        return 7;
      case Kind::kSeparable:
        return noise(red, 9'000) - noise(blue + (1ull << 40), 9'000);
      default:
        return noise(red, 5'000) - (mix(blue) % 16 == 0 ? 4'000 : 0) + noise(pair, 3'000);
    }
  };
}

// `size` different ids below `count`, in a random order.
std::vector<SetupId> draw(SetupId count, std::size_t size, Random& random) {
  std::vector<SetupId> ids(count);
  for (SetupId i = 0; i < count; ++i) ids[i] = i;
  for (std::size_t i = 0; i < size; ++i) {
    std::swap(ids[i], ids[i + random.below(static_cast<std::uint32_t>(count - i))]);
  }
  ids.resize(size);
  return ids;
}

TEST(Filter, EqualsBruteForceOnRandomTables) {
  Random random(1);
  for (int round = 0; round < 4000; ++round) {
    const Kind kind = static_cast<Kind>(random.below(static_cast<std::uint32_t>(Kind::kKinds)));
    const SetupId count = 1 + random.below(120);
    const TableOracle oracle(count, table(kind, random.next()), 1 + random.below(5));
    const std::vector<SetupId> reds = draw(count, 1 + random.below(count), random);
    const std::vector<SetupId> blues = draw(count, 1 + random.below(count), random);
    const FilterOptions options{.keep = random.below(count + 2), .block = 1 + random.below(9)};
    const Result<FilterResult> result = filter(oracle, reds, blues, options);
    ASSERT_TRUE(result.ok());
    const FilterResult expected = filter_reference(oracle, reds, blues, options.keep);
    ASSERT_EQ(result->kept, expected.kept) << "round " << round;
  }
}

// Large enough for a sample, scouts and several parts of the row.
TEST(Filter, EqualsBruteForceOnLargerTables) {
  Random random(2);
  for (int kind = 0; kind < static_cast<int>(Kind::kKinds); ++kind) {
    for (const std::size_t keep : {1u, 50u, 700u, 2999u}) {
      const TableOracle oracle(6000, table(static_cast<Kind>(kind), random.next()), 4);
      const std::vector<SetupId> reds = oracle.reds().normalised_ids();
      const std::vector<SetupId> blues = draw(6000, 400, random);
      const Result<FilterResult> result = filter(oracle, reds, blues, {.keep = keep, .block = 64});
      ASSERT_TRUE(result.ok());
      EXPECT_EQ(result->kept, filter_reference(oracle, reds, blues, keep).kept) << kind << " " << keep;
    }
  }
}

// However few reds are in memory at once, also where all have the same value.
TEST(Filter, FindsTheBestOfAllSetups) {
  Random random(5);
  for (int kind = 0; kind < static_cast<int>(Kind::kKinds); ++kind) {
    for (const std::size_t keep : {1u, 50u, 2999u}) {
      const TableOracle oracle(6000, table(static_cast<Kind>(kind), random.next()), 4);
      const std::vector<SetupId> blues = draw(6000, 150, random);
      const auto expected = filter_reference(oracle, oracle.reds().normalised_ids(), blues, keep).kept;
      for (const std::size_t waiting : {1u, 100u, 10'000u}) {
        const Result<FilterResult> result = filter_all(
            oracle, blues, {.keep = keep, .block = 64, .bounded_at_once = 70, .most_waiting = waiting});
        ASSERT_TRUE(result.ok());
        EXPECT_EQ(result->kept, expected) << kind << " " << keep << " " << waiting;
      }
    }
  }
}

TEST(Filter, EvaluatesFewPairsWhereFewBluesRefuteMost) {
  const TableOracle oracle(40'000, table(Kind::kStrongRefuters, 5), 8);
  const std::vector<SetupId> reds = oracle.reds().normalised_ids();
  Random random(3);
  const std::vector<SetupId> blues = draw(40'000, 2'000, random);
  const Result<FilterResult> result = filter(oracle, reds, blues, {.keep = 100, .block = 32});
  ASSERT_TRUE(result.ok());
  const std::uint64_t samples = 256 * blues.size();  // reds that are evaluated in full to learn from
  EXPECT_LT(result->pairs - samples, reds.size() * blues.size() / 20);
}

TEST(Filter, DoesNotDependOnThreadsOrBlocks) {
  const TableOracle oracle(4000, table(Kind::kTies, 9), 4);
  const std::vector<SetupId> reds = oracle.reds().normalised_ids();
  Random random(4);
  const std::vector<SetupId> blues = draw(4000, 300, random);
  std::vector<FilterResult> results;
  for (const int threads : {1, 2, 4}) {
    for (const std::size_t block : {1u, 100u, 5000u}) {
      with_threads(threads, [&] {
        Result<FilterResult> result = filter(oracle, reds, blues, {.keep = 150, .block = block});
        ASSERT_TRUE(result.ok());
        results.push_back(std::move(result).value());
      });
    }
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].kept, results[0].kept);
    EXPECT_EQ(results[i].pairs, results[i % 3].pairs);  // the same block size with one thread
  }
}

TEST(Filter, ReportsProgressAndStops) {
  const TableOracle oracle(2000, table(Kind::kNoise, 9));
  const std::vector<SetupId> reds = oracle.reds().normalised_ids();
  std::atomic<bool> stop = false;
  std::uint64_t reports = 0;
  const Control control{[&](const Progress& progress) {
                          EXPECT_LE(progress.done, progress.total);
                          EXPECT_THAT(progress.stage, testing::StartsWith("round 1"));
                          stop = ++reports >= 3;
                        },
                        &stop};
  const Result<FilterResult> result = filter(oracle, reds, reds, {.keep = 10, .stage = "round 1"}, control);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kStopped);
}

TEST(WithMirrors, ListsEachOnceInOrder) {
  const test::NumberedSetups space(7);
  EXPECT_THAT(with_mirrors(space, std::vector<SetupId>{6, 2, 3, 0}), ElementsAre(0, 1, 2, 3, 6));
}

}  // namespace filter_test
}  // namespace tabiya::booksearch
