#include "booksearch/setups/job/recall.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <vector>

#include "booksearch/setups/audit/audit.h"
#include "booksearch/setups/rows/row_search.h"
#include "booksearch/work/parallel.h"
#include "tests/booksearch/table_oracle.h"

namespace tabiya::booksearch {
namespace recall_test {

using ::testing::Each;
using ::testing::Gt;

// Values drift with the depth, so that shallow rows err; some pairs are proven.
TableOracle some_oracle() {
  return TableOracle(300, [](SetupId red, SetupId blue, int depth) {
    const std::uint64_t pair = std::uint64_t{red} << 32 | blue;
    auto value = static_cast<Score>(mix(pair) % 1000 + mix(blue) % 500);
    for (int ply = depth; ply < 9; ++ply) value += static_cast<Score>(mix(pair * 31 + ply) % 200);
    return mix(pair + 5) % 3000 == 0 && depth > 6 ? -8'000'000 : value;
  });
}

std::vector<SetupId> ids(SetupId count, SetupId step) {
  std::vector<SetupId> ids;
  for (SetupId id = 0; id < count; id += step) ids.push_back(id);
  return ids;
}

struct Example {
  TableOracle oracle = some_oracle();
  std::vector<SetupId> reds = ids(300, 7);
  std::vector<SetupId> replies = ids(300, 1);
  RecallTask task{reds, replies, {}, {.deeper = 3, .replies = 40, .shared = 5}, 0};

  explicit Example(int depth) { task.lists = {{0, depth, 3}, {0, depth, 20}, {0, depth, 3, 4}}; }
};

SetupId best_of(const TableOracle& oracle, SetupId red, const std::vector<SetupId>& replies, int depth) {
  return *std::ranges::min_element(replies, {}, [&](SetupId blue) { return oracle.value(red, blue, depth); });
}

std::vector<SetupId> statically_best(const Example& example, SetupId red, std::size_t count) {
  std::vector<SetupId> list = example.replies;
  std::ranges::stable_sort(list, {}, [&](SetupId blue) { return example.oracle.value(red, blue, 0); });
  list.resize(count);
  return list;
}

// The answers of a list, by the definition: shared ones are tried against all, until none is new.
std::vector<SetupId> reference_answers(const Example& example, const JobStage& list, int depth) {
  std::vector<std::vector<SetupId>> tried;
  for (const SetupId red : example.reds) tried.push_back(statically_best(example, red, list.replies));
  std::vector<SetupId> met;
  for (;;) {
    std::vector<SetupId> answers;
    std::vector<Row> rows;
    for (std::size_t i = 0; i < tried.size(); ++i) {
      answers.push_back(best_of(example.oracle, example.reds[i], tried[i], depth));
      rows.push_back({example.reds[i], answers.back()});
    }
    std::map<SetupId, std::size_t> count;
    for (const SetupId reply : answers) ++count[reply];
    std::vector<SetupId> frequent;
    for (const auto& [reply, times] : count) frequent.push_back(reply);
    std::ranges::stable_sort(frequent, std::greater<>(), [&](SetupId reply) { return count[reply]; });
    frequent.resize(std::min<std::size_t>(frequent.size(), list.shared));
    std::erase_if(frequent, [&](SetupId reply) { return std::ranges::count(met, reply) > 0; });
    if (frequent.empty()) return answers;
    for (auto& some : tried) some.insert(some.end(), frequent.begin(), frequent.end());
    met.insert(met.end(), frequent.begin(), frequent.end());
  }
}

// Mean regrets of all lists at a depth, by the definition.
std::vector<double> reference_regrets(const Example& example, int depth) {
  const TableOracle& oracle = example.oracle;
  const RecallReference& reference = example.task.reference;
  const int deep = depth + reference.deeper;
  std::vector<std::vector<SetupId>> answers;
  std::map<SetupId, std::size_t> count;
  for (const JobStage& list : example.task.lists) {
    answers.push_back(reference_answers(example, list, depth));
    for (const SetupId reply : answers.back()) ++count[reply];
  }
  std::vector<SetupId> frequent;
  for (const auto& [reply, times] : count) frequent.push_back(reply);
  std::ranges::stable_sort(frequent, std::greater<>(), [&](SetupId reply) { return count[reply]; });
  frequent.resize(reference.shared);
  std::vector<double> regrets(answers.size());
  for (std::size_t i = 0; i < example.reds.size(); ++i) {
    std::vector<SetupId> tried = statically_best(example, example.reds[i], reference.replies.value_or(0));
    tried.insert(tried.end(), frequent.begin(), frequent.end());
    for (const auto& list : answers) tried.push_back(list[i]);
    const Score best = oracle.value(example.reds[i], best_of(oracle, example.reds[i], tried, deep), deep);
    for (std::size_t list = 0; list < answers.size(); ++list)
      regrets[list] += loss(oracle.value(example.reds[i], answers[list][i], deep), best) /
                       static_cast<double>(example.reds.size());
  }
  return regrets;
}

std::vector<Recall> measure(const Example& example) {
  const auto recalls = measure_recall(example.oracle, example.task);
  EXPECT_TRUE(recalls.ok());
  return recalls.ok() ? *recalls : std::vector<Recall>();
}

TEST(MeasureRecall, SaysWhatAnswersLoseAgainstTheReference) {
  for (const int depth : {2, 4}) {
    for (const bool looks_further : {true, false}) {
      Example example(depth);
      if (!looks_further) example.task.reference = {};  // the best of the answers, at their depth
      const std::vector<Recall> recalls = measure(example);
      const std::vector<double> regrets = reference_regrets(example, depth);
      ASSERT_EQ(recalls.size(), regrets.size());
      for (std::size_t i = 0; i < regrets.size(); ++i) {
        EXPECT_EQ(recalls[i].list, example.task.lists[i]);
        EXPECT_NEAR(recalls[i].mean_loss, regrets[i], 1e-9) << depth << ", list " << i;
        EXPECT_TRUE(recalls[i].loss_interval.contains(recalls[i].mean_loss));
        EXPECT_TRUE(recalls[i].missed_interval.contains(recalls[i].missed_share));
        EXPECT_GE(recalls[i].nodes, example.reds.size() * example.task.lists[i].replies);
      }
      if (looks_further) {
        EXPECT_THAT(regrets, Each(Gt(0)));
      }
      EXPECT_LT(recalls[1].missed, recalls[0].missed);
    }
  }
}

TEST(MeasureRecall, IsTheSameOnAnyNumberOfThreads) {
  const Example example(3);
  std::vector<Recall> alone, together;
  with_threads(1, [&] { alone = measure(example); });
  with_threads(4, [&] { together = measure(example); });
  ASSERT_EQ(alone.size(), together.size());
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(static_cast<const Losses&>(alone[i]), together[i]);
    EXPECT_EQ(alone[i].nodes, together[i].nodes);
  }
}

TEST(MeasureRecall, CanBeStopped) {
  const Example example(3);
  const std::atomic<bool> stop = true;
  const auto none = measure_recall(example.oracle, example.task, {{}, &stop});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, ErrorCode::kStopped);
}

}  // namespace recall_test
}  // namespace tabiya::booksearch
