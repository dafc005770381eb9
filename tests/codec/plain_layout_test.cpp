#include "codec/plain_layout.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/bytes.h"

namespace tabiya::codec::plain_layout_test {

TEST(PlainLayout, GivesBackNumbersAndWords) {
  std::mt19937_64 random(1);
  PlainNumbers numbers;
  for (int i = 0; i < 300; ++i) numbers.push_back(random() >> random() % 64);
  const std::vector<std::vector<std::string>> lists{
      {}, {""}, {"a", "b", "cc"}, {"AABC", "ABCA", "BAAC", "CBAA"}, {"aaaa"}, {"\xC3\xA4x", "x\xC3\xA4"}};
  PlainWriter writer;
  writer.numbers(numbers);
  for (const auto& list : lists) writer.words(list);
  writer.string("the end");
  const test::Bytes bytes = writer.take();
  PlainReader reader(bytes);
  EXPECT_EQ(reader.numbers(numbers.size()), numbers);
  for (const auto& list : lists) EXPECT_EQ(reader.words(), list);
  EXPECT_EQ(reader.string(), "the end");
  EXPECT_TRUE(reader.is_at_end());
  for (const std::int64_t number : {0, 1, -1, 77, -123'456'789})
    EXPECT_EQ(signed_of_plain(plain_signed(number)), number);
}

}  // namespace tabiya::codec::plain_layout_test
