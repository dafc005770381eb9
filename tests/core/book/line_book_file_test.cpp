#include "core/book/line_book_file.h"

#include <gtest/gtest.h>

#include "core/random.h"
#include "tests/support/ring_game.h"

namespace tabiya::line_book_file_test {

using test::random_lines;
using test::RingWalk;

TEST(LineBookFile, GivesBackRandomBooks) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const RingWalk walk(2 + 2 * static_cast<std::uint32_t>(seed), 1 + static_cast<std::uint32_t>(seed % 9));
    const LineBook book = random_lines(walk, seed, 1 + seed);
    const auto section = encode_line_book(book, walk);
    ASSERT_TRUE(section.ok()) << seed << ": " << section.error().message;
    const auto again = decode_line_book(*section, walk);
    ASSERT_TRUE(again.ok()) << seed << ": " << again.error().message;
    EXPECT_TRUE(*again == book) << seed;
    EXPECT_EQ(*encode_line_book(*again, walk), *section) << seed;
  }
}

TEST(LineBookFile, HoldsABookOfNothing) {
  const RingWalk walk(10, 3);
  const auto section = encode_line_book(LineBook(), walk);
  ASSERT_TRUE(section.ok());
  EXPECT_EQ(decode_line_book(*section, walk)->size(), 0u);
}

// A long game in which every move is forced takes next to nothing; the section is as long as its reader asks for.
TEST(LineBookFile, IsNeverTooShortForItsPositions) {
  const RingWalk walk(1'000'000, 1);
  LineGraph graph;
  std::unique_ptr<BookWalk> at = walk.clone();
  LineNode node = graph.add(at->key(), at->side_to_move());
  const std::string root = at->text();
  for (int ply = 0; ply < 900 && !at->moves().empty(); ++ply) {
    const MoveCode move = at->moves()[0];
    at->play(move);
    const LineNode to = graph.add(at->key(), at->side_to_move());
    graph.link(node, move, to);
    node = to;
  }
  graph.set_outside(node, {}, LineScore{0, true});
  const LineBook book = finish_lines(graph, {{root, 0}}, {});
  const auto section = encode_line_book(book, walk);
  ASSERT_TRUE(section.ok()) << section.error().message;
  const auto again = decode_line_book(*section, walk);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_TRUE(*again == book);
}

// Without its checksums: the container has these.
TEST(LineBookFile, RefusesOrReadsDamagedBytes) {
  const RingWalk walk(300, 5);
  const auto section = *encode_line_book(random_lines(walk, 5, 200), walk);
  Random random(1);
  int refused = 0;
  for (int i = 0; i < 3'000; ++i) {
    std::vector<std::byte> damaged = section;
    damaged[random.below(static_cast<std::uint32_t>(damaged.size()))] ^=
        static_cast<std::byte>(1 + random.below(255));
    if (i % 3 == 0) damaged.resize(random.below(static_cast<std::uint32_t>(damaged.size())));
    const auto read = decode_line_book(damaged, walk);
    refused += !read.ok();
    if (read) {
      EXPECT_LE(read->size(), 64 * damaged.size());
    } else {
      EXPECT_FALSE(read.error().message.empty());
    }
  }
  EXPECT_GT(refused, 1'000);
}

TEST(LineBookFile, RefusesBooksOfOtherRules) {
  const RingWalk walk(300, 5), other(302, 5);
  const auto section = *encode_line_book(random_lines(walk, 5, 200), walk);
  EXPECT_FALSE(decode_line_book(section, other).ok());
  EXPECT_FALSE(encode_line_book(random_lines(walk, 5, 200), other).ok());
}

TEST(LineBookFile, RefusesWhatItCannotWrite) {
  const RingWalk walk(300, 5);
  const auto refuses = [&](LineDraft draft) { return !encode_line_book(LineBook(draft), walk).ok(); };
  const LineDraft sound = draft_of(random_lines(walk, 5, 50));
  EXPECT_FALSE(refuses(sound));
  LineDraft draft = sound;
  draft.values[3].value = 7;
  EXPECT_TRUE(refuses(draft));
  draft = sound;
  draft.meta.judge = std::string(70'000, 'x');
  EXPECT_TRUE(refuses(draft));
  draft = sound;
  draft.roots[0].position = "a\tb";
  EXPECT_TRUE(refuses(draft));
}

}  // namespace tabiya::line_book_file_test
