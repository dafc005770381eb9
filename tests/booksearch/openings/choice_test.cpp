#include "booksearch/openings/window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tabiya::booksearch {
namespace choice_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::vector<Membership> kMemberships{{{}, 0, 0.5}, {{}, 0, 1}, {{}, 0, 0}, {{}, 0, 0.8}, {{}, 0, 1}};

TEST(Choice, TakesTheMostCertainFirst) {
  EXPECT_THAT(choose(kMemberships, {}, 0.5), ElementsAre(1, 4, 3, 0));
  EXPECT_THAT(choose(kMemberships, {3}, 0.5), ElementsAre(1, 4, 3));
  EXPECT_THAT(choose(kMemberships, {}, 0.6), ElementsAre(1, 4, 3));
  EXPECT_THAT(choose(kMemberships, {}, 0), ElementsAre(1, 4, 3, 0));  // what cannot belong is never taken
  EXPECT_THAT(choose({}, {}, 0), IsEmpty());
}

TEST(Choice, BreaksTiesByTheGivenOrder) {
  const Selection selection{0, [](std::uint32_t candidate) { return 100 - candidate; }};
  EXPECT_THAT(choose(kMemberships, selection, 0.5), ElementsAre(4, 1, 3, 0));
}

TEST(Choice, TakesTheMostExpectedWorthFirst) {
  std::vector<Membership> memberships = kMemberships;
  for (std::size_t i = 0; i < memberships.size(); ++i) memberships[i].judgement.score = i == 3 ? 10 : 5;
  Selection selection;
  selection.worth = [](const Judgement& judgement) { return static_cast<double>(judgement.score); };
  EXPECT_THAT(choose(memberships, selection, 0.5), ElementsAre(3, 1, 4, 0));
  EXPECT_THAT(choose(memberships, selection, 0.9), ElementsAre(1, 4));
}

TEST(Choice, LeavesOutWhatIsTooNear) {
  const auto are_near = [](std::uint32_t a, std::uint32_t b) { return a / 2 == b / 2; };
  EXPECT_THAT(choose(kMemberships, {0, {}, are_near}, 0.5), ElementsAre(1, 4, 3));  // 0 is near 1
  EXPECT_THAT(choose(kMemberships, {2, {}, are_near}, 0.5), ElementsAre(1, 4));
}

}  // namespace choice_test
}  // namespace tabiya::booksearch
