#include "core/book/valued_book_file.h"

#include <gtest/gtest.h>

#include "core/random.h"
#include "tests/support/ring_game.h"

namespace tabiya::valued_book_file_test {

using test::random_valued_book;
using test::RingWalk;

TEST(ValuedBookFile, GivesBackRandomBooks) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const RingWalk walk(2 + 2 * static_cast<std::uint32_t>(seed), 1 + static_cast<std::uint32_t>(seed % 9));
    const ValuedBook book = random_valued_book(walk, seed, 1 + seed);
    const auto section = encode_valued_book(book, walk);
    ASSERT_TRUE(section.ok()) << seed << ": " << section.error().message;
    const auto again = decode_valued_book(*section, walk);
    ASSERT_TRUE(again.ok()) << seed << ": " << again.error().message;
    EXPECT_TRUE(*again == book) << seed;
    EXPECT_EQ(*encode_valued_book(*again, walk), *section) << seed;
  }
}

TEST(ValuedBookFile, HoldsABookOfNothing) {
  const RingWalk walk(10, 3);
  const auto section = encode_valued_book(ValuedBook(), walk);
  ASSERT_TRUE(section.ok());
  EXPECT_EQ(decode_valued_book(*section, walk)->size(), 0u);
}

// A long game in which every move is forced takes next to nothing; the section is as long as its reader asks for.
TEST(ValuedBookFile, IsNeverTooShortForItsPositions) {
  const RingWalk walk(1'000'000, 1);
  BookGraph graph;
  std::unique_ptr<BookWalk> at = walk.clone();
  BookNode node = graph.add(at->key(), at->side_to_move());
  const std::string root = at->text();
  for (int ply = 0; ply < 900 && !at->moves().empty(); ++ply) {
    const MoveCode move = at->moves()[0];
    at->play(move);
    const BookNode to = graph.add(at->key(), at->side_to_move());
    graph.link(node, move, to);
    node = to;
  }
  graph.set_outside(node, {}, FoundScore{0, true});
  const ValuedBook book = finish_book(graph, {{root, 0}}, {});
  const auto section = encode_valued_book(book, walk);
  ASSERT_TRUE(section.ok()) << section.error().message;
  const auto again = decode_valued_book(*section, walk);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_TRUE(*again == book);
}

// Without its checksums: the container has these.
TEST(ValuedBookFile, RefusesOrReadsDamagedBytes) {
  const RingWalk walk(300, 5);
  const auto section = *encode_valued_book(random_valued_book(walk, 5, 200), walk);
  Random random(1);
  int refused = 0;
  for (int i = 0; i < 3'000; ++i) {
    std::vector<std::byte> damaged = section;
    damaged[random.below(static_cast<std::uint32_t>(damaged.size()))] ^=
        static_cast<std::byte>(1 + random.below(255));
    if (i % 3 == 0) damaged.resize(random.below(static_cast<std::uint32_t>(damaged.size())));
    const auto read = decode_valued_book(damaged, walk);
    refused += !read.ok();
    if (read) {
      EXPECT_LE(read->size(), 64 * damaged.size());
    } else {
      EXPECT_FALSE(read.error().message.empty());
    }
  }
  EXPECT_GT(refused, 1'000);
}

TEST(ValuedBookFile, RefusesBooksOfOtherRules) {
  const RingWalk walk(300, 5), other(302, 5);
  const auto section = *encode_valued_book(random_valued_book(walk, 5, 200), walk);
  EXPECT_FALSE(decode_valued_book(section, other).ok());
  EXPECT_FALSE(encode_valued_book(random_valued_book(walk, 5, 200), other).ok());
}

TEST(ValuedBookFile, RefusesWhatItCannotWrite) {
  const RingWalk walk(300, 5);
  const auto refuses = [&](BookDraft draft) { return !encode_valued_book(ValuedBook(draft), walk).ok(); };
  const BookDraft sound = draft_of(random_valued_book(walk, 5, 50));
  EXPECT_FALSE(refuses(sound));
  BookDraft draft = sound;
  draft.values[3].value = 7;
  EXPECT_TRUE(refuses(draft));
  draft = sound;
  draft.meta.judge = std::string(70'000, 'x');
  EXPECT_TRUE(refuses(draft));
  draft = sound;
  draft.roots[0].position = "a\tb";
  EXPECT_TRUE(refuses(draft));
}

}  // namespace tabiya::valued_book_file_test
