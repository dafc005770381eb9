#include "codec/zstd_stream.h"

#include <gtest/gtest.h>

#include <span>
#include <string>

#include "codec/zstd_frame.h"

namespace tabiya::codec::zstd_stream_test {

std::vector<std::byte> frame_of(std::string_view text) {
  return *compress_zstd(std::as_bytes(std::span(text)), 3);
}

// Fed in pieces of this size.
Result<std::string> content_of(std::span<const std::byte> data, std::size_t piece) {
  ZstdStream stream;
  std::string content;
  for (std::size_t at = 0; at < data.size(); at += piece) {
    const auto take = [&](std::span<const std::byte> bytes) {
      content.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
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
