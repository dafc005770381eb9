#include "booksearch/setups/audit/refutations.h"

#include <gtest/gtest.h>

#include "core/random.h"
#include "tests/support/numbered_setups.h"

namespace tabiya::booksearch {
namespace refutations_test {

const test::NumberedSetups kSetups(100);

Result<std::vector<Refutation>> parse(const std::string& text) {
  return parse_refutations(text, kSetups, kSetups);
}

TEST(Refutations, AreLinesOfText) {
  const std::vector<Refutation> refutations{{12, 34, -250, 8, 56, 1200}, {5, 0, loss_in(4), 11, 99, 0}};
  const std::string text =
      "tabiya refutations 1 numbers\n"
      "12\t34\t-250\t8\t56\t1200\n"
      "05\t00\t-7999996\t11\t99\t0\n";
  EXPECT_EQ(format_refutations(refutations, kSetups, kSetups), text);
  EXPECT_EQ(*parse(text), refutations);
  EXPECT_EQ(*parse("tabiya refutations 1 numbers"), std::vector<Refutation>{});
}

TEST(Refutations, ComeBackFromTheirText) {
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    std::vector<Refutation> refutations(random.below(6));
    for (Refutation& refutation : refutations) {
      const auto value = [&] { return static_cast<Score>(random.below(16'000'001)) - 8'000'000; };
      refutation = {random.below(100), random.below(100),
                    value(),           static_cast<int>(random.below(256)),
                    random.below(100), value()};
    }
    const auto parsed = parse(format_refutations(refutations, kSetups, kSetups));
    ASSERT_TRUE(parsed.ok());
    EXPECT_EQ(*parsed, refutations);
  }
}

TEST(Refutations, SayWhatIsWrongAndWhere) {
  const std::string header = "tabiya refutations 1 numbers\n", line = "12\t34\t-250\t8\t56\t1200\n";
  const auto expect = [&](const std::string& text, const std::string& message, std::size_t offset) {
    const auto result = parse(text);
    ASSERT_FALSE(result.ok()) << text;
    EXPECT_EQ(result.error().message, message);
    EXPECT_EQ(result.error().offset, offset);
  };
  expect("", "line 1: not a file of refutations", 0);
  expect(line, "line 1: not a file of refutations", 0);
  expect("tabiya refutations 2 numbers\n", "refutations of a version that is not known", 19);
  expect("tabiya refutations 1 letters\n", "refutations of another game", 21);
  expect(header + line + "\n", "line 3: not 6 fields with tabs between them", 50);
  expect(header + "12\t34\t-250\t8\t56\n", "line 2: not 6 fields with tabs between them", 29);
  expect(header + "12\t34\t-250\t8\t56\t1200\t\n", "line 2: not 6 fields with tabs between them", 29);
  expect(header + "12\t3x\t-250\t8\t56\t1200\n", "line 2: not a digit", 33);
  expect(header + "12\t34\t250 \t8\t56\t1200\n", "line 2: not a number from -8299999 to 8299999", 35);
  expect(header + "12\t34\t250\t256\t56\t1200\n", "line 2: not a number from 0 to 255", 39);
  expect(header + "12\t34\t250\t25\t56\t8300000\n", "line 2: not a number from -8299999 to 8299999", 45);
}

// Whatever is in the text, the parser ends with an error or with refutations that it can write again.
TEST(Refutations, StandDamage) {
  const std::string text =
      "tabiya refutations 1 numbers\n12\t34\t-250\t8\t56\t1200\n05\t00\t-7999996\t11\t99\t0\n";
  Random random(2);
  for (int round = 0; round < 20'000; ++round) {
    std::string damaged = text;
    for (std::uint32_t edits = 1 + random.below(3); edits > 0; --edits)
      damaged[random.below(static_cast<std::uint32_t>(damaged.size()))] = "\t\n09-x\0 "[random.below(8)];
    if (random.below(2) == 0) damaged.resize(random.below(static_cast<std::uint32_t>(damaged.size())));
    const auto parsed = parse(damaged);
    if (parsed) {
      EXPECT_EQ(*parse(format_refutations(*parsed, kSetups, kSetups)), *parsed);
    } else {
      EXPECT_LE(parsed.error().offset.value_or(0), damaged.size());
    }
  }
}

}  // namespace refutations_test
}  // namespace tabiya::booksearch
