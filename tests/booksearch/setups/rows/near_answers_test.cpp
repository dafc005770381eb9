#include "booksearch/setups/rows/reply_sources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ranges>
#include <string>
#include <vector>

#include "core/random.h"
#include "tests/support/numbered_setups.h"

namespace tabiya::booksearch {
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
