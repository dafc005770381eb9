#include "core/book/valued_book.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/book/book_paths.h"
#include "tests/support/ring_game.h"

namespace tabiya::valued_book_test {

using test::random_valued_book;
using test::RingWalk;

// A root whose three moves end the game, and a move outside the book.
BookGraph four_moves() {
  BookGraph graph;
  const BookNode root = graph.add(1, 0);
  for (const auto& [move, value] : {std::pair<MoveCode, Score>{1, 100}, {2, 600}, {3, -1'400}}) {
    const BookNode after = graph.add(10u + move, 1);
    graph.link(root, move, after);
    graph.set_outside(after, {}, FoundScore{-value, true});
  }
  graph.set_outside(root, MoveCode{4}, FoundScore{580, false});
  return graph;
}

ValuedBook book_of_four() { return finish_book(four_moves(), {{"root", 0}}, {1, "judge", 1'500, 0, 1'000}); }

TEST(ValuedBook, KnowsTheNodesBehindEachPosition) {
  BookGraph graph;
  for (PositionKey key = 0; key < 5; ++key) graph.add(key, static_cast<int>(key) % 2);
  const auto search = [&](BookNode node, double nodes, bool is_proved = false) {
    graph.set_outside(node, MoveCode{9}, FoundScore{100, is_proved}, effort_of(nodes));
  };
  graph.link(0, 1, 1);
  graph.link(0, 2, 2);
  graph.link(1, 3, 3);
  graph.link(2, 3, 3);  // it is reached in two ways, and counts once
  search(0, 1 << 20);
  search(1, 1 << 10);
  search(2, 1 << 12);
  search(3, 1 << 16);
  search(4, 1 << 10, /*is_proved=*/true);
  const auto of = [&](BookNode root) {
    const ValuedBook book = finish_book(graph, {{"root", root}}, {.search_error = 100});
    return nodes_behind(book)[*book.find(root)];
  };
  EXPECT_DOUBLE_EQ(of(0), (1 << 20) + (1 << 10) + (1 << 12) + (1 << 16));
  EXPECT_DOUBLE_EQ(of(2), (1 << 12) + (1 << 16));
  EXPECT_TRUE(std::isinf(of(4))) << "it is proved";
  search(3, 0);
  EXPECT_TRUE(std::isinf(of(0))) << "nobody knows the nodes of a search";
}

// Its only move leads to where another position leads first, so that no search counts for it alone.
TEST(ValuedBook, KnowsTheNodesBehindAPositionThatOnlyTransposes) {
  BookGraph graph;
  for (PositionKey key = 0; key < 4; ++key) graph.add(key, static_cast<int>(key) % 2);
  graph.link(0, 1, 1);
  graph.link(0, 2, 2);
  graph.link(1, 3, 3);
  graph.link(2, 3, 3);
  graph.set_outside(0, MoveCode{9}, FoundScore{100, false}, effort_of(1 << 20));
  graph.set_outside(3, MoveCode{9}, FoundScore{-100, false}, effort_of(1 << 16));
  const ValuedBook book = finish_book(graph, {{"root", 0}}, {.search_error = 100});
  const std::vector<double> nodes = nodes_behind(book);
  EXPECT_DOUBLE_EQ(nodes[*book.find(1)], 1 << 16);
  EXPECT_DOUBLE_EQ(nodes[*book.find(2)], 1 << 16);
  EXPECT_DOUBLE_EQ(nodes[*book.find(0)], (1 << 20) + (1 << 16));
}

TEST(ValuedBook, TakesTheNodesOfSearchesFromTheNameOfTheirJudge) {
  EXPECT_EQ(effort_told("our own search, go nodes 200000"), effort_of(200'000));
  EXPECT_EQ(effort_told("a, go nodes 200000; b, go depth 9 nodes 7; c, go nodes 1000"), effort_of(1'000));
  EXPECT_EQ(effort_told("games in PGN"), kUnknownEffort);
  EXPECT_NEAR(nodes_of(effort_of(200'000)), 200'000, 0.09 * 200'000);
}

TEST(ValuedBook, HasItsMovesBestFirst) {
  const ValuedBook book = book_of_four();
  ASSERT_EQ(book.size(), 4u);
  EXPECT_EQ(book.find(12), BookNode{1}) << "the best move comes first";
  EXPECT_EQ(book.find(9), std::nullopt);
  EXPECT_TRUE(book.is_over(1));
  EXPECT_EQ(book_choices(book, 0),
            (std::vector<BookChoice>{
                {2, {600, 0}, 1}, {4, {580, 1'500}, std::nullopt}, {1, {100, 0}, 2}, {3, {-1'400, 0}, 3}}));
}

TEST(ValuedBook, WeighsMovesByWhatTheyLose) {
  const MoveBook book = move_book_of(book_of_four(), 1'000);
  std::vector<std::pair<MoveCode, std::uint64_t>> weights;
  for (const BookMove& move : book.find(1)) weights.emplace_back(move.move, move.weight);
  EXPECT_EQ(weights, (std::vector<std::pair<MoveCode, std::uint64_t>>{{2, 1'000}, {4, 973}, {1, 500}}));
}

TEST(ValuedBook, RoundsWhatItStates) {
  BookGraph graph;
  graph.add(1, 0);
  for (const auto& [score, rounded] :
       {std::pair<Score, Score>{1'234, 1'230}, {-1'234, -1'230}, {4, 0}, {win_in(3), win_in(3)}}) {
    graph.set_outside(0, MoveCode{1}, FoundScore{score, false});
    const ValuedBook book = finish_book(graph, {{"root", 0}}, {.search_error = 3});
    EXPECT_EQ(book[0].outside_value, (BookValue{rounded, kValueStep}))
        << score << ": not certain, though almost";
    EXPECT_EQ(book[0].value, book[0].outside_value);
  }
}

// The difference between a mate that is not sure and the other move is an error beyond all evaluations.
TEST(ValuedBook, StatesErrorsOfMatesInSteps) {
  BookGraph graph;
  graph.add(1, 0);
  graph.add(2, 1);
  graph.link(0, 1, 1);
  graph.set_outside(0, MoveCode{2}, FoundScore{win_in(3), false});
  graph.set_outside(1, MoveCode{1}, FoundScore{loss_in(5), false});
  const ValuedBook book = finish_book(graph, {{"root", 0}}, {.search_error = kMaxEvaluation});
  for (BookNode node = 0; node < book.size(); ++node) {
    EXPECT_EQ(book[node].value.error % kValueStep, 0);
    EXPECT_LE(book[node].value.error, kWinScore);
  }
}

TEST(ValuedBook, IsTheSameFromItsDraft) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const ValuedBook book = random_valued_book(RingWalk(400, 6), seed, 300);
    EXPECT_TRUE(ValuedBook(draft_of(book)) == book) << seed;
  }
}

TEST(ValuedBook, FindsEachPositionAndLeavesOutTheOthers) {
  BookDraft draft = draft_of(random_valued_book(RingWalk(400, 6), 2, 300));
  const std::size_t reached = draft.graph.size();
  draft.graph.add(1, 0);
  draft.outside_errors.push_back(0);
  draft.values.push_back({});
  const ValuedBook book(draft);
  ASSERT_EQ(book.size(), reached);
  for (BookNode node = 0; node < book.size(); ++node) EXPECT_EQ(book.find(book[node].key), node);
  EXPECT_EQ(book.find(1), std::nullopt);
}

TEST(BookPaths, AreTheShortest) {
  const RingWalk walk(400, 6);
  const ValuedBook book = random_valued_book(walk, 2, 300);
  const BookPaths paths(book);
  for (BookNode node = 0; node < book.size(); ++node) {
    EXPECT_EQ((*paths.position(node, walk))->key(), book[node].key);
    EXPECT_EQ(paths.moves_to(node).size(), static_cast<std::size_t>(paths.plies_to(node)));
    for (const BookLink& link : book.moves(node))
      EXPECT_LE(paths.plies_to(link.to), paths.plies_to(node) + 1);
  }
  EXPECT_EQ(paths.order().size(), book.size());
}

TEST(VerifyValues, FindsWhatDoesNotFollow) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const ValuedBook book = random_valued_book(RingWalk(400, 6), seed, 200);
    EXPECT_TRUE(verify_values(book).empty()) << seed;
    if (book.move_count() == 0) continue;
    BookDraft draft = draft_of(book);
    auto node = static_cast<BookNode>(seed % book.size());
    while (book.is_over(node)) node = static_cast<BookNode>((node + 1) % book.size());
    draft.values[node].value += kValueStep;
    const ValuedBook wrong(draft);
    const auto findings = verify_values(wrong);
    EXPECT_TRUE(std::ranges::any_of(findings, [&](const ValueFinding& finding) {
      return wrong[finding.node].key == draft.graph[node].key &&
             finding.expected.value == book[node].value.value;
    })) << seed;
  }
}

}  // namespace tabiya::valued_book_test

namespace tabiya::valued_book_edit_test {
using test::random_valued_book;
using test::RingWalk;

const RingWalk kWalk(400, 6);

TEST(MergeValuedBooks, ChangesNothingWithItself) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const ValuedBook book = random_valued_book(kWalk, seed, 200);
    const auto merged = merge_valued_books(book, book);
    ASSERT_TRUE(merged.ok());
    EXPECT_TRUE(*merged == book) << seed;
  }
}

TEST(MergeValuedBooks, HasWhatBothKnow) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    // Of the same remainder by 500, so that both mean the same by a repetition.
    const ValuedBook a = random_valued_book(kWalk, seed, 100), b = random_valued_book(kWalk, seed + 500, 150);
    const auto merged = merge_valued_books(a, b);
    ASSERT_TRUE(merged.ok()) << merged.error().message;
    EXPECT_TRUE(verify_values(*merged).empty()) << seed;
    for (const ValuedBook* book : {&a, &b}) {
      for (BookNode node = 0; node < book->size(); ++node) {
        const auto there = merged->find((*book)[node].key);
        ASSERT_TRUE(there);
        for (const BookLink& link : book->moves(node))
          EXPECT_TRUE(std::ranges::any_of(merged->moves(*there), [&](const BookLink& other) {
            return other.move == link.move && (*merged)[other.to].key == (*book)[link.to].key;
          }));
      }
    }
  }
}

TEST(MergeValuedBooks, RefusesOtherRules) {
  BookDraft draft = draft_of(random_valued_book(kWalk, 1, 50));
  const ValuedBook book(draft);
  draft.meta.rules = 8;
  EXPECT_FALSE(merge_valued_books(book, ValuedBook(draft)).ok());
}

// Values stay, whatever is cut off: what a move was worth is still known when the position behind it is not.
TEST(KeepLines, LosesNoValue) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    // Without circles, in which a game that leaves the book is worth something else.
    BookDraft draft = draft_of(random_valued_book(kWalk, seed, 200));
    BookGraph forward;
    for (BookNode node = 0; node < draft.graph.size(); ++node)
      forward.add(draft.graph[node].key, draft.graph[node].side);
    for (BookNode node = 0; node < draft.graph.size(); ++node) {
      const GraphPosition& position = draft.graph[node];
      for (const BookLink& link : position.links)
        if (link.to > node) forward.link(node, link.move, link.to);
      const bool is_empty = forward[node].links.empty() && !position.outside;
      forward.set_outside(node, position.move, is_empty ? FoundScore{0, true} : position.outside);
    }
    draft.graph = forward;
    const ValuedBook book = with_values(draft);
    std::vector<bool> is_kept(book.size(), true);
    Random random(seed);
    for (BookNode node = 1; node < book.size(); ++node) is_kept[node] = random.below(4) > 0;
    const ValuedBook kept = keep_positions(book, is_kept);
    EXPECT_LE(kept.size(), book.size());
    EXPECT_TRUE(verify_values(kept).empty()) << seed;
    for (BookNode node = 0; node < kept.size(); ++node) {
      const auto before = book.find(kept[node].key);
      ASSERT_TRUE(before && is_kept[*before]);
      EXPECT_EQ(kept[node].value.value, book[*before].value.value) << seed;
    }
    EXPECT_TRUE(keep_positions(book, std::vector<bool>(book.size(), true)) == book);
  }
}

}  // namespace tabiya::valued_book_edit_test
