#include "booksearch/setups/rows/reply_sources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ranges>
#include <string>
#include <vector>

#include "core/random.h"
#include "tests/booksearch/table_oracle.h"
#include "tests/support/numbered_setups.h"

namespace tabiya::booksearch {

namespace reply_sources_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Row answered(SetupId red, SetupId reply) { return {red, reply, 0, 0}; }

TEST(FrequentAnswers, AreOrderedByFrequencyAndThenById) {
  std::vector<Row> rows;
  for (const SetupId reply : {7, 3, 9, 3, 9, 1}) rows.push_back(answered(0, reply));
  EXPECT_THAT(frequent_answers(rows, 10), ElementsAre(3, 9, 1, 7));
  EXPECT_THAT(frequent_answers(rows, 3), ElementsAre(3, 9, 1));
  EXPECT_THAT(frequent_answers(rows, 0), IsEmpty());
  EXPECT_THAT(frequent_answers({}, 5), IsEmpty());
}

TEST(NewAnswers, AreThoseThatTheRedsOfAStageHaveNotMet) {
  const std::vector<Row> rows{answered(6, 3), answered(2, 3), answered(4, 9)};
  const KnownAnswers first = new_answers({.shared = 2, .near = 1}, rows, {});
  EXPECT_THAT(first.shared, ElementsAre(3, 9));
  EXPECT_THAT(first.examples, ElementsAre(Answered{2, 3}, Answered{4, 9}, Answered{6, 3}));
  const KnownAnswers second = new_answers({.shared = 2, .near = 1}, rows, {{9}, {{0, 0}}});
  EXPECT_THAT(second.shared, ElementsAre(3));
  EXPECT_THAT(second.examples, IsEmpty());  // once in a stage
  EXPECT_TRUE(new_answers({.replies = 5}, rows, {}).empty());
  EXPECT_TRUE(new_answers({.shared = 2, .near = 1}, rows, {{3, 9}, {{0, 0}}}).empty());
}

class CandidatesOfARow : public ::testing::Test {
 protected:
  std::vector<SetupId> against(const RowTask& row_task, const KnownAnswers& known) {
    return ReplyCandidates({oracle_, lists_, stage_, known}).against(row_task);
  }

  const TableOracle oracle_{
      16, [](SetupId, SetupId blue, int) { return static_cast<Score>((blue + 8) % 16); }};  // 8, 9, 10, …
  const std::vector<SetupId> blues_{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  ReplyLists lists_{oracle_, blues_};
  JobStage stage_{.replies = 3, .near = 1};
  const KnownAnswers known_{{9, 1, 2}, {{5, 12}, {6, 13}}};
};

TEST_F(CandidatesOfARow, ComeFromOneSourceAfterTheOtherEachOnce) {
  EXPECT_THAT(against({4, {}}, {}), ElementsAre(8, 9, 10));
  EXPECT_THAT(against({4, SetupId{10}}, {}), ElementsAre(10, 8, 9));
  EXPECT_THAT(against({5, {}}, known_), ElementsAre(8, 9, 10, 13, 1, 2));  // of 6: its own is no example
  EXPECT_THAT(against({6, SetupId{1}}, known_), ElementsAre(1, 8, 9, 10, 12, 2));
  stage_.replies = 0;
  EXPECT_EQ(against({5, {}}, known_).size(), 16u);
}

TEST_F(CandidatesOfARow, AreTheNewOnesWhereOwnOnesHaveBeenTried) {
  EXPECT_THAT(against({4, SetupId{2}, 0}, {}), IsEmpty());
  EXPECT_THAT(against({6, SetupId{2}, 0}, known_), ElementsAre(12, 1));
}

TEST_F(CandidatesOfARow, AreSiftedUnlessTheyAreFewAndGood) {
  const ReplyCandidates all({oracle_, lists_, stage_, known_});
  const ReplyCandidates shared({oracle_, lists_, stage_, {.shared = {9}}});
  EXPECT_TRUE(all.are_sifted({4, SetupId{2}}));
  EXPECT_TRUE(all.are_sifted({4, SetupId{2}, 0}));
  EXPECT_TRUE(shared.are_sifted({4, SetupId{2}}));
  EXPECT_FALSE(shared.are_sifted({4, SetupId{2}, 0}));
}

}  // namespace reply_sources_test

namespace near_answers_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const test::NumberedSetups kSetups(1'000);

std::size_t distance(SetupId a, SetupId b) {
  const std::string one = kSetups.name(a), other = kSetups.name(b);
  return static_cast<std::size_t>(std::ranges::count_if(std::views::iota(std::size_t{0}, one.size()),
                                                        [&](std::size_t i) { return one[i] != other[i]; }));
}

// By the definition.
std::vector<SetupId> near_answers(std::vector<Answered> examples, SetupId red, std::size_t count) {
  const std::size_t given = examples.size();
  for (std::size_t i = 0; i < given; ++i)
    examples.push_back({kSetups.mirror(examples[i].red), kSetups.mirror(examples[i].reply)});
  std::ranges::stable_sort(examples, {}, [&](const Answered& one) { return distance(one.red, red); });
  std::vector<SetupId> answers;
  for (const auto& [other, reply] : examples) {
    if (kSetups.normalised(other) == kSetups.normalised(red) || answers.size() == count) continue;
    if (std::ranges::find(answers, reply) == answers.end()) answers.push_back(reply);
  }
  return answers;
}

TEST(NearAnswers, AreThoseToTheNearestReds) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    std::vector<Answered> examples;
    for (SetupId red = 0; red < 1'000; red += 2)
      if (random.below(5) == 0) examples.push_back({red, random.below(40)});
    const NearAnswers near(kSetups, kSetups, examples);
    for (int j = 0; j < 20; ++j) {
      const SetupId red = random.below(1'000);
      const std::size_t count = random.below(50);
      EXPECT_EQ(near.of(red, count), near_answers(examples, red, count));
    }
  }
}

TEST(NearAnswers, AreNotThoseToTheRedItself) {
  const std::vector<Answered> examples{{10, 100}, {200, 300}};
  const NearAnswers near(kSetups, kSetups, examples);
  EXPECT_THAT(near.of(10, 9), ElementsAre(300, 301));
  EXPECT_THAT(near.of(11, 9), ElementsAre(301, 300));  // its mirror image
  EXPECT_THAT(near.of(12, 9), ElementsAre(100, 101, 300, 301));
  EXPECT_THAT(near.of(12, 1), ElementsAre(100));
  EXPECT_THAT(NearAnswers(kSetups, kSetups, {}).of(12, 9), IsEmpty());
}

}  // namespace near_answers_test

}  // namespace tabiya::booksearch
