#include "core/book/polyglot_file.h"

#include <gtest/gtest.h>

namespace tabiya {
namespace polyglot_file_test {

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

}  // namespace polyglot_file_test
}  // namespace tabiya
