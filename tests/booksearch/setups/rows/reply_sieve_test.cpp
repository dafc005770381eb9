#include "booksearch/setups/rows/reply_sieve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "booksearch/setups/rows/reply_sources.h"
#include "booksearch/setups/rows/row_search.h"
#include "core/random.h"
#include "tests/booksearch/table_oracle.h"

namespace tabiya::booksearch {
namespace reply_sieve_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr SetupId kSetups = 64;
constexpr int kDepth = 11;  // plies, of rows

// Pairs whose values drift: a part for each pair, and one for each depth.
TableOracle drifting_oracle(std::uint64_t seed) {
  return TableOracle(kSetups, [=](SetupId red, SetupId blue, int depth) {
    const std::uint64_t pair = mix(seed ^ (std::uint64_t{red} << 32 | blue));
    return static_cast<Score>(pair % 4'000) +
           static_cast<Score>(mix(pair + static_cast<unsigned>(depth)) % 1'500);
  });
}

std::vector<SetupId> random_replies(Random& random) {
  std::vector<SetupId> replies;
  for (SetupId blue = 0; blue < kSetups; ++blue)
    if (random.below(3) > 0) replies.push_back(blue);
  if (replies.empty()) replies.push_back(5);
  return replies;
}

// What stays, by the definition.
std::vector<SetupId> near_best(const TableOracle& oracle, SetupId red, const std::vector<SetupId>& replies,
                               const SieveLevel& level) {
  std::vector<SetupId> near;
  Score best = kInfiniteScore;
  SetupId first = 0;
  for (const SetupId reply : replies) {
    const Score value = oracle.value(red, reply, level.depth);
    if (near.empty() || value < best + level.margin) near.push_back(reply);
    if (value < best) first = reply;
    best = std::min(best, value);
  }
  std::ranges::stable_partition(near, [&](SetupId reply) { return reply == first; });
  return near;
}

TEST(SieveLevels, AreOfOddDepthAndNarrower) {
  EXPECT_THAT(sieve_levels(13, 300), ElementsAre(SieveLevel{5, 849}, SieveLevel{7, 735}, SieveLevel{9, 600}));
  EXPECT_THAT(sieve_levels(10, 100), ElementsAre(SieveLevel{5, 224}, SieveLevel{7, 173}));
  EXPECT_THAT(sieve_levels(9, 100), ElementsAre(SieveLevel{5, 200}));
  EXPECT_THAT(sieve_levels(7, 300), IsEmpty());
  EXPECT_THAT(sieve_levels(12, 0), IsEmpty());
}

TEST(Sift, KeepsWhatIsNearTheBestOfEachLevel) {
  Random random(1);
  std::size_t tried = 0, kept = 0;
  for (int i = 0; i < 2'000; ++i) {
    const TableOracle oracle = drifting_oracle(random.next());
    const auto searcher = oracle.searcher(0);
    const SetupId red = random.below(kSetups);
    const std::vector<SetupId> replies = random_replies(random);
    const std::vector<SieveLevel> levels = sieve_levels(7 + static_cast<int>(random.below(7)), 300);
    std::vector<SetupId> expected = replies;
    for (const SieveLevel& level : levels) expected = near_best(oracle, red, expected, level);

    searcher->set_red(red);
    const Result<Sifted> sifted = sift(*searcher, replies, levels);
    ASSERT_TRUE(sifted.ok());
    EXPECT_EQ(sifted->replies, expected);
    EXPECT_GE(sifted->nodes, levels.empty() ? 0 : replies.size());
    tried += replies.size();
    kept += expected.size();
  }
  EXPECT_LT(kept, tried / 2);
  EXPECT_GT(kept, tried / 20);
}

TEST(Sift, CanBeStopped) {
  const TableOracle oracle = drifting_oracle(1);
  const std::atomic<bool> stop = true;
  const std::vector<SetupId> replies{1, 2, 3};
  const Result<Sifted> sifted = sift(*oracle.searcher(0), replies, sieve_levels(9, 300), {{}, &stop});
  ASSERT_FALSE(sifted.ok());
  EXPECT_EQ(sifted.error().code, ErrorCode::kStopped);
}

class SiftedRows : public ::testing::Test {
 protected:
  SiftedRows() {
    for (SetupId id = 0; id < kSetups; ++id) setups_.push_back(id);
  }

  Row search(const TableOracle& oracle, const RowTask& row_task, std::uint32_t sieve,
             std::uint32_t survivors = 0) const {
    ReplyLists lists(oracle, setups_);
    const JobStage stage{.replies = 40, .sieve = sieve, .survivors = survivors};
    const ReplyCandidates candidates({oracle, lists, stage, {}});
    RowSearcher searcher(oracle, candidates, 0);
    return *searcher.search(row_task, kDepth, {});
  }

  // What a sieve of 300 leaves, by the definition: the best one first.
  std::vector<SetupId> sifted(const TableOracle& oracle, SetupId red, SetupId known) const {
    std::vector<SetupId> left{known};
    for (const SetupId reply : ReplyLists(oracle, setups_).best(red, 40))
      if (reply != known) left.push_back(reply);
    for (const SieveLevel& level : sieve_levels(kDepth, 300)) left = near_best(oracle, red, left, level);
    return left;
  }

  std::vector<SetupId> setups_;
};

TEST_F(SiftedRows, AreThoseOfAllRepliesWhereEverythingStays) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    const TableOracle oracle = drifting_oracle(random.next());
    RowTask row_task{random.below(kSetups), {}};
    if (random.below(2) == 0) row_task.reply = random.below(kSetups);
    const Row whole = search(oracle, row_task, 0);
    const Row sifted = search(oracle, row_task, 100'000);
    EXPECT_EQ(sifted.red_value, whole.red_value);
    EXPECT_EQ(oracle.value(row_task.red, sifted.reply, kDepth), whole.red_value);
  }
}

TEST_F(SiftedRows, ComeFromWhatTheSieveLeavesAndTheReplyThatIsKnown) {
  Random random(3);
  int known_was_best = 0;
  for (int i = 0; i < 300; ++i) {
    const TableOracle oracle = drifting_oracle(random.next());
    const SetupId red = random.below(kSetups), known = random.below(kSetups);
    std::vector<SetupId> left = sifted(oracle, red, known);
    left.push_back(known);

    const Row row = search(oracle, {red, known}, 300);
    const auto value = [&](SetupId reply) { return oracle.value(red, reply, kDepth); };
    EXPECT_EQ(row.red_value, value(*std::ranges::min_element(left, {}, value)));
    EXPECT_EQ(row.red_value, value(row.reply));
    EXPECT_EQ(row.improvement, value(known) - row.red_value);
    known_was_best += row.reply == known;
  }
  EXPECT_GT(known_was_best, 0);
}

// One survivor is the best reply of the sieve's last level.
TEST_F(SiftedRows, ComeFromTheBestOfTheSieveAndTheReplyThatIsKnown) {
  Random random(5);
  int differ = 0;
  for (int i = 0; i < 300; ++i) {
    const TableOracle oracle = drifting_oracle(random.next());
    const SetupId red = random.below(kSetups), known = random.below(kSetups);
    const SetupId best = sifted(oracle, red, known).front();
    const Row row = search(oracle, {red, known}, 300, 1);
    EXPECT_EQ(row.red_value, std::min(oracle.value(red, known, kDepth), oracle.value(red, best, kDepth)));
    differ += row.red_value != search(oracle, {red, known}, 300).red_value;
  }
  EXPECT_GT(differ, 0);
}

// Where a known reply keeps the red below the cutoff, nothing else is looked at.
TEST_F(SiftedRows, EndAtAKnownReplyBelowTheCutoff) {
  const TableOracle oracle = drifting_oracle(4);
  const Score value = oracle.value(7, 9, kDepth);
  const Row row = search(oracle, {7, SetupId{9}, {}, value + 1}, 300);
  EXPECT_EQ(row, (Row{7, 9, value, 2, 0}));
  EXPECT_GT(search(oracle, {7, SetupId{9}, {}, value}, 300).nodes, 2u);
}

// A reply that no static value recommends is found where it answers another red, by a new row and by one that
// is known; and it passes the sieve as any other does.
TEST_F(SiftedRows, MeetTheAnswersToSimilarReds) {
  const TableOracle oracle(kSetups, [](SetupId, SetupId blue, int depth) {
    return blue == 60 && depth > 0 ? -1'000 : static_cast<Score>(blue);
  });
  ReplyLists lists(oracle, setups_);
  for (const std::uint32_t sieve : {0u, 300u}) {
    const JobStage stage{.replies = 10, .sieve = sieve, .near = 5};
    const ReplyCandidates candidates({oracle, lists, stage, {.examples = {{2, 60}}}});
    RowSearcher searcher(oracle, candidates, 0);
    EXPECT_EQ(searcher.search({7, {}}, kDepth, {})->reply, 60u);
    EXPECT_EQ(searcher.search({7, SetupId{4}}, kDepth, {})->reply, 60u);
    const Row known = *searcher.search({7, SetupId{0}, 0}, kDepth, {});
    EXPECT_EQ(known.reply, 60u);
    EXPECT_EQ(known.improvement, 1'000);
    EXPECT_EQ(searcher.search({2, {}}, kDepth, {})->reply, 0u);  // its own answer is none to learn from
  }
}

// Further shared replies are tried to the end, however bad they look.
TEST_F(SiftedRows, TakeInSharedRepliesWithoutASieve) {
  const TableOracle oracle(kSetups, [](SetupId, SetupId blue, int depth) {
    return blue == 60 ? (depth == kDepth ? -1'000 : 50'000) : static_cast<Score>(blue);
  });
  ReplyLists lists(oracle, setups_);
  const ReplyCandidates candidates({oracle, lists, {.replies = 40, .sieve = 300}, {.shared = {59, 60}}});
  RowSearcher searcher(oracle, candidates, 0);
  EXPECT_EQ(searcher.search({7, {}}, kDepth, {})->reply, 0u);
  EXPECT_EQ(searcher.search({7, SetupId{0}, 0}, kDepth, {})->reply, 60u);
}

}  // namespace reply_sieve_test
}  // namespace tabiya::booksearch
