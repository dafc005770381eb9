#include "booksearch/lines/line_audit.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "booksearch/lines/visits.h"
#include "core/book/line_paths.h"
#include "tests/booksearch/lines/random_tree.h"

namespace tabiya::booksearch {
namespace line_audit_test {

using test::NoisyJudge;
using test::RandomTree;
using test::TreeWalk;

LineBook book_of(const LineGrowth& growth) {
  return finish_lines(growth.graph(), {{"root", 0}}, {1, "a test", growth.search_error(), 0, 1'000});
}

LineBook grown(const RandomTree& tree, NoisyJudge& judge, std::size_t positions) {
  LineGrowth growth(test::roots_of(tree), {.positions = positions});
  EXPECT_TRUE(test::grow(growth, judge).ok());
  return book_of(growth);
}

Result<LineAudit> audited(const LineBook& book, const RandomTree& tree, double noise,
                          LineAuditSettings settings = {}) {
  JudgePool<LineQuestion> judges(1, [&] { return JudgeOf<LineQuestion>(NoisyJudge(tree, noise, 77)); });
  return audit_lines(book, TreeWalk(tree), settings, judges, {}, {});
}

TEST(LineVisits, AreSharedByTheMoves) {
  LineGraph graph;
  for (PositionKey key = 1; key <= 4; ++key) graph.add(key, key > 1 ? 1 : 0);
  graph.link(0, 1, 1);
  graph.link(0, 2, 2);
  graph.link(0, 3, 3);
  graph.set_outside(0, MoveCode{4}, LineScore{100, false});
  graph.set_outside(1, MoveCode{1}, LineScore{-600, false});
  graph.set_outside(2, MoveCode{1}, LineScore{-100, false});
  graph.set_outside(3, MoveCode{1}, LineScore{5'000, false});
  const LineBook book = finish_lines(graph, {{"root", 0}}, {1, "a test", 500, 0, 1'000});
  const std::vector<double> visits = line_visits(book, 1'000);
  EXPECT_DOUBLE_EQ(visits[*book.find(1)], 1);
  EXPECT_DOUBLE_EQ(visits[*book.find(2)], 0.5) << "the others have half of its weight each";
  EXPECT_DOUBLE_EQ(visits[*book.find(3)], 0.25) << "as has the move outside the book";
  EXPECT_DOUBLE_EQ(visits[*book.find(4)], 0) << "it loses too much";
}

TEST(LineVisits, OfARepetitionEnd) {
  LineGraph graph;
  graph.add(1, 0);
  graph.add(2, 1);
  graph.link(0, 1, 1);
  graph.link(1, 1, 0);
  const LineBook book = finish_lines(graph, {{"root", 0}}, {1, "a test", 500, 0, 1'000});
  EXPECT_DOUBLE_EQ(line_visits(book, 1'000)[0], kMostPlies / 2 + 1);
}

TEST(PruneLines, KeepsWhatComesUpMost) {
  const RandomTree tree(5, 4, 7);
  NoisyJudge judge(tree, 800, 5);
  const LineBook book = grown(tree, judge, 300);
  double lost = 1;
  for (const std::size_t positions : {std::size_t{0}, std::size_t{10}, std::size_t{100}, book.size()}) {
    const PrunedLines pruned = prune_lines(book, positions);
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
double true_regret(const RandomTree& tree, const LineBook& book) {
  const std::vector<double> visits = line_visits(book, book.meta().tolerance);
  const LinePaths paths(book);
  double regret = 0, sum = 0;
  for (LineNode node = 0; node < book.size(); ++node) {
    if (book.is_over(node)) continue;
    TreeWalk walk(tree);
    for (const MoveCode move : paths.moves_to(node)) walk.play(move);
    const Score best = tree.value(walk.node());
    const Score of_book = -tree.value(tree.after(walk.node(), line_choices(book, node)[0].move));
    regret += visits[node] * (best - of_book);
    sum += visits[node];
  }
  return regret / sum;
}

// A judge who sees the truth says what the book's moves lose; the mean is within its interval for most samples.
TEST(LineAudit, EstimatesTheRegretOfTheBooksMoves) {
  int within = 0;
  double all = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const RandomTree tree(seed, 5, 5);
    NoisyJudge judge(tree, 2'500, seed);
    const LineBook book = grown(tree, judge, 40);
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
TEST(LineAudit, DoubtsAWrongDeepValue) {
  int planted = 0, found = 0, looked_at_again = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const RandomTree tree(seed, 4, 8);
    NoisyJudge sound(tree, 800, seed);
    int left = 60;
    std::vector<MoveCode> wrong;
    const auto judge = [&](const LineQuestion& question, const Control&) {
      LineAnswer answer = sound(question).value();
      if (question.excluded.empty() && question.moves.size() >= 4 && !answer.score.is_proved && left-- == 0) {
        answer.score.score += seed % 2 == 0 ? 8'000 : -8'000;
        wrong = question.moves;
      }
      return answer;
    };
    LineGrowth growth(test::roots_of(tree), {.positions = 400});
    ASSERT_TRUE(test::grow(growth, judge).ok());
    ASSERT_FALSE(wrong.empty());
    const LineBook book = book_of(growth);
    TreeWalk walk(tree);
    for (const MoveCode move : wrong) walk.play(move);
    const LineNode node = *book.find(walk.key());
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
    found += std::any_of(first, last, [&](const AuditedLine& line) { return line.node == node; });
  }
  EXPECT_EQ(found, planted) << looked_at_again << " were looked at again";
  EXPECT_GE(planted, 5);
}

// A book that is tried at the positions of a larger one: by a judge who sees the truth, with the one who made both as engine.
LineTrial tried(const RandomTree& tree, const LineBook& book, const LineBook& other, std::uint64_t seed) {
  const auto judges_of = [&](double noise) -> MakeJudge<LineQuestion> {
    return [&tree, noise, seed] { return JudgeOf<LineQuestion>(NoisyJudge(tree, noise, seed)); };
  };
  JudgePool<LineQuestion> engine(1, judges_of(2'000)), judges(1, judges_of(0));
  auto trial =
      audit_lines_at(book, other, TreeWalk(tree), {.sample = 200, .seed = seed}, engine, judges, {}, {});
  EXPECT_TRUE(trial.ok());
  return *std::move(trial);
}

TEST(LineAudit, TriesBooksAtTheSamePositions) {
  int within = 0;
  double known = 0, saved = 0, saved_by_small = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const RandomTree tree(seed, 5, 5);
    NoisyJudge judge(tree, 2'000, seed);
    const LineBook small = grown(tree, judge, 30), large = grown(tree, judge, 300);
    const LineTrial of_small = tried(tree, small, large, seed), of_large = tried(tree, large, large, seed);
    EXPECT_EQ(of_small.positions.size(), of_large.positions.size());
    EXPECT_EQ(of_small.regret_of_engine.value, of_large.regret_of_engine.value);
    EXPECT_EQ(of_large.known.value, 1);
    EXPECT_EQ(of_large.regret_of_known->value, of_large.regret.value);
    within += of_large.regret.interval.contains(true_regret(tree, large));
    for (const AuditedLine& line : of_small.positions) {
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

TEST(LineAudit, EndsWithTheErrorOfAJudge) {
  const RandomTree tree(3, 3, 5);
  NoisyJudge judge(tree, 800, 3);
  JudgePool<LineQuestion> judges(1, [] { return Result<JudgeOf<LineQuestion>>(invalid("no such engine")); });
  EXPECT_EQ(audit_lines(grown(tree, judge, 20), TreeWalk(tree), {}, judges, {}, {}).error().message,
            "no such engine");
}

}  // namespace line_audit_test
}  // namespace tabiya::booksearch
