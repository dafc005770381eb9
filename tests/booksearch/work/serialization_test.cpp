#include "booksearch/work/serialization.h"

#include <gtest/gtest.h>

#include "booksearch/setups/rows/row_search.h"
#include "core/random.h"

namespace tabiya::booksearch {
namespace wire_test {

struct Everything {
  std::int32_t number = 0;
  double real = 0;
  bool yes = false;
  std::string text;
  std::vector<std::uint16_t> numbers;
  std::vector<std::string> texts;
  std::optional<std::vector<Row>> rows;

  bool operator==(const Everything&) const = default;
  static void visit_parts(auto& self, auto& visit) {
    visit(self.number, self.real, self.yes, self.text, self.numbers, self.texts, self.rows);
  }
};

Everything some_of_each() {
  return {-5, 0.25, true, "a text", {1, 2, 65'535}, {"", "two"}, std::vector<Row>{{1, 2, -3, 4, 5}, {6, 7}}};
}

TEST(Wire, ValuesComeBackAsTheyWere) {
  for (const Everything& value : {some_of_each(), Everything{}})
    EXPECT_EQ(from_bytes<Everything>(to_bytes(value)), value);
  const std::vector<RowTask> row_tasks{{.red = 7, .reply = {}}, {.red = 8, .reply = 9, .red_value = -10}};
  const auto back = from_bytes<std::vector<RowTask>>(to_bytes(row_tasks));
  ASSERT_TRUE(back && back->size() == 2);
  EXPECT_EQ((*back)[0].reply, std::nullopt);
  EXPECT_EQ((*back)[1].reply, 9u);
  EXPECT_EQ((*back)[1].red_value, -10);
}

TEST(Wire, CutOrLongerBytesAreRefused) {
  Bytes bytes = to_bytes(some_of_each());
  bytes.push_back(std::byte{0});
  EXPECT_FALSE(from_bytes<Everything>(bytes));
  bytes.pop_back();
  while (!bytes.empty()) {
    bytes.pop_back();
    EXPECT_FALSE(from_bytes<Everything>(bytes)) << "cut to " << bytes.size();
  }
}

TEST(Wire, ChangedBytesAreRefusedOrMeanThemselves) {
  Random random(1);
  int understood = 0;
  const Bytes sound = to_bytes(some_of_each());
  for (int i = 0; i < 20'000; ++i) {
    Bytes bytes = sound;
    bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<std::byte>(random.below(256));
    const auto value = from_bytes<Everything>(bytes);
    if (!value) continue;
    ++understood;
    ASSERT_EQ(to_bytes(*value), bytes);
  }
  EXPECT_GT(understood, 0);
  EXPECT_LT(understood, 20'000);
}

}  // namespace wire_test
}  // namespace tabiya::booksearch
