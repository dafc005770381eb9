#include "tools/cli/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/cli/failure.h"

namespace tabiya::tools::csv_test {

using ::testing::ElementsAre;

TEST(Csv, SplitsPlainAndQuotedFields) {
  EXPECT_THAT(csv_fields("", "x"), ElementsAre(""));
  EXPECT_THAT(csv_fields("a,,b,", "x"), ElementsAre("a", "", "b", ""));
  EXPECT_THAT(csv_fields(R"("a,b","","say ""no""",d"e)", "x"),
              ElementsAre("a,b", "", R"(say "no")", R"(d"e)"));
}

TEST(Csv, NamesTheFieldWhoseQuotesAreNotClosed) {
  for (const char* line : {R"(a,"b)", R"(a,"b"c)", R"(a,"b"")"})
    EXPECT_THAT(
        [&] { csv_fields(line, "list, line 3"); },
        ::testing::ThrowsMessage<Failure>(::testing::StartsWith("list, line 3: the quotes of field 2 are")))
        << line;
}

}  // namespace tabiya::tools::csv_test
