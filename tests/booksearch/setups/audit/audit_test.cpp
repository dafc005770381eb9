#include "booksearch/setups/audit/audit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>

#include "booksearch/work/parallel.h"
#include "core/random.h"
#include "tests/booksearch/table_book.h"
#include "tests/booksearch/table_oracle.h"

namespace tabiya::booksearch {
namespace audit_test {

TEST(Loss, IsNeverNegativeAndBounded) {
  EXPECT_EQ(loss(300, 100), 200);
  EXPECT_EQ(loss(100, 300), 0);
  EXPECT_EQ(loss(win_in(3), win_in(9)), 0);
  EXPECT_EQ(loss(win_in(3), 500), kMostValue - 500);
  EXPECT_EQ(loss(win_in(3), loss_in(3)), 2 * kMostValue);
}

// The minimum of a row over all replies, by the definition.
Score row_value(const TableOracle& oracle, SetupId red, int depth) {
  Score value = kInfiniteScore;
  for (const SetupId blue : all_setups(oracle)) value = std::min(value, oracle.value(red, blue, depth));
  return value;
}

TEST(AuditBook, SearchesEntriesDeeperAgainstAllReplies) {
  Random random(1);
  for (int round = 0; round < 50; ++round) {
    const TableOracle oracle = noisy_oracle(40 + 2 * random.below(40), random.next(), 400);
    const Book book = table_book(oracle);
    const std::vector<SetupId> replies = all_setups(oracle);
    AuditOptions options{.sample = 12, .seed = random.next()};
    const int deeper = static_cast<int>(random.below(4));
    if (round % 2 == 0) {
      options.deeper = deeper;
    } else {
      options.depth = 7;
    }
    const auto audit = audit_book(oracle, book, replies, options);
    ASSERT_TRUE(audit.ok());
    ASSERT_EQ(audit->entries.size(), 12u);
    for (const AuditedEntry& audited : audit->entries) {
      const BookEntry& entry = book.entries[audited.entry];
      EXPECT_EQ(audited.depth, options.depth ? 7 : entry.depth + deeper);
      EXPECT_EQ(audited.reply_value, oracle.value(entry.red, entry.reply, audited.depth));
      EXPECT_EQ(audited.best.red, entry.red);
      EXPECT_EQ(audited.best.red_value, row_value(oracle, entry.red, audited.depth));
      EXPECT_EQ(audited.best.red_value, oracle.value(entry.red, audited.best.reply, audited.depth));
      EXPECT_EQ(audited.regret() == 0, audited.best.reply == entry.reply);
    }
  }
}

// The replies in the order of how many entries give them, then of their ids.
std::vector<SetupId> by_frequency(const Book& book, std::vector<SetupId> blues) {
  std::ranges::stable_sort(blues, std::greater(), [&](SetupId blue) {
    return std::ranges::count(book.entries, blue, &BookEntry::reply);
  });
  return blues;
}

TEST(AuditBook, SearchesTheStaticallyBestRepliesAndTheMostFrequentOnes) {
  Random random(2);
  for (int round = 0; round < 50; ++round) {
    const TableOracle oracle = noisy_oracle(60, random.next(), 400);
    const Book book = table_book(oracle);
    const std::vector<SetupId> all = all_setups(oracle), frequent = by_frequency(book, all);
    const auto shared = static_cast<std::uint32_t>(round % 4);
    const auto audit =
        audit_book(oracle, book, all, {.sample = 10, .deeper = 1, .replies = 5, .shared = shared, .seed = 1});
    ASSERT_TRUE(audit.ok());
    for (const AuditedEntry& audited : audit->entries) {
      const BookEntry& entry = book.entries[audited.entry];
      std::vector<SetupId> tried = all;
      std::ranges::stable_sort(tried, {}, [&](SetupId blue) { return oracle.value(entry.red, blue, 0); });
      tried.resize(5);
      tried.insert(tried.end(), frequent.begin(), frequent.begin() + shared);
      tried.push_back(entry.reply);
      Score best = kInfiniteScore;
      for (const SetupId blue : tried) best = std::min(best, oracle.value(entry.red, blue, audited.depth));
      EXPECT_EQ(audited.best.red_value, best);
    }
  }
}

TEST(AuditBook, FindsTheBestOfWhatTheBookLeftOut) {
  Random random(3);
  for (int round = 0; round < 50; ++round) {
    const TableOracle oracle = noisy_oracle(400, random.next(), round % 2 == 0 ? 4000 : 30);
    Book book = table_book(oracle);
    book.entries.resize(30);
    const auto audit = audit_book(oracle, book, all_setups(oracle),
                                  {.sample = 30, .discarded = 1000, .deeper = 2, .seed = 5});
    ASSERT_TRUE(audit.ok());
    const DiscardedReds& discarded = *audit->discarded;
    EXPECT_EQ(discarded.population, 170u);
    EXPECT_EQ(discarded.sampled, 170u);

    const int smallest = std::ranges::min(book.entries, {}, &BookEntry::depth).depth;
    EXPECT_EQ(discarded.depth, smallest + 2);
    std::vector<Score> values;
    std::vector<SetupId> kept;
    for (const BookEntry& entry : book.entries) {
      kept.push_back(entry.red);
      if (entry.depth == smallest) values.push_back(row_value(oracle, entry.red, smallest + 2));
    }
    std::ranges::sort(values, std::greater());
    EXPECT_EQ(discarded.cut, values[values.size() / 2]);

    Score best = -kInfiniteScore;
    std::size_t worth_keeping = 0;
    for (const SetupId red : oracle.reds().normalised_ids()) {
      if (std::ranges::count(kept, red) > 0) continue;
      const Score value = row_value(oracle, red, smallest + 2);
      best = std::max(best, value);
      worth_keeping += value >= discarded.cut;
    }
    ASSERT_TRUE(discarded.best.has_value());
    EXPECT_EQ(discarded.best->red_value, best);
    EXPECT_EQ(discarded.worth_keeping.size(), worth_keeping);
    for (const Row& row : discarded.worth_keeping) {
      EXPECT_EQ(row.red_value, row_value(oracle, row.red, smallest + 2));
      EXPECT_EQ(std::ranges::count(kept, row.red), 0);
    }
  }
}

TEST(AuditBook, TakesABookThatLeftNothingOut) {
  const TableOracle oracle = noisy_oracle(40, 1, 400);
  const auto audit =
      audit_book(oracle, table_book(oracle), all_setups(oracle), {.sample = 10, .discarded = 10});
  ASSERT_TRUE(audit.ok());
  EXPECT_EQ(audit->discarded->population, 0u);
  EXPECT_FALSE(audit->discarded->best.has_value());
}

TEST(AuditBook, DoesNotDependOnThreads) {
  const TableOracle oracle = noisy_oracle(600, 9, 1000);
  Book book = table_book(oracle);
  book.entries.resize(200);
  const std::vector<SetupId> replies = all_setups(oracle);
  const AuditOptions options{.sample = 60, .discarded = 90, .deeper = 1, .replies = 40, .seed = 3};
  std::vector<Audit> audits;
  for (const int threads : {1, 2, 3}) {
    with_threads(threads, [&] { audits.push_back(*audit_book(oracle, book, replies, options)); });
    EXPECT_EQ(audits.back(), audits.front());
  }
  EXPECT_GT(audits.front().nodes, 0u);
}

TEST(AuditBook, StopsWhenAsked) {
  const TableOracle oracle = noisy_oracle(200, 9, 1000);
  Book book = table_book(oracle);
  book.entries.resize(50);
  const AuditOptions options{.sample = 50, .discarded = 50};
  for (const char* stage : {"audit", "discarded setups: search"}) {
    std::atomic<bool> stop = false;
    const Control control{
        [&](const Progress& progress) { stop = stop || (progress.stage == stage && progress.done > 0); },
        &stop};
    const auto audit = audit_book(oracle, book, all_setups(oracle), options, control);
    ASSERT_FALSE(audit.ok());
    EXPECT_EQ(audit.error().code, ErrorCode::kStopped);
  }
}

TEST(AuditBook, GoesOnWhereItWasStopped) {
  const TableOracle oracle = noisy_oracle(600, 9, 1000);
  Book book = table_book(oracle);
  book.entries.resize(200);
  const std::vector<SetupId> replies = all_setups(oracle);
  const AuditOptions options{.sample = 60, .discarded = 90, .deeper = 1, .replies = 40, .seed = 3};
  const auto whole = audit_book(oracle, book, replies, options);
  Random random(7);
  std::map<std::size_t, AuditAnswer> answers;
  std::optional<Audit> audit;
  for (int runs = 0; !audit && runs < 200; ++runs) {
    std::atomic<bool> stop = false;
    std::size_t left = 1 + random.below(20);
    const AuditMemory memory{answers, [&](std::size_t number, const AuditAnswer& answer) {
                               EXPECT_TRUE(answers.emplace(number, answer).second) << "searched twice";
                               stop = --left == 0;
                               return ok_status();
                             }};
    with_threads(1 + runs % 2, [&] {
      if (auto found = audit_book(oracle, book, replies, options, {{}, &stop}, memory)) audit = *found;
    });
  }
  EXPECT_EQ(audit, *whole);
  EXPECT_EQ(answers.size(), 150u);

  const AuditAnswer of_another{Row{.red = 599}, 0, 1}, of_none{};
  for (const AuditAnswer& answer : {of_another, of_none})
    EXPECT_EQ(audit_book(oracle, book, replies, options, {}, {{{0, answer}}}).error().message,
              "search 0 is of another audit");
}

TEST(AuditBook, RefusesDepthsBeyondReason) {
  const TableOracle oracle = noisy_oracle(20, 1, 400);
  Book book = table_book(oracle);
  book.entries[3].depth = 99;
  EXPECT_EQ(audit_book(oracle, book, all_setups(oracle), {.sample = 10, .deeper = 2}).error().message,
            "entry 4 would be searched to depth 101, beyond 100");
  EXPECT_TRUE(audit_book(oracle, book, all_setups(oracle), {.sample = 10, .deeper = 1}).ok());
}

}  // namespace audit_test
}  // namespace tabiya::booksearch
