#include "codec/framing.h"

#include <gtest/gtest.h>

#include "tests/support/bytes.h"

namespace tabiya::codec::framing_test {

TEST(Framing, GivesBackKindAndContent) {
  for (const std::string_view text : {"", "content"}) {
    const test::Bytes bytes = frame('K', test::bytes_of(text));
    EXPECT_EQ(bytes.size(), text.size() + 9);
    const auto opened = open_frame(bytes);
    ASSERT_TRUE(opened.ok());
    EXPECT_EQ(opened->kind, 'K');
    EXPECT_EQ(opened->content, test::bytes_of(text));
  }
}

TEST(Framing, RefusesEveryBitFlipTruncationAndAppendedByte) {
  test::Bytes bytes = frame('K', test::bytes_of("some content"));
  const auto refused = [](const test::Bytes& damaged) { ASSERT_FALSE(open_frame(damaged).ok()); };
  test::for_each_bit_flip(bytes, refused);
  test::for_each_truncation(bytes, refused);
  for (int byte = 0; byte < 256; ++byte) {
    test::Bytes longer = bytes;
    longer.push_back(static_cast<std::byte>(byte));
    refused(longer);
  }
}

}  // namespace tabiya::codec::framing_test
