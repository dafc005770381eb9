#include "booksearch/lines/book_answers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "core/book/polyglot_file.h"
#include "core/book/valued_book.h"
#include "tests/booksearch/lines/random_tree.h"

namespace tabiya::booksearch {
namespace book_answers_test {

using test::NoisyJudge;
using test::RandomTree;

MakeJudge<MoveQuestion> judges(const RandomTree& tree) {
  return [&tree] { return JudgeOf<MoveQuestion>(NoisyJudge(tree, 800, 9)); };
}

// RandomTree remembers values without a lock: all are known before threads ask.
const RandomTree& shared_tree() {
  static const RandomTree* const tree = [] {
    const auto* made = new RandomTree(6, 4, 7);
    made->value(made->root());
    return made;
  }();
  return *tree;
}

std::vector<std::byte> bytes_of(const BookGrowth& growth) {
  return write_polyglot(move_book_of(finish_book(growth.graph(), {{"root", 0}}, {}), 2'000));
}

Result<std::vector<std::byte>> book(int threads, const AnswerMemory& memory = {},
                                    const Control& control = {}) {
  BookGrowth growth(test::roots_of(shared_tree()), {.positions = 400});
  JudgePool<MoveQuestion> pool(threads, judges(shared_tree()));
  SearchCount searches;
  if (const Status status = grow_book(growth, pool, memory, control, searches); !status)
    return status.error();
  return bytes_of(growth);
}

TEST(BookAnswers, MakesTheSameBookWithAnyThreads) {
  const auto expected = book(1);
  ASSERT_TRUE(expected.ok());
  EXPECT_GT(expected->size(), 400 * kPolyglotEntry);
  EXPECT_EQ(*book(4), *expected);
}

TEST(BookAnswers, MakesTheSameBookAfterInterruptions) {
  const auto expected = book(1);
  AnswerMemory memory;
  std::set<std::uint64_t> asked;
  std::atomic<bool> stop = false;
  int left = 0, runs = 0;
  memory.keep = [&](std::uint64_t question, const MoveAnswer& answer) {
    EXPECT_TRUE(asked.insert(question).second) << "asked twice";
    memory.known.emplace(question, answer);
    if (--left == 0) stop = true;
    return ok_status();
  };
  for (;; ++runs) {
    stop = false;
    left = 37 + runs;
    const AnswerMemory before{memory.known, memory.keep};
    const auto found = book(2, before, {{}, &stop});
    if (!found) {
      ASSERT_EQ(found.error().code, ErrorCode::kStopped);
      continue;
    }
    EXPECT_EQ(*found, *expected);
    break;
  }
  EXPECT_GT(runs, 5);
}

TEST(BookAnswers, GrowsAsFarAsAMemoryGoes) {
  AnswerMemory memory;
  std::vector<std::pair<std::uint64_t, MoveAnswer>> answers;  // in the order in which they were found
  memory.keep = [&](std::uint64_t question, const MoveAnswer& answer) {
    answers.emplace_back(question, answer);
    return ok_status();
  };
  ASSERT_TRUE(book(1, memory).ok());
  std::size_t positions = 0;
  for (std::size_t known : {std::size_t{0}, answers.size() / 3, answers.size() - 1, answers.size()}) {
    const AnswerMemory part{{answers.begin(), answers.begin() + static_cast<std::ptrdiff_t>(known)}, {}};
    BookGrowth growth(test::roots_of(shared_tree()), {.positions = 400});
    SearchCount searches;
    const auto open = regrow_book(growth, part, searches);
    ASSERT_TRUE(open.ok());
    EXPECT_EQ(searches.count + *open, known);
    EXPECT_EQ(growth.questions().empty(), known == answers.size());
    EXPECT_GE(growth.graph().size(), positions);
    positions = growth.graph().size();
  }
  EXPECT_EQ(positions, 400u);
}

TEST(BookAnswers, EndsWithTheErrorOfAJudge) {
  BookGrowth growth(test::roots_of(shared_tree()), {});
  JudgePool<MoveQuestion> pool(2, [] { return Result<JudgeOf<MoveQuestion>>(invalid("no such engine")); });
  SearchCount searches;
  const Status status = grow_book(growth, pool, {}, {}, searches);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "no such engine");
}

}  // namespace book_answers_test
}  // namespace tabiya::booksearch
