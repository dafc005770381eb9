#include "tools/submission/division.h"

#include <gtest/gtest.h>

#include <limits>
#include <tuple>

namespace tabiya::tools::division_test {

const std::vector<Rounding> kNetwork{{1'000, 0}, {600, 10}, {200, 50}};

TEST(LostWithin, IsInterpolated) {
  EXPECT_EQ(lost_within(kNetwork, 2'000), 0);
  EXPECT_EQ(lost_within(kNetwork, 1'000), 0);
  EXPECT_EQ(lost_within(kNetwork, 600), 10);
  EXPECT_EQ(lost_within(kNetwork, 300), 40);
  EXPECT_EQ(lost_within(kNetwork, 199), std::numeric_limits<double>::infinity());
  EXPECT_EQ(lost_within({}, 199), std::numeric_limits<double>::infinity());
}

TEST(BestDivision, LosesTheLeast) {
  const Choices choices{{kNetwork, {{300, 25}}},
                        {{std::string(400, 'b'), 0}, {std::string(100, 'b'), 5}},
                        {{std::string(300, 'l'), 0}, {"", 16}}};
  const auto divided = [&](std::size_t most) {
    return best_division(choices, [most](const std::string& book, const std::string& lines) {
      const std::size_t taken = book.size() + lines.size();
      return taken > most ? std::nullopt : std::optional(most - taken);
    });
  };
  const auto expect = [&](std::size_t most, std::size_t network, std::size_t book, std::size_t lines) {
    const auto best = divided(most);
    ASSERT_TRUE(best) << most;
    EXPECT_EQ(std::tuple(best->network, best->book, best->lines), std::tuple(network, book, lines)) << most;
  };
  expect(1'700, 0, 0, 0);  // all fits
  expect(1'400, 0, 1, 0);  // the book gains least by its bytes
  expect(1'000, 0, 1, 0);  // and the network less than lines
  expect(700, 1, 1, 0);    // the other network beside lines
  expect(650, 0, 1, 1);
  EXPECT_FALSE(divided(299));
}

}  // namespace tabiya::tools::division_test
