#include "booksearch/engines/uci_option.h"

#include <gtest/gtest.h>

namespace tabiya::booksearch {
namespace uci_option_test {

std::optional<std::string> fault(const char* line, const char* value) {
  return parse_uci_option(line)->fault_of(value);
}

TEST(UciOption, IsReadWithItsKindAndRange) {
  const auto spin = parse_uci_option("option name Clear  Hash Size type spin default 16 min -1 max 33554432");
  ASSERT_TRUE(spin);
  EXPECT_EQ(spin->name, "Clear Hash Size");
  EXPECT_EQ(spin->least, -1);
  EXPECT_EQ(spin->most, 33'554'432);
  const auto combo = parse_uci_option("option name Style type combo default Solid var Solid var Risky");
  ASSERT_TRUE(combo);
  EXPECT_EQ(combo->choices, (std::vector<std::string>{"Solid", "Risky"}));
}

TEST(UciOption, IsNotReadFromOtherLines) {
  for (const char* line :
       {"", "option", "option name", "option name X", "option name X type", "option name X type banana",
        "id name option name X type check", "option type check"})
    EXPECT_FALSE(parse_uci_option(line)) << line;
}

TEST(UciOption, TakesTheValuesOfItsKind) {
  EXPECT_EQ(fault("option name Hash type spin default 16 min 1 max 64", "64"), std::nullopt);
  EXPECT_EQ(fault("option name Hash type spin default 16 min 1 max 64", "65"),
            "it takes 1 to 64, and not '65'");
  EXPECT_EQ(fault("option name Hash type spin default 16 min 1 max 64", "8x"),
            "it takes 1 to 64, and not '8x'");
  EXPECT_EQ(fault("option name Ponder type check default false", "yes"),
            "it takes true or false, and not 'yes'");
  for (const char* value : {"true", "TRUE", "False"})
    EXPECT_EQ(fault("option name Ponder type check default false", value), std::nullopt) << value;
  EXPECT_TRUE(is_true("True") && !is_true("false"));
  EXPECT_EQ(fault("option name Style type combo default A var A var B", "C"), "it takes A or B, and not 'C'");
  EXPECT_EQ(fault("option name File type string default <empty>", "any thing"), std::nullopt);
  EXPECT_EQ(fault("option name File type string default <empty>", "a\nquit"),
            "its value has more than one line");
}

TEST(UciOption, IsFoundWhateverTheCase) {
  const std::vector<UciOption> options{*parse_uci_option("option name Hash type spin default 1 min 1 max 9"),
                                       *parse_uci_option("option name Clear Hash type button")};
  EXPECT_EQ(find_option(options, "clear hash"), &options[1]);
  EXPECT_EQ(find_option(options, "Has"), nullptr);
  EXPECT_EQ(option_list(options), "Hash (1 to 9), Clear Hash");
}

}  // namespace uci_option_test
}  // namespace tabiya::booksearch
