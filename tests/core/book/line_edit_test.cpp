#include "core/book/line_edit.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/book/line_paths.h"
#include "tests/support/ring_game.h"

namespace tabiya::line_edit_test {

using test::random_lines;
using test::RingWalk;

const RingWalk kWalk(400, 6);

TEST(MergeLines, ChangesNothingWithItself) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const LineBook book = random_lines(kWalk, seed, 200);
    const auto merged = merge_lines(book, book);
    ASSERT_TRUE(merged.ok());
    EXPECT_TRUE(*merged == book) << seed;
  }
}

TEST(MergeLines, HasWhatBothKnow) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    // Of the same remainder by 500, so that both mean the same by a repetition.
    const LineBook a = random_lines(kWalk, seed, 100), b = random_lines(kWalk, seed + 500, 150);
    const auto merged = merge_lines(a, b);
    ASSERT_TRUE(merged.ok()) << merged.error().message;
    EXPECT_TRUE(verify_lines(*merged).empty()) << seed;
    for (const LineBook* book : {&a, &b}) {
      for (LineNode node = 0; node < book->size(); ++node) {
        const auto there = merged->find((*book)[node].key);
        ASSERT_TRUE(there);
        for (const LineLink& link : book->moves(node))
          EXPECT_TRUE(std::ranges::any_of(merged->moves(*there), [&](const LineLink& other) {
            return other.move == link.move && (*merged)[other.to].key == (*book)[link.to].key;
          }));
      }
    }
  }
}

TEST(MergeLines, RefusesOtherRules) {
  LineDraft draft = draft_of(random_lines(kWalk, 1, 50));
  const LineBook book(draft);
  draft.meta.rules = 8;
  EXPECT_FALSE(merge_lines(book, LineBook(draft)).ok());
}

// Values stay, whatever is cut off: what a move was worth is still known when the position behind it is not.
TEST(KeepLines, LosesNoValue) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    // Without circles, in which a game that leaves the book is worth something else.
    LineDraft draft = draft_of(random_lines(kWalk, seed, 200));
    LineGraph forward;
    for (LineNode node = 0; node < draft.graph.size(); ++node)
      forward.add(draft.graph[node].key, draft.graph[node].side);
    for (LineNode node = 0; node < draft.graph.size(); ++node) {
      const LinePosition& position = draft.graph[node];
      for (const LineLink& link : position.links)
        if (link.to > node) forward.link(node, link.move, link.to);
      const bool is_empty = forward[node].links.empty() && !position.outside;
      forward.set_outside(node, position.move, is_empty ? LineScore{0, true} : position.outside);
    }
    draft.graph = forward;
    const LineBook book = with_values(draft);
    std::vector<bool> is_kept(book.size(), true);
    Random random(seed);
    for (LineNode node = 1; node < book.size(); ++node) is_kept[node] = random.below(4) > 0;
    const LineBook kept = keep_lines(book, is_kept);
    EXPECT_LE(kept.size(), book.size());
    EXPECT_TRUE(verify_lines(kept).empty()) << seed;
    for (LineNode node = 0; node < kept.size(); ++node) {
      const auto before = book.find(kept[node].key);
      ASSERT_TRUE(before && is_kept[*before]);
      EXPECT_EQ(kept[node].value.value, book[*before].value.value) << seed;
    }
    EXPECT_TRUE(keep_lines(book, std::vector<bool>(book.size(), true)) == book);
  }
}

}  // namespace tabiya::line_edit_test
