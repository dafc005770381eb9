#include "tools/uci_server/server_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/checkout.h"

namespace tabiya::tools::server_options_test {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

ServerSettings chess() { return {.game = "chess"}; }

Status set(ServerSettings& settings, std::string_view words) {
  return set_option(settings, option_words(words));
}

TEST(ServerOptions, AreOfferedAsTheProtocolHasThem) {
  const std::vector<std::string> lines = option_lines(chess());
  EXPECT_THAT(lines, Contains("option name Hash type spin default 64 min 1 max 65536"));
  EXPECT_THAT(lines, Contains("option name Clear Hash type button"));
  EXPECT_THAT(lines, Contains("option name Ponder type check default false"));
  EXPECT_THAT(lines, Contains("option name EvalFile type string default <empty>"));
  EXPECT_THAT(lines, Contains("option name UCI_Chess960 type check default false"));
  EXPECT_THAT(lines, Contains(StartsWith("option name UCI_Variant type combo default chess var ")));
  for (const std::string& line : lines) EXPECT_TRUE(booksearch::parse_uci_option(line)) << line;
}

TEST(ServerOptions, OfTheVariantIsThatOfTheGame) {
  EXPECT_THAT(option_lines({.game = "zero_point_one"}), Not(Contains(HasSubstr("Chess960"))));
}

TEST(ServerOptions, OfferTheGameOfAFileByItsSection) {
  const std::string rules = test::source_path("data/variants/0.1.ini");
  ServerSettings settings{.game = "zero-point-one", .rules = rules};
  EXPECT_EQ(settings.module().name(), rules);
  EXPECT_THAT(option_lines(settings),
              Contains(AllOf(StartsWith("option name UCI_Variant type combo default zero-point-one var "),
                             HasSubstr(" var chess"), HasSubstr(" var zero-point-one"))));
  EXPECT_TRUE(set(settings, "name UCI_Variant value chess"));
  EXPECT_EQ(settings.module().name(), "chess");
  EXPECT_TRUE(set(settings, "name UCI_Variant value zero-point-one"));
  EXPECT_EQ(settings.module().name(), rules);
}

TEST(ServerOptions, OfferTheFormsOfGamesThatGuisKnow) {
  ServerSettings settings = chess();
  EXPECT_TRUE(set(settings, "name UCI_Variant value zero-point-one"));
  EXPECT_EQ(settings.module().name(), "zero-point-one");
  EXPECT_EQ(settings.module_by_name().name(), "zero_point_one");
  EXPECT_TRUE(set(settings, "name UCI_Variant value zero_point_one"));
  EXPECT_EQ(settings.module().name(), "zero_point_one");
}

TEST(ServerOptions, AreSetWhateverTheirCase) {
  ServerSettings settings = chess();
  EXPECT_TRUE(set(settings, "name hash value 16"));
  EXPECT_TRUE(set(settings, "name UCI_CHESS960 value true"));
  EXPECT_TRUE(set(settings, "name Move Overhead value 100"));
  EXPECT_TRUE(set(settings, "name Log File value a file.log"));
  EXPECT_TRUE(set(settings, "name Clear Hash"));
  EXPECT_EQ(settings.hash, 16);
  EXPECT_TRUE(settings.in_variant);
  EXPECT_EQ(settings.overhead, 100);
  EXPECT_EQ(settings.log, "a file.log");
  EXPECT_TRUE(set(settings, "name Log File value <empty>"));
  EXPECT_EQ(settings.log, "");
}

TEST(ServerOptions, AreRefusedWithTheReason) {
  for (const char* words : {"name Hash value 0", "name Hash value many", "name Hash",
                            "name Threads value 1000000", "name Ponder value yes",
                            "name UCI_Variant value crazyhouse", "name Contempt value 1", "", "value 3"}) {
    ServerSettings settings = chess();
    const Status status = set(settings, words);
    ASSERT_FALSE(status) << words;
    EXPECT_FALSE(status.error().message.empty());
    EXPECT_TRUE(is_same_engine(settings, chess())) << words;
  }
}

}  // namespace tabiya::tools::server_options_test
