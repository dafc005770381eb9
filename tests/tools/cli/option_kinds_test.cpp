#include "tools/cli/option_kinds.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/tools/failure_of.h"

namespace tabiya::tools::option_kinds_test {

constexpr InputKind kApple = "an apple", kPear = "a pear", kPlum = "a plum";

class OptionKindsTest : public ::testing::Test {
 protected:
  OptionKindsTest() {
    kinds_.declare("--core", {kApple, kPear});
    kinds_.declare("--stone", {kPlum});
    kinds_.declare("--stalk", {kPear});
  }
  std::string fault(std::vector<InputKind> kinds) const {
    return failure_of([&] { kinds_.check("fruit", kinds); });
  }

  OptionKinds kinds_;
};

TEST_F(OptionKindsTest, RefusesWhatSaysNothingOfTheInput) {
  EXPECT_EQ(fault({kApple}), "") << "none is given";
  kinds_.give("--core");
  EXPECT_EQ(fault({kApple}), "");
  EXPECT_EQ(fault({kPear}), "");
  EXPECT_EQ(fault({kPlum}),
            "--core: goes with an apple or a pear alone, and fruit is a plum; there, use --stone");
  kinds_.give("--stone");
  EXPECT_EQ(fault({kApple}), "--stone: goes with a plum alone, and fruit is an apple; there, use --core");
  EXPECT_EQ(fault({kApple, kPlum}), "") << "one of them is enough";
  EXPECT_EQ(fault({"a nut"}), "--core: goes with an apple or a pear alone, and fruit is a nut; leave it out");
}

TEST_F(OptionKindsTest, TellsWhichKindIsAskedFor) {
  EXPECT_FALSE(kinds_.ask_for(kPear, kPlum));
  kinds_.give("--core");
  EXPECT_TRUE(kinds_.ask_for(kPear, kPlum));
  EXPECT_FALSE(kinds_.ask_for(kPear, kApple)) << "it goes with both";
  EXPECT_FALSE(kinds_.ask_for(kPlum, kPear));
}

}  // namespace tabiya::tools::option_kinds_test
