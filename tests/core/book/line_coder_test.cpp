#include "core/book/line_coder.h"

#include <gtest/gtest.h>

#include <random>

#include "core/search/game.h"

namespace tabiya::line_coder_test {

std::vector<BookEntry> random_entries(std::mt19937_64& random, std::size_t count, std::size_t places) {
  std::vector<BookEntry> entries(count);
  for (BookEntry& entry : entries) {
    entry.reply = static_cast<SetupId>(random() % 5);
    entry.depth = static_cast<std::uint8_t>(random() % 20);
    entry.line.resize(random() % (kLinePlies + 1));
    for (std::uint16_t& place : entry.line) place = static_cast<std::uint16_t>(random() % places);
  }
  return entries;
}

std::vector<BookEntry> without_lines(std::vector<BookEntry> entries) {
  for (BookEntry& entry : entries) entry.line.clear();
  return entries;
}

TEST(ValuedBookCoder, GivesBackTheLines) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 100; ++round) {
    const std::vector<BookEntry> entries = random_entries(random, 1 + random() % 50, kMostLegalMoves);
    std::vector<BookEntry> decoded = without_lines(entries);
    ASSERT_TRUE(decode_lines(encode_lines(entries), decoded).ok());
    ASSERT_TRUE(encode_lines(entries).empty() || decoded == entries);
  }
  EXPECT_TRUE(encode_lines(without_lines(random_entries(random, 9, 9))).empty());
}

// Of 4 equally likely moves, a move takes hardly more than 2 bits; of lines that are all alike, next to none.
TEST(ValuedBookCoder, LearnsWhatFollowsWhat) {
  std::mt19937_64 random(2);
  std::vector<BookEntry> entries = random_entries(random, 2'000, 4);
  for (BookEntry& entry : entries) entry.line.resize(kLinePlies, static_cast<std::uint16_t>(random() % 4));
  EXPECT_LT(encode_lines(entries).size() * 8, 2'000 * kLinePlies * 23 / 10);
  for (BookEntry& entry : entries) entry.line = entries[0].line;
  EXPECT_LT(encode_lines(entries).size(), 500u);
}

TEST(ValuedBookCoder, EndsWithAnErrorOrWithLinesThatAreShortEnough) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::byte> bytes(random() % 100);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    std::vector<BookEntry> entries(random() % 100);
    if (!decode_lines(bytes, entries)) continue;
    for (const BookEntry& entry : entries) {
      ASSERT_LE(entry.line.size(), kLinePlies);
      for (const std::uint16_t place : entry.line) ASSERT_LT(place, kMostLegalMoves);
    }
  }
  const std::vector<BookEntry> entries = random_entries(random, 500, 500);
  std::vector<BookEntry> decoded = without_lines(entries);
  std::vector<std::byte> bytes = encode_lines(entries);
  bytes.resize(bytes.size() / 2);
  EXPECT_EQ(decode_lines(bytes, decoded).error().code, ErrorCode::kCorrupt);
}

}  // namespace tabiya::line_coder_test
