#include "core/book/polyglot_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "core/random.h"

namespace tabiya::polyglot_file_test {

MoveBook sample() {
  return {{{.key = 3, .move = 0x30c, .learn = 9, .weight = 7},
           {.key = 3, .move = 0x2db, .weight = 2},
           {.key = 0x463b96181691fc9c, .move = 1, .weight = 0xffff}}};
}

TEST(PolyglotFile, ComesBack) {
  const std::vector<std::byte> file = write_polyglot(sample());
  ASSERT_EQ(file.size(), 48u);
  EXPECT_EQ(file[7], std::byte{3});
  EXPECT_EQ(file[8], std::byte{3});
  EXPECT_EQ(file[9], std::byte{0x0c});
  EXPECT_EQ(file[11], std::byte{7});
  EXPECT_EQ(file[15], std::byte{9});
  EXPECT_TRUE(looks_like_polyglot(file));
  EXPECT_EQ(read_polyglot(file).value(), sample());
}

TEST(PolyglotFile, ScalesWeightsWithoutLosingSmallOnes) {
  MoveBook book{{{.key = 1, .move = 1, .weight = 1'000'000},
                 {.key = 1, .move = 2, .weight = 500'000},
                 {.key = 1, .move = 3, .weight = 1},
                 {.key = 1, .move = 4, .weight = 0},
                 {.key = 2, .move = 1, .weight = 10}}};
  const MoveBook back = read_polyglot(write_polyglot(book)).value();
  EXPECT_EQ(back.moves[0].weight, 65535u);
  EXPECT_EQ(back.moves[1].weight, 32768u);
  EXPECT_EQ(back.moves[2].weight, 1u);
  EXPECT_EQ(back.moves[3].weight, 0u);
  EXPECT_EQ(back.moves[4].weight, 10u) << "another position";
}

TEST(PolyglotFile, RefusesWhatIsCutShortOrUnsorted) {
  std::vector<std::byte> file = write_polyglot(sample());
  file.pop_back();
  EXPECT_FALSE(looks_like_polyglot(file));
  const Error error = read_polyglot(file).error();
  EXPECT_EQ(error.message, "cut short: entries have 16 bytes, and the last one has 15");
  EXPECT_EQ(error.offset, 32u);
  file = write_polyglot({{{.key = 5}, {.key = 4}}});
  EXPECT_FALSE(looks_like_polyglot(file));
  EXPECT_EQ(read_polyglot(file).error().offset, 16u);
  EXPECT_TRUE(read_polyglot({}).value().moves.empty());
}

// Reads from `bytes`, up to `end`.
PolyglotFile::Read reader_of(std::span<const std::byte> bytes, std::size_t end) {
  return [bytes, end](std::uint64_t offset, std::span<std::byte> to) -> Status {
    if (offset + to.size() > end) return Error{ErrorCode::kIo, "the file has ended", {}};
    std::ranges::copy(bytes.subspan(offset, to.size()), to.begin());
    return ok_status();
  };
}

TEST(PolyglotFile, IsSearchedWhereItStandsAsInMemory) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    const std::uint32_t keys = 1 + random.below(40);
    MoveBook book;
    for (std::uint32_t i = random.below(60); i > 0; --i)
      book.moves.push_back({.key = (PositionKey{random.below(keys)} << 60) + random.below(3),
                            .move = static_cast<MoveCode>(random.next()),
                            .weight = random.below(1000)});
    sort_moves(book);
    const std::vector<std::byte> bytes = write_polyglot(book);
    const auto file = PolyglotFile::make(bytes.size(), reader_of(bytes, bytes.size()));
    ASSERT_TRUE(file);
    EXPECT_EQ(file->entries(), book.moves.size());
    std::vector<PositionKey> asked{0, ~PositionKey{0}, random.next()};
    for (const BookMove& move : book.moves) asked.push_back(move.key);
    for (const PositionKey key : asked) {
      const auto found = file->find(key);
      ASSERT_TRUE(found);
      EXPECT_TRUE(std::ranges::equal(*found, book.find(key)));
    }
  }
}

TEST(PolyglotFile, SaysWhatItMeetsThatIsDamaged) {
  MoveBook book;
  for (PositionKey key = 1; key <= 100; ++key) book.moves.push_back({.key = 1000 * key});
  std::vector<std::byte> bytes = write_polyglot(book);
  EXPECT_EQ(PolyglotFile::make(bytes.size() - 1, reader_of(bytes, bytes.size())).error().offset, 1584u);
  EXPECT_EQ(PolyglotFile::make(bytes.size(), reader_of(bytes, 1000)).error().code, ErrorCode::kIo);
  std::size_t end = bytes.size();
  const auto shortened = PolyglotFile::make(bytes.size(), [&](std::uint64_t offset, std::span<std::byte> to) {
    return reader_of(bytes, end)(offset, to);
  });
  end = 400;
  EXPECT_EQ(shortened->find(1000).error().code, ErrorCode::kIo);
  end = bytes.size();
  EXPECT_EQ(shortened->find(1000)->size(), 1u);
  std::swap_ranges(bytes.begin(), bytes.begin() + 16, bytes.begin() + 16 * 75);
  EXPECT_EQ(shortened->find(80'000).error().message,
            "the entries are not sorted by key: entry 76 belongs before the one in front of it");
  EXPECT_EQ(PolyglotFile::make(bytes.size(), reader_of(bytes, bytes.size())).error().offset, 16u);
}

}  // namespace tabiya::polyglot_file_test
