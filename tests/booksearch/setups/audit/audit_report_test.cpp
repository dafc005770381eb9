#include "booksearch/setups/audit/audit_report.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/random.h"
#include "core/setup/sampling.h"
#include "tests/booksearch/table_book.h"
#include "tests/booksearch/table_oracle.h"

namespace tabiya::booksearch {
namespace audit_report_test {

// What an audit of the whole book against all replies must find, by the definitions.
struct Truth {
  double improvable = 0, wrong = 0, regret = 0, order_regret = 0;
  Score largest_regret = 0, largest_order_regret = 0;
};

Truth truth_of(const TableOracle& oracle, const Book& book, int deeper, Score tolerance) {
  Truth truth;
  const auto size = static_cast<double>(book.entries.size());
  std::vector<Score> values;
  for (const BookEntry& entry : book.entries) {
    const auto value = [&](SetupId blue) { return oracle.value(entry.red, blue, entry.depth + deeper); };
    values.push_back(value(std::ranges::min(all_setups(oracle), {}, value)));
    const Score regret = value(entry.reply) - values.back();
    truth.improvable += (regret > 0) / size;
    truth.wrong += (regret > tolerance) / size;
    truth.regret += regret / size;
    truth.largest_regret = std::max(truth.largest_regret, regret);
  }
  double pairs = 0;
  for (std::size_t i = 0; i < book.entries.size(); ++i) {
    for (std::size_t j = i + 1; j < book.entries.size(); ++j) {
      if (book.entries[i].depth != book.entries[j].depth) continue;
      const Score regret = std::max(0, values[j] - values[i]);
      truth.order_regret += regret;
      truth.largest_order_regret = std::max(truth.largest_order_regret, regret);
      ++pairs;
    }
  }
  truth.order_regret /= pairs;
  return truth;
}

// Gives a part of the entries, drawn at random, another reply.
void damage(Book& book, const TableOracle& oracle, double part, Random& random) {
  const auto size = static_cast<std::uint32_t>(book.entries.size());
  for (const std::uint32_t i : sample_below(size, static_cast<std::uint32_t>(part * size), random))
    book.entries[i].reply = random.below(oracle.blues().count());
}

AuditReport audit_and_report(const TableOracle& oracle, const Book& book, const AuditOptions& options,
                             Score tolerance) {
  return report_on(*audit_book(oracle, book, all_setups(oracle), options), tolerance);
}

TEST(ReportOn, IsExactOnceAllIsAudited) {
  Random random(1);
  for (int round = 0; round < 20; ++round) {
    const TableOracle oracle = noisy_oracle(60 + 2 * random.below(50), random.next(), 500);
    Book book = table_book(oracle);
    damage(book, oracle, 0.2, random);
    const Truth truth = truth_of(oracle, book, 1, 30);
    const AuditReport report = audit_and_report(oracle, book, {.sample = 1000, .deeper = 1}, 30);
    const auto expect_exact = [](const Estimate& estimate, double value) {
      EXPECT_NEAR(estimate.value, value, 1e-9);
      EXPECT_EQ(estimate.interval, (Interval{estimate.value, estimate.value}));
    };
    expect_exact(report.replies.improvable_share, truth.improvable);
    expect_exact(report.replies.wrong_share, truth.wrong);
    expect_exact(report.replies.regret, truth.regret);
    expect_exact(report.order.regret, truth.order_regret);
    EXPECT_EQ(report.replies.largest_regret, truth.largest_regret);
    EXPECT_EQ(report.order.largest_regret, truth.largest_order_regret);
    EXPECT_EQ(report.replies.sampled, book.entries.size());
  }
}

TEST(ReportOn, TellsOfEachDepth) {
  const TableOracle oracle = noisy_oracle(400, 1, 500);
  Book book = table_book(oracle);
  for (BookEntry& entry : book.entries) {
    if (entry.depth == 4) entry.reply ^= 1;
  }
  const AuditReport report = audit_and_report(oracle, book, {.sample = 60}, 0);
  ASSERT_EQ(report.depths.size(), 3u);
  EXPECT_EQ(report.replies.wrong, report.depths[1].replies.wrong);
  std::size_t population = 0, sampled = 0;
  for (int i = 0; i < 3; ++i) {
    const DepthReport& depth = report.depths[static_cast<std::size_t>(i)];
    EXPECT_EQ(depth.depth, 5 - i);
    EXPECT_EQ(depth.searched, 5 - i);
    EXPECT_EQ(depth.replies.wrong, i == 1 ? depth.replies.sampled : 0);
    population += depth.replies.population;
    sampled += depth.replies.sampled;
  }
  EXPECT_EQ(population, 200u);
  EXPECT_EQ(sampled, 60u);
}

// A good book, of which a part is damaged: the intervals have to hold what the whole book would show.
void expect_intervals_to_hold(double part, int deeper, int least) {
  constexpr int kSeeds = 20;
  int wrong = 0, regret = 0, order = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Random random(seed);
    const TableOracle oracle = noisy_oracle(600, random.next(), 20'000);
    Book book = table_book(oracle);
    damage(book, oracle, part, random);
    const Truth truth = truth_of(oracle, book, deeper, 100);
    const AuditReport report =
        audit_and_report(oracle, book, {.sample = 100, .deeper = deeper, .seed = seed}, 100);
    wrong += report.replies.wrong_share.interval.contains(truth.wrong);
    regret += report.replies.regret.interval.contains(truth.regret);
    order += report.order.regret.interval.contains(truth.order_regret);
    EXPECT_LT(report.replies.wrong_share.interval.high, truth.wrong + 0.15);  // and to say something
    EXPECT_LT(report.replies.regret.interval.high, 6 * truth.regret);
    if (deeper > 0) {
      EXPECT_LT(report.order.regret.interval.high, 2 * truth.order_regret);
    }
  }
  EXPECT_GE(wrong, least);
  EXPECT_GE(regret, least);
  EXPECT_GE(order, least);
}

TEST(ReportOn, HoldsTheTruthOfADamagedBook) { expect_intervals_to_hold(0.05, 0, 18); }
TEST(ReportOn, HoldsTheTruthOfADamagedBookSearchedDeeper) { expect_intervals_to_hold(0.05, 2, 18); }

TEST(ReportOn, BoundsWhatWasLeftOut) {
  constexpr int kSeeds = 40;
  int held = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const TableOracle oracle = noisy_oracle(400, seed, 2000);
    Book book = table_book(oracle);
    book.entries.resize(40);
    const auto bound = [&](std::size_t discarded) {
      const AuditOptions options{.sample = 40, .discarded = discarded, .deeper = 1, .seed = seed};
      return audit_and_report(oracle, book, options, 0).worth_keeping_bound;
    };
    held += bound(60) >= bound(1000);  // the latter is the truth
  }
  EXPECT_GE(held, 0.93 * kSeeds);
}

}  // namespace audit_report_test
}  // namespace tabiya::booksearch
