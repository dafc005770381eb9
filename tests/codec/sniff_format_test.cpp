#include "codec/sniff_format.h"

#include <gtest/gtest.h>

#include <span>
#include <string_view>

namespace tabiya::codec::sniff_format_test {

TEST(SniffFormat, TellsTextFromOtherFiles) {
  const auto look = [](std::string_view file) { return sniff_format(std::as_bytes(std::span(file))); };
  EXPECT_EQ(look(""), "it is empty");
  EXPECT_EQ(look("# Readme\n\tÄ word\r\n"), "it looks like text");
  EXPECT_EQ(look({"SQLite format 3\0\x10\0", 18}), "it begins with 'SQLite format 3'");
  EXPECT_EQ(look("NNUE\x01\x02"), "it begins with 'NNUE'");
  EXPECT_EQ(look({"abcdefghijklmnopqrstuvwxyz\0", 27}), "it begins with 'abcdefghijklmnop'");
  EXPECT_EQ(look("\x7F\x45LF\x01"), "it begins with the bytes 7F 45 4C 46");
  EXPECT_EQ(look("\x01"), "it begins with the bytes 01");
}

TEST(SniffFormat, NamesTheProgramThatUnpacksAFile) {
  const auto unpacker = [](std::string_view file) { return unpacker_of(std::as_bytes(std::span(file))); };
  EXPECT_EQ(unpacker("\x1F\x8B\x08"), "gzip -d");
  EXPECT_EQ(unpacker("BZh9"), "bzip2 -d");
  EXPECT_EQ(unpacker("PK\x03\x04..."), "unzip");
  EXPECT_EQ(unpacker({"\xFD"
                      "7zXZ\0\0",
                      7}),
            "xz -d");
  EXPECT_EQ(unpacker("7z\xBC\xAF\x27\x1C"), "7z x");
  for (const std::string_view file : {"", "\x1F", "BZ", "[Event \"PK\"]", "\x28\xB5\x2F\xFD"})
    EXPECT_EQ(unpacker(file), "") << file;
}

}  // namespace tabiya::codec::sniff_format_test
