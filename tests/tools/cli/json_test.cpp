#include "tools/cli/json.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tabiya::tools::json_test {

// A random value as nlohmann's library has it.
nlohmann::ordered_json random_value(std::mt19937_64& random, int depth) {
  switch (random() % (depth > 0 ? 8 : 6)) {
    case 0:
      return nullptr;
    case 1:
      return random() % 2 == 0;
    case 2:
      return static_cast<std::int64_t>(random()) >> random() % 64;
    case 3:
      return random() >> random() % 64;
    case 4:
      return static_cast<double>(static_cast<std::int64_t>(random())) / 1024;
    case 5:
      return "text \"" + std::to_string(random() % 1000) + "\" \n\x01 ü";
    case 6: {
      auto array = nlohmann::ordered_json::array();
      for (std::uint64_t i = random() % 4; i > 0; --i) array.push_back(random_value(random, depth - 1));
      return array;
    }
    default: {
      auto object = nlohmann::ordered_json::object();
      for (std::uint64_t i = random() % 4; i > 0; --i)
        object["member " + std::to_string(i)] = random_value(random, depth - 1);
      return object;
    }
  }
}

TEST(Json, ReadsAndWritesWhatTheLibraryDoes) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2'000; ++i) {
    const std::string text = random_value(random, 4).dump(-1, ' ', true);
    EXPECT_EQ(json_text(parse_json(text)), text);
  }
}

TEST(Json, OfTooMuchIsDiscarded) {
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("1e999"), std::string("\"\xff\""),
        std::string(200'000, '['), std::string(kMostBrackets + 1, '['),
        '"' + std::string(kMostJson, 'a') + '"'})
    EXPECT_TRUE(parse_json(text).is_discarded()) << text.substr(0, 20);
  EXPECT_FALSE(parse_json(std::string(kMostBrackets, '[') + std::string(kMostBrackets, ']')).is_discarded());
}

TEST(Json, IsWrittenInPlainAscii) {
  EXPECT_EQ(json_text({{"name", "\x1b[2J\u009b\u202E\x7f\xff\n"}}),
            R"({"name":"\u001b[2J\u009b\u202e\u007f\ufffd\n"})");
}

TEST(Json, MakesObjectsOfPairsThatBeginWithATextAndArraysOfAllElse) {
  const Json object{{"a", 1}, {"b", {1, "x", nullptr}}, {"c", {{"d", true}}}, {"e", std::pair(1, 2.5)}};
  EXPECT_EQ(json_text(object), R"({"a":1,"b":[1,"x",null],"c":{"d":true},"e":[1,2.5]})");
  EXPECT_EQ(json_text(Json(std::vector<std::string>{"x", "y"})), R"(["x","y"])");
  EXPECT_EQ(json_text(Json(std::set<int>{3, 2})), "[2,3]");
  EXPECT_EQ(json_text(Json{std::optional(2.5), std::optional<int>()}), "[2.5,null]");
  EXPECT_EQ(json_text(Json(std::numeric_limits<double>::infinity())), "null");
  EXPECT_EQ(json_text(Json::array()), "[]");
  EXPECT_EQ(json_text(Json::object()), "{}");
}

TEST(Json, RefusesMembersThatAreThereTwiceAndBytesThatEndTheText) {
  EXPECT_TRUE(parse_json(R"({"a":1,"b":2,"a":3})").is_discarded());
  EXPECT_TRUE(parse_json(R"({"x":{"a":1,"a":1}})").is_discarded());
  EXPECT_FALSE(parse_json(R"([{"a":1},{"a":1}])").is_discarded());
  EXPECT_TRUE(parse_json(std::string("{\"a\":1}\0{", 9)).is_discarded());
  EXPECT_TRUE(parse_json(std::string("{\"a\":1\0}", 8)).is_discarded());
}

TEST(Json, ThrowsWhereAValueIsNotWhatIsAskedFor) {
  const Json object{{"text", "x"}, {"number", 300}, {"fraction", 1.5}, {"negative", -1}};
  EXPECT_THROW(object["text"].get<int>(), JsonError);
  EXPECT_THROW(object["number"].get<std::string>(), JsonError);
  EXPECT_THROW(object["number"].get<bool>(), JsonError);
  EXPECT_THROW(object["missing"], JsonError);
  EXPECT_THROW(object["number"]["x"], JsonError);
  EXPECT_THROW(Json::array().front(), JsonError);
  EXPECT_EQ(object["number"].get<double>(), 300);
  EXPECT_EQ(object["fraction"].get<int>(), 1);
  EXPECT_THROW(object["number"].get<std::uint8_t>(), JsonError);
  EXPECT_THROW(object["negative"].get<std::uint64_t>(), JsonError);
  for (const double value : {9.3e18, -9.3e18, 1e300, std::numeric_limits<double>::infinity()})
    EXPECT_THROW(Json(value).get<std::int64_t>(), JsonError) << value;
  EXPECT_THROW(Json(std::numeric_limits<double>::quiet_NaN()).get<int>(), JsonError);
}

TEST(Json, ComparesNumbersByWorthAndObjectsInAnyOrder) {
  EXPECT_EQ(Json(1), Json(1u));
  EXPECT_EQ(Json(2.0), Json(2));
  EXPECT_NE(Json(-1), Json(std::numeric_limits<std::uint64_t>::max()));
  EXPECT_EQ(Json({{"a", 1}, {"b", 2}}), Json({{"b", 2}, {"a", 1}}));
  EXPECT_NE(Json({{"a", 1}}), Json({{"a", 1}, {"b", 2}}));
  EXPECT_NE(Json({1, 2}), Json({2, 1}));
}

TEST(Json, ChangesInPlace) {
  Json value;
  value["list"].push_back(1);
  value["list"].push_back({{"a", 2}});
  value["list"][1]["b"] = 3;
  value.update({{"other", nullptr}, {"list", value["list"].back()}});
  value.erase("other");
  EXPECT_EQ(json_text(value), R"({"list":{"a":2,"b":3}})");
  EXPECT_EQ(value.value("missing", 7), 7);
  EXPECT_EQ(value["list"].value("a", 7), 2);
}

}  // namespace tabiya::tools::json_test
