
#include <gtest/gtest.h>

#include "tools/cli/json.h"

namespace tabiya::tools::json_text_test {

TEST(JsonText, IsPlainAscii) {
  EXPECT_EQ(json_text({{"name", "\x1b[2J\u009b\u202E\x7f\xff\n"}}),
            R"({"name":"\u001b[2J\u009b\u202e\u007f\ufffd\n"})");
}

TEST(JsonText, IsReadBack) {
  const Json value{{"b", {1, -2, 2.5}}, {"a", "Zürich"}, {"none", nullptr}};
  EXPECT_EQ(parse_json(json_text(value)), value);
}

TEST(JsonText, OfTooMuchIsDiscarded) {
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("1e999"), std::string("\"\xff\""),
        std::string(200'000, '['), std::string(kMostBrackets + 1, '['),
        '"' + std::string(kMostJson, 'a') + '"'})
    EXPECT_TRUE(parse_json(text).is_discarded()) << text.substr(0, 20);
  EXPECT_FALSE(parse_json(std::string(kMostBrackets, '[') + std::string(kMostBrackets, ']')).is_discarded());
}

}  // namespace tabiya::tools::json_text_test
