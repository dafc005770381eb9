#include "booksearch/lines/line_search.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "core/book/line_book.h"
#include "core/book/polyglot_file.h"
#include "tests/booksearch/lines/random_tree.h"

namespace tabiya::booksearch {
namespace line_search_test {

using test::NoisyJudge;
using test::RandomTree;

MakeJudge<LineQuestion> judges(const RandomTree& tree) {
  return [&tree] { return JudgeOf<LineQuestion>(NoisyJudge(tree, 800, 9)); };
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

std::vector<std::byte> bytes_of(const LineGrowth& growth) {
  return write_polyglot(move_book_of(finish_lines(growth.graph(), {{"root", 0}}, {}), 2'000));
}

Result<std::vector<std::byte>> book(int threads, const LineMemory& memory = {}, const Control& control = {}) {
  LineGrowth growth(test::roots_of(shared_tree()), {.positions = 400});
  JudgePool<LineQuestion> pool(threads, judges(shared_tree()));
  LineSearches searches;
  if (const Status status = grow_lines(growth, pool, memory, control, searches); !status)
    return status.error();
  return bytes_of(growth);
}

TEST(LineSearch, MakesTheSameBookWithAnyThreads) {
  const auto expected = book(1);
  ASSERT_TRUE(expected.ok());
  EXPECT_GT(expected->size(), 400 * kPolyglotEntry);
  EXPECT_EQ(*book(4), *expected);
}

TEST(LineSearch, MakesTheSameBookAfterInterruptions) {
  const auto expected = book(1);
  LineMemory memory;
  std::set<std::uint64_t> asked;
  std::atomic<bool> stop = false;
  int left = 0, runs = 0;
  memory.keep = [&](std::uint64_t question, const LineAnswer& answer) {
    EXPECT_TRUE(asked.insert(question).second) << "asked twice";
    memory.known.emplace(question, answer);
    if (--left == 0) stop = true;
    return ok_status();
  };
  for (;; ++runs) {
    stop = false;
    left = 37 + runs;
    const LineMemory before{memory.known, memory.keep};
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

TEST(LineSearch, GrowsAsFarAsAMemoryGoes) {
  LineMemory memory;
  std::vector<std::pair<std::uint64_t, LineAnswer>> answers;  // in the order in which they were found
  memory.keep = [&](std::uint64_t question, const LineAnswer& answer) {
    answers.emplace_back(question, answer);
    return ok_status();
  };
  ASSERT_TRUE(book(1, memory).ok());
  std::size_t positions = 0;
  for (std::size_t known : {std::size_t{0}, answers.size() / 3, answers.size() - 1, answers.size()}) {
    const LineMemory part{{answers.begin(), answers.begin() + static_cast<std::ptrdiff_t>(known)}, {}};
    LineGrowth growth(test::roots_of(shared_tree()), {.positions = 400});
    LineSearches searches;
    const auto open = regrow_lines(growth, part, searches);
    ASSERT_TRUE(open.ok());
    EXPECT_EQ(searches.count + *open, known);
    EXPECT_EQ(growth.questions().empty(), known == answers.size());
    EXPECT_GE(growth.graph().size(), positions);
    positions = growth.graph().size();
  }
  EXPECT_EQ(positions, 400u);
}

TEST(LineSearch, EndsWithTheErrorOfAJudge) {
  LineGrowth growth(test::roots_of(shared_tree()), {});
  JudgePool<LineQuestion> pool(2, [] { return Result<JudgeOf<LineQuestion>>(invalid("no such engine")); });
  LineSearches searches;
  const Status status = grow_lines(growth, pool, {}, {}, searches);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, "no such engine");
}

}  // namespace line_search_test
}  // namespace tabiya::booksearch
