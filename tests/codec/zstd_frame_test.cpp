#include "codec/zstd_frame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <string>

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
  int read = 0;
  for (int round = 0; round < 3000; ++round) {
    test::Bytes garbage = compress_zstd(test::random_bytes(random, 60)).value();
    garbage[4] &= ~std::byte{4};  // no checksum refuses the bytes
    garbage.resize(garbage.size() - 4);
    for (std::size_t i = 4 + random() % 8; i < garbage.size(); ++i)
      garbage[i] = static_cast<std::byte>(random());
    if (const auto content = decompress_zstd(garbage, kCap)) {
      ++read;
      ASSERT_LE(content->size(), kCap);
    }
  }
  EXPECT_GT(read, 0);
  EXPECT_LT(read, 3000);
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

namespace tabiya::codec::zstd_stream_test {
std::vector<std::byte> frame_of(std::string_view text) {
  return *compress_zstd(std::as_bytes(std::span(text)), 3);
}

// Fed in pieces of this size.
Result<std::string> content_of(std::span<const std::byte> data, std::size_t piece) {
  ZstdStream stream;
  std::string content;
  for (std::size_t at = 0; at < data.size(); at += piece) {
    const auto take = [&](std::span<const std::byte> bytes) { content += as_text(bytes); };
    if (const Status fed = stream.feed(data.subspan(at, std::min(piece, data.size() - at)), take); !fed)
      return fed.error();
  }
  if (const Status ended = stream.finish(); !ended) return ended.error();
  return content;
}

TEST(ZstdStream, ReadsFramesOneAfterTheOther) {
  const std::string a(300'000, 'a'), b = "and b";
  std::vector<std::byte> data = frame_of(a);
  const std::vector<std::byte> second = frame_of(b);
  data.insert(data.end(), second.begin(), second.end());
  EXPECT_TRUE(looks_like_zstd(data));
  for (const std::size_t piece : {std::size_t{1}, std::size_t{13}, data.size()})
    EXPECT_EQ(content_of(data, piece).value(), a + b) << piece;
}

TEST(ZstdStream, EndsWithAFullBuffer) {
  const std::string text(std::size_t{1} << 17, 'x');  // as much as a piece of output holds
  EXPECT_EQ(content_of(frame_of(text), 1000).value(), text);
}

// A frame by hand (RFC 8878): its magic, no flags, a window of 2^29 bytes, and one last block, raw, of one byte.
TEST(ZstdStream, ReadsFramesOfLargeWindows) {
  constexpr unsigned char kFrame[] = {0x28, 0xB5, 0x2F, 0xFD, 0x00, (29 - 10) << 3, 0x09, 0x00, 0x00, 'a'};
  EXPECT_EQ(content_of(std::as_bytes(std::span(kFrame)), 10).value(), "a");
}

TEST(ZstdStream, RefusesDamagedData) {
  std::vector<std::byte> data = frame_of(std::string(1000, 'a') + "bc");
  EXPECT_EQ(content_of(std::span(data).first(data.size() - 1), 10).error().message, "zstd data cut short");
  data[data.size() - 2] ^= std::byte{1};  // of the checksum
  EXPECT_EQ(content_of(data, 10).error().code, ErrorCode::kCorrupt);
  EXPECT_FALSE(looks_like_zstd(std::as_bytes(std::span("1. e4"))));
}

}  // namespace tabiya::codec::zstd_stream_test
