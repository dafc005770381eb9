#include "booksearch/setups/filter/fixed_point.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/random.h"
#include "core/setup/sampling.h"
#include "tests/booksearch/table_oracle.h"
#include "tests/support/filter_reference.h"

namespace tabiya::booksearch {
namespace fixed_point_test {

const auto kIgnore = [](const FilterRound&) { return ok_status(); };

// Some setups are stronger than others, on either side.
TableOracle random_oracle(SetupId count, std::uint64_t seed) {
  return TableOracle(count, [seed](SetupId red, SetupId blue, int) {
    const auto strength = [&](SetupId id) { return static_cast<Score>(mix(seed ^ (id / 2)) % 1000); };
    const auto noise = static_cast<Score>(mix(seed + (std::uint64_t{red} << 32 | blue)) % 1500);
    return strength(red) - strength(blue) + noise;
  });
}

// The same iteration, by its definition.
std::vector<FilterRound> iterate_naively(const TableOracle& oracle, const FixedPointOptions& options) {
  std::vector<FilterRound> rounds;
  std::vector<SetupId> pool = sample_normalised(oracle.blues(), options.pool, options.seed);
  while (rounds.size() < options.rounds) {
    std::set<SetupId> blues(pool.begin(), pool.end());
    for (const SetupId id : pool) blues.insert(oracle.blues().mirror(id));
    const std::vector<SetupId> row(blues.begin(), blues.end());
    FilterRound round;
    round.kept = filter_reference(oracle, oracle.reds().normalised_ids(), row, options.keep).kept;
    std::vector<SetupId> kept;
    for (const FilteredRed& red : round.kept) {
      kept.push_back(red.red);
      round.common += static_cast<std::size_t>(std::ranges::count(pool, red.red));
    }
    rounds.push_back(round);
    const bool first = rounds.size() == 1;
    if (!first && std::set(kept.begin(), kept.end()) == std::set(pool.begin(), pool.end())) break;
    pool = kept;
  }
  return rounds;
}

void forget_pairs(std::vector<FilterRound>& rounds) {
  for (FilterRound& round : rounds) round.pairs = 0;
}

TEST(FixedPoint, EqualsTheNaiveIteration) {
  Random random(1);
  int fixed = 0;
  for (int i = 0; i < 300; ++i) {
    const TableOracle oracle = random_oracle(2 + random.below(150), random.next());
    const FixedPointOptions options{1 + random.below(40), 1 + random.below(40), 1 + random.below(8),
                                    random.next()};
    Result<std::vector<FilterRound>> rounds = find_fixed_point(oracle, options, {}, kIgnore);
    ASSERT_TRUE(rounds.ok());
    forget_pairs(*rounds);
    ASSERT_EQ(*rounds, iterate_naively(oracle, options)) << i;
    fixed += rounds->size() < options.rounds ? 1 : 0;
  }
  EXPECT_GT(fixed, 50);
  EXPECT_LT(fixed, 250);
}

TEST(FixedPoint, GoesOnFromFinishedRounds) {
  const TableOracle oracle = random_oracle(300, 5);
  const FixedPointOptions options{30, 30, 6, 7};
  const auto whole = find_fixed_point(oracle, options, {}, kIgnore);
  ASSERT_TRUE(whole.ok());
  for (std::size_t done = 0; done <= whole->size(); ++done) {
    std::size_t seen = 0;
    const auto on_round = [&](const FilterRound& round) {
      EXPECT_EQ(round, (*whole)[done + seen]);
      ++seen;
      return ok_status();
    };
    const std::vector<FilterRound> finished(whole->begin(),
                                            whole->begin() + static_cast<std::ptrdiff_t>(done));
    const auto resumed = find_fixed_point(oracle, options, finished, on_round);
    ASSERT_TRUE(resumed.ok());
    EXPECT_EQ(*resumed, *whole);
    EXPECT_EQ(seen, whole->size() - done);
  }
}

TEST(FixedPoint, PassesOnTheFailureToStoreARound) {
  const TableOracle oracle = random_oracle(50, 5);
  const auto result = find_fixed_point(oracle, {10, 10, 5, 1}, {}, [](const FilterRound&) -> Status {
    return Error{ErrorCode::kIo, "full", {}};
  });
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "full");
}

TEST(FilterRound, OverlapIsAShareOfTheKept) {
  EXPECT_DOUBLE_EQ((FilterRound{{{1, 2, 3}, {4, 5, 6}}, 0, 1}.overlap()), 0.5);
}

// Three normalised reds and 40 blues, which stand for a game whose sides place different setups.
TableOracle uneven_oracle() {
  return TableOracle(6, 40, [](SetupId red, SetupId blue, int depth) {
    return static_cast<Score>(mix(red * 64 + blue + (static_cast<std::uint64_t>(depth) << 32)) % 1000);
  });
}

TEST(FixedPoint, FiltersOnceWhereTheSidesDiffer) {
  const TableOracle oracle = uneven_oracle();
  const FixedPointOptions options{.pool = 7, .keep = 2, .rounds = 1, .seed = 3};
  const auto rounds = find_fixed_point(oracle, options, {}, kIgnore);
  ASSERT_TRUE(rounds.ok());
  ASSERT_EQ(rounds->size(), 1u);
  const std::vector<SetupId> blues = reasonable_blues(oracle, options, rounds->back());
  EXPECT_EQ(blues, with_mirrors(oracle.blues(), sample_normalised(oracle.blues(), 7, 3)));
  EXPECT_EQ(rounds->back().kept, filter_reference(oracle, oracle.reds().normalised_ids(), blues, 2).kept);
  EXPECT_EQ(rounds->back().common, 0u);
}

TEST(FixedPoint, RefusesFurtherRoundsWhereTheSidesDiffer) {
  const auto rounds = find_fixed_point(uneven_oracle(), {.pool = 7, .keep = 2, .rounds = 2}, {}, kIgnore);
  ASSERT_FALSE(rounds.ok());
  EXPECT_EQ(rounds.error().message,
            "a filter of more than one round needs a game in which both sides choose from the same setups");
}

}  // namespace fixed_point_test
}  // namespace tabiya::booksearch
