#include "tools/cli/checked_line.h"

#include <gtest/gtest.h>

#include "tools/cli/json.h"

namespace tabiya::tools::checked_line_test {

const Json kObject{{"game", 1}, {"winner", "red"}, {"detail", "Zürich\n\x1b"}};

TEST(CheckedLine, IsReadBack) {
  const std::string line = checked_line(kObject);
  EXPECT_EQ(line, R"({"game":1,"winner":"red","detail":"Z\u00fcrich\n\u001b","crc":")" +
                      line.substr(line.size() - 18));
  EXPECT_EQ(read_checked_line(line), kObject);
}

TEST(CheckedLine, IsRefusedWithAnyBitFlippedAndCutAnywhere) {
  const std::string line = checked_line(kObject);
  for (std::size_t bit = 0; bit < 8 * line.size(); ++bit) {
    std::string damaged = line;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    EXPECT_FALSE(has_sound_checksum(damaged)) << bit;
  }
  for (std::size_t size = 0; size < line.size(); ++size)
    EXPECT_FALSE(has_sound_checksum(line.substr(0, size))) << size;
}

TEST(CheckedLine, IsRefusedWithoutAChecksum) {
  for (const char* line : {"", "{}", "5", R"({"game":1,"winner":"red"})"})
    EXPECT_FALSE(read_checked_line(line));
}

}  // namespace tabiya::tools::checked_line_test
