#include "booksearch/lines/position_audit.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "booksearch/lines/visits.h"
#include "core/book/book_paths.h"
#include "tests/booksearch/lines/random_tree.h"

namespace tabiya::booksearch {
namespace position_audit_test {

using test::NoisyJudge;
using test::RandomTree;
using test::TreeWalk;

ValuedBook book_of(const BookGrowth& growth) {
  return finish_book(growth.graph(), {{"root", 0}}, {1, "a test", growth.search_error(), 0, 1'000});
}

ValuedBook grown(const RandomTree& tree, NoisyJudge& judge, std::size_t positions) {
  BookGrowth growth(test::roots_of(tree), {.positions = positions});
  EXPECT_TRUE(test::grow(growth, judge).ok());
  return book_of(growth);
}

Result<PositionAudit> audited(const ValuedBook& book, const RandomTree& tree, double noise,
                              PositionAuditSettings settings = {}) {
  JudgePool<MoveQuestion> judges(1, [&] { return JudgeOf<MoveQuestion>(NoisyJudge(tree, noise, 77)); });
  return audit_positions(book, TreeWalk(tree), settings, judges, {}, {});
}

TEST(BookVisits, AreSharedByTheMoves) {
  BookGraph graph;
  for (PositionKey key = 1; key <= 4; ++key) graph.add(key, key > 1 ? 1 : 0);
  graph.link(0, 1, 1);
  graph.link(0, 2, 2);
  graph.link(0, 3, 3);
  graph.set_outside(0, MoveCode{4}, FoundScore{100, false});
  graph.set_outside(1, MoveCode{1}, FoundScore{-600, false});
  graph.set_outside(2, MoveCode{1}, FoundScore{-100, false});
  graph.set_outside(3, MoveCode{1}, FoundScore{5'000, false});
  const ValuedBook book = finish_book(graph, {{"root", 0}}, {1, "a test", 500, 0, 1'000});
  const std::vector<double> visits = book_visits(book, 1'000);
  EXPECT_DOUBLE_EQ(visits[*book.find(1)], 1);
  EXPECT_DOUBLE_EQ(visits[*book.find(2)], 0.5) << "the others have half of its weight each";
  EXPECT_DOUBLE_EQ(visits[*book.find(3)], 0.25) << "as has the move outside the book";
  EXPECT_DOUBLE_EQ(visits[*book.find(4)], 0) << "it loses too much";
}

TEST(BookVisits, OfARepetitionEnd) {
  BookGraph graph;
  graph.add(1, 0);
  graph.add(2, 1);
  graph.link(0, 1, 1);
  graph.link(1, 1, 0);
  const ValuedBook book = finish_book(graph, {{"root", 0}}, {1, "a test", 500, 0, 1'000});
  EXPECT_DOUBLE_EQ(book_visits(book, 1'000)[0], kMostPlies / 2 + 1);
}

TEST(PruneBook, KeepsWhatComesUpMost) {
  const RandomTree tree(5, 4, 7);
  NoisyJudge judge(tree, 800, 5);
  const ValuedBook book = grown(tree, judge, 300);
  double lost = 1;
  for (const std::size_t positions : {std::size_t{0}, std::size_t{10}, std::size_t{100}, book.size()}) {
    const PrunedBook pruned = prune_book(book, positions);
    EXPECT_LE(pruned.book.size(), std::max<std::size_t>(positions, 1));
    EXPECT_EQ(pruned.book[0].value.value, book[0].value.value);
    EXPECT_LE(pruned.lost, lost);
    if (positions == 0) {
      EXPECT_GT(pruned.lost, 0.1);
    }
    lost = pruned.lost;
  }
  EXPECT_DOUBLE_EQ(lost, 0);
}

// What the best moves of the book lose, by how often its positions come up.
double true_regret(const RandomTree& tree, const ValuedBook& book) {
  const std::vector<double> visits = book_visits(book, book.meta().tolerance);
  const BookPaths paths(book);
  double regret = 0, sum = 0;
  for (BookNode node = 0; node < book.size(); ++node) {
    if (book.is_over(node)) continue;
    TreeWalk walk(tree);
    for (const MoveCode move : paths.moves_to(node)) walk.play(move);
    const Score best = tree.value(walk.node());
    const Score of_book = -tree.value(tree.after(walk.node(), book_choices(book, node)[0].move));
    regret += visits[node] * (best - of_book);
    sum += visits[node];
  }
  return regret / sum;
}

// A judge who sees the truth says what the book's moves lose; the mean is within its interval for most samples.
TEST(PositionAudit, EstimatesTheRegretOfTheBooksMoves) {
  int within = 0;
  double all = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const RandomTree tree(seed, 5, 5);
    NoisyJudge judge(tree, 2'500, seed);
    const ValuedBook book = grown(tree, judge, 40);
    const double regret = true_regret(tree, book);
    all += regret;
    const auto audit = audited(book, tree, 0, {.sample = 150, .suspects = 0, .seed = seed});
    ASSERT_TRUE(audit.ok());
    within += audit->regret.interval.contains(regret);
  }
  EXPECT_GE(within, 26);
  EXPECT_GT(all, 0);
}

// One search of a position deep in the book was wrong by more than half a logit, and the book grew with that.
TEST(PositionAudit, DoubtsAWrongDeepValue) {
  int planted = 0, found = 0, looked_at_again = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const RandomTree tree(seed, 4, 8);
    NoisyJudge sound(tree, 800, seed);
    int left = 60;
    std::vector<MoveCode> wrong;
    const auto judge = [&](const MoveQuestion& question, const Control&) {
      MoveAnswer answer = sound(question).value();
      if (question.excluded.empty() && question.moves.size() >= 4 && !answer.score.is_proved && left-- == 0) {
        answer.score.score += seed % 2 == 0 ? 8'000 : -8'000;
        wrong = question.moves;
      }
      return answer;
    };
    BookGrowth growth(test::roots_of(tree), {.positions = 400});
    ASSERT_TRUE(test::grow(growth, judge).ok());
    ASSERT_FALSE(wrong.empty());
    const ValuedBook book = book_of(growth);
    TreeWalk walk(tree);
    for (const MoveCode move : wrong) walk.play(move);
    const BookNode node = *book.find(walk.key());
    // A book that went on there has found it out by itself.
    if (std::abs(book[node].value.value - tree.value(walk.node())) < 4'000) {
      ++looked_at_again;
      continue;
    }
    ++planted;
    const auto audit = audited(book, tree, 300, {.sample = 50, .suspects = 100, .seed = seed});
    ASSERT_TRUE(audit.ok());
    const auto first = audit->positions.begin(),
               last = first + std::min<std::ptrdiff_t>(20, std::ssize(audit->positions));
    found += std::any_of(first, last, [&](const AuditedPosition& line) { return line.node == node; });
  }
  EXPECT_EQ(found, planted) << looked_at_again << " were looked at again";
  EXPECT_GE(planted, 5);
}

// A book that is tried at the positions of a larger one: by a judge who sees the truth, with the one who made both as engine.
PlayerTrial tried(const RandomTree& tree, const ValuedBook& book, const ValuedBook& other,
                  std::uint64_t seed) {
  const auto judges_of = [&](double noise) -> MakeJudge<MoveQuestion> {
    return [&tree, noise, seed] { return JudgeOf<MoveQuestion>(NoisyJudge(tree, noise, seed)); };
  };
  JudgePool<MoveQuestion> engine(1, judges_of(2'000)), judges(1, judges_of(0));
  auto trial =
      audit_positions_at(book, other, TreeWalk(tree), {.sample = 200, .seed = seed}, engine, judges, {}, {});
  EXPECT_TRUE(trial.ok());
  return *std::move(trial);
}

TEST(PositionAudit, TriesBooksAtTheSamePositions) {
  int within = 0;
  double known = 0, saved = 0, saved_by_small = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const RandomTree tree(seed, 5, 5);
    NoisyJudge judge(tree, 2'000, seed);
    const ValuedBook small = grown(tree, judge, 30), large = grown(tree, judge, 300);
    const PlayerTrial of_small = tried(tree, small, large, seed), of_large = tried(tree, large, large, seed);
    EXPECT_EQ(of_small.positions.size(), of_large.positions.size());
    EXPECT_EQ(of_small.regret_of_engine.value, of_large.regret_of_engine.value);
    EXPECT_EQ(of_large.known.value, 1);
    EXPECT_EQ(of_large.regret_of_known->value, of_large.regret.value);
    within += of_large.regret.interval.contains(true_regret(tree, large));
    for (const AuditedPosition& line : of_small.positions) {
      EXPECT_EQ(line.is_known, small.find(large[line.node].key).has_value());
      EXPECT_TRUE(line.is_known || line.regret() == line.regret_of_engine());
    }
    EXPECT_NEAR(of_small.saved.value, of_small.regret_of_engine.value - of_small.regret.value, 1e-6);
    known += of_small.known.value / 20;
    saved += of_large.saved.value;
    saved_by_small += of_small.saved.value;
  }
  EXPECT_GE(within, 17);
  EXPECT_LT(known, 0.9);
  EXPECT_GT(saved_by_small, 0);
  EXPECT_GT(saved, 1.2 * saved_by_small);
}

TEST(PositionAudit, EndsWithTheErrorOfAJudge) {
  const RandomTree tree(3, 3, 5);
  NoisyJudge judge(tree, 800, 3);
  JudgePool<MoveQuestion> judges(1, [] { return Result<JudgeOf<MoveQuestion>>(invalid("no such engine")); });
  EXPECT_EQ(audit_positions(grown(tree, judge, 20), TreeWalk(tree), {}, judges, {}, {}).error().message,
            "no such engine");
}

}  // namespace position_audit_test
}  // namespace tabiya::booksearch
