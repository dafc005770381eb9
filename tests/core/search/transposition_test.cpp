#include "core/search/transposition.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace tabiya::transposition_test {

std::uint64_t key_of(std::uint64_t i) { return (i + 1) * 0x9E3779B97F4A7C15; }

TEST(TranspositionTable, GivesBackWhatWasStored) {
  TranspositionTable table(1 << 20);
  for (const Score score : {0, 1, -1, kMaxEvaluation, -kMaxEvaluation, win_in(0), loss_in(0), win_in(77)}) {
    for (const Score evaluation : {0, -12345, kMaxEvaluation, kNoEvaluation}) {
      table.store(key_of(7), {score, evaluation, 0xFEDC, 127, Bound::kExact});
      const auto entry = table.probe(key_of(7));
      ASSERT_TRUE(entry);
      EXPECT_EQ(entry->score, score);
      EXPECT_EQ(entry->evaluation, evaluation);
      EXPECT_EQ(entry->move, 0xFEDC);
      EXPECT_EQ(entry->depth, 127);
      EXPECT_EQ(entry->bound, Bound::kExact);
    }
  }
  EXPECT_FALSE(table.probe(key_of(8)));
}

TEST(TranspositionTable, TellsWhatASearchHasWritten) {
  TranspositionTable table(1 << 16);
  EXPECT_EQ(table.use_per_mille(), 0);
  for (std::uint64_t i = 0; i < 512; ++i) table.store(key_of(i), {.depth = 1});  // of 4096 entries
  EXPECT_NEAR(table.use_per_mille(), 125, 40);
  table.begin_search();
  EXPECT_EQ(table.use_per_mille(), 0);
  for (std::uint64_t i = 0; i < 40'000; ++i) table.store(key_of(i), {.depth = 1});
  EXPECT_GT(table.use_per_mille(), 950);
}

TEST(TranspositionTable, KeepsTheKnownMoveAndTheMuchDeeperBound) {
  TranspositionTable table(1 << 10);
  table.store(1, {.score = 5, .move = 9, .depth = 10, .bound = Bound::kLower});
  table.store(1, {.score = 6, .depth = 10, .bound = Bound::kUpper});
  EXPECT_EQ(table.probe(1)->move, 9);
  EXPECT_EQ(table.probe(1)->score, 6);
  table.store(1, {.score = 7, .depth = 2, .bound = Bound::kLower});
  EXPECT_EQ(table.probe(1)->score, 6);
}

TEST(TranspositionTable, ReplacesShallowAndOldEntriesFirst) {
  TranspositionTable table(0);  // two buckets, told apart by the top bit of the key
  for (int depth : {5, 3, 9, 7}) table.store(std::uint64_t(depth), {.depth = depth});
  table.store(100, {.depth = 4});
  EXPECT_FALSE(table.probe(3));
  EXPECT_TRUE(table.probe(5) && table.probe(7) && table.probe(9) && table.probe(100));
  table.begin_search();
  table.store(9, {.depth = 9});  // renewed
  table.store(101, {.depth = 1});
  table.store(102, {.depth = 1});
  EXPECT_TRUE(table.probe(9) && table.probe(102));
  EXPECT_FALSE(table.probe(100) || table.probe(5));
}

TEST(TranspositionTable, ForgetsAndBehavesAsNew) {
  TranspositionTable table(1 << 12);
  for (int round = 0; round < 600; ++round) {
    const std::uint64_t key = key_of(std::uint64_t(round % 5));
    table.store(key, {.score = round});
    ASSERT_EQ(table.probe(key)->score, round);
    if (round % 3 == 0) table.begin_search();
    ASSERT_TRUE(table.probe(key));
    table.forget();
    for (std::uint64_t i = 0; i < 5; ++i) ASSERT_FALSE(table.probe(key_of(i))) << "round " << round;
  }
}

// What a reused table keeps and gives back is what a new one does, however many searches it has seen.
TEST(TranspositionTable, ReplacesAsANewOneDoesAfterForgetting) {
  TranspositionTable reused(1 << 12);
  for (std::uint64_t round = 0; round < 12; ++round) {
    reused.forget();
    TranspositionTable fresh(1 << 12);
    Random random(round);
    for (int search = 0; search < 60; ++search) {
      reused.begin_search();
      fresh.begin_search();
      for (int i = 0; i < 100; ++i) {
        const std::uint64_t key = key_of(random.below(1000));
        const TableEntry entry{.score = static_cast<Score>(random.below(1000)),
                               .depth = static_cast<int>(random.below(12)),
                               .bound = random.below(3) == 0 ? Bound::kExact : Bound::kLower};
        reused.store(key, entry);
        fresh.store(key, entry);
      }
      for (std::uint64_t key = 0; key < 1000; ++key) {
        const auto a = reused.probe(key_of(key)), b = fresh.probe(key_of(key));
        ASSERT_EQ(a.has_value(), b.has_value()) << "round " << round << ", search " << search;
        if (a) {
          ASSERT_EQ(a->score, b->score) << "round " << round << ", search " << search;
        }
      }
    }
  }
}

TEST(TranspositionTable, ProvenScoresCountFromThePosition) {
  EXPECT_EQ(to_table(win_in(10), 4), win_in(6));
  EXPECT_EQ(from_table(win_in(6), 2), win_in(8));
  EXPECT_EQ(to_table(loss_in(10), 4), loss_in(6));
  EXPECT_EQ(from_table(to_table(-123, 9), 5), -123);
}

}  // namespace tabiya::transposition_test
