#include "codec/zstd_frame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/bytes.h"

namespace tabiya::codec::zstd_frame_test {

using ::testing::HasSubstr;

constexpr std::size_t kCap = 1 << 20;

test::Bytes repetitive_bytes(std::size_t size) {
  test::Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i % 7 * (i / 100));
  return bytes;
}

TEST(ZstdFrame, GivesBackWhatItCompressed) {
  std::mt19937_64 random(8);
  for (std::size_t size : {0, 1, 2, 100, 5000, 70000}) {
    for (const test::Bytes& bytes : {repetitive_bytes(size), test::random_bytes(random, size)}) {
      for (int level : {1, 19}) {
        const auto frame = compress_zstd(bytes, level);
        ASSERT_TRUE(frame.ok());
        const auto content = decompress_zstd(*frame, kCap);
        ASSERT_TRUE(content.ok()) << content.error().message;
        ASSERT_EQ(*content, bytes);
      }
    }
  }
}

TEST(ZstdFrame, RefusesALevelThatZstdDoesNotHave) {
  EXPECT_EQ(compress_zstd({}, 0).error().message, "zstd level 0 is not in 1 to 22");
  EXPECT_EQ(compress_zstd({}, 23).error().code, ErrorCode::kInvalid);
}

TEST(ZstdFrame, RefusesASizeBeyondTheCap) {
  const auto frame = compress_zstd(test::Bytes(1000));
  EXPECT_TRUE(decompress_zstd(*frame, 1000).ok());
  const Error error = decompress_zstd(*frame, 999).error();
  EXPECT_EQ(error.code, ErrorCode::kTooLarge);
  EXPECT_EQ(error.message, "a zstd frame that declares 1000 bytes, more than the 999 allowed");
}

TEST(ZstdFrame, RefusesEveryTruncation) {
  const auto frame = compress_zstd(repetitive_bytes(300));
  test::for_each_truncation(*frame,
                            [](const test::Bytes& cut) { ASSERT_FALSE(decompress_zstd(cut, kCap).ok()); });
}

TEST(ZstdFrame, RefusesDataAfterTheFrame) {
  const auto frame = compress_zstd(repetitive_bytes(300));
  for (const test::Bytes& more : {test::Bytes(1), *frame}) {
    test::Bytes longer = *frame;
    longer.insert(longer.end(), more.begin(), more.end());
    const Error error = decompress_zstd(longer, kCap).error();
    EXPECT_EQ(error.offset, frame->size());
    EXPECT_THAT(error.message, HasSubstr("after the end"));
  }
}

TEST(ZstdFrame, NeverGivesWrongBytesForADamagedFrame) {
  const test::Bytes bytes = repetitive_bytes(300);
  const auto frame = compress_zstd(bytes);
  test::for_each_bit_flip(*frame, [&](const test::Bytes& damaged) {
    const auto content = decompress_zstd(damaged, kCap);
    if (content) {  // bits of the frame header that mean nothing
      ASSERT_EQ(*content, bytes);
    }
  });
}

TEST(ZstdFrame, RefusesWhatIsNoFrameOfDeclaredSize) {
  EXPECT_EQ(decompress_zstd({}, kCap).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(decompress_zstd(test::bytes_of("no frame"), kCap).error().message, "not a zstd frame");
  const test::Bytes undeclared = test::bytes_of(std::string_view("\x28\xB5\x2F\xFD\x00\x58\x01\x00\x00", 9));
  EXPECT_EQ(decompress_zstd(undeclared, kCap).error().code, ErrorCode::kUnsupported);
}

TEST(ZstdFrame, SurvivesGarbage) {
  std::mt19937_64 random(9);
  for (int round = 0; round < 3000; ++round) {
    test::Bytes garbage = test::bytes_of("\x28\xB5\x2F\xFD");
    const test::Bytes tail = test::random_bytes(random, random() % 60);
    garbage.insert(garbage.end(), tail.begin(), tail.end());
    if (const auto content = decompress_zstd(garbage, kCap)) {
      ASSERT_LE(content->size(), kCap);
    }
  }
}

TEST(ZstdFrame, IsAsLongAsItSays) {
  const std::vector<std::byte> content(1000, std::byte{7});
  std::vector<std::byte> frame = compress_zstd(content).value();
  const std::size_t size = frame.size();
  EXPECT_EQ(zstd_frame_size(frame), size);
  frame.resize(size + 10);
  EXPECT_EQ(zstd_frame_size(frame), size);
  frame.resize(size - 1);
  EXPECT_EQ(zstd_frame_size(frame), std::nullopt);
  EXPECT_EQ(zstd_frame_size({}), std::nullopt);
}

}  // namespace tabiya::codec::zstd_frame_test
