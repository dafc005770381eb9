#include "booksearch/recall.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/booksearch/table_oracle.h"

namespace tabiya::booksearch {
namespace {

// The static value (depth 0) is the true one with noise.
TableOracle some_oracle(unsigned noise) {
  return TableOracle(400, [=](SetupId red, SetupId blue, int depth) {
    const std::uint64_t pair = std::uint64_t{red} << 32 | blue;
    const auto truth = static_cast<Score>(mix(pair) % 1000 + mix(blue) % 300);
    return depth == 0 ? truth + static_cast<Score>(mix(pair + 1) % noise) : truth;
  });
}

std::vector<SetupId> ids(SetupId count, SetupId step) {
  std::vector<SetupId> ids;
  for (SetupId id = 0; id < count; id += step) ids.push_back(id);
  return ids;
}

// The same by the definition.
Recall reference(const TableOracle& oracle, const std::vector<SetupId>& reds,
                 const std::vector<SetupId>& replies, std::size_t own) {
  Recall recall;
  for (const SetupId red : reds) {
    std::vector<SetupId> list = replies;
    std::ranges::stable_sort(list, {}, [&](SetupId blue) { return oracle.value(red, blue, 0); });
    list.resize(own);
    list.push_back(replies.front());  // what a red comes in with
    const auto least = [&](const std::vector<SetupId>& some) {
      Score value = kInfiniteScore;
      for (const SetupId blue : some) value = std::min(value, oracle.value(red, blue, 3));
      return value;
    };
    const Score loss = least(list) - least(replies);
    recall.missed += loss > 0 ? 1 : 0;
    recall.mean_loss += loss / static_cast<double>(reds.size());
  }
  return recall;
}

TEST(MeasureRecall, CountsWhatListsLose) {
  for (const unsigned noise : {1u, 100u, 1000u}) {
    const TableOracle oracle = some_oracle(noise);
    const std::vector<SetupId> reds = ids(400, 4);
    const std::vector<SetupId> replies = ids(400, 1);
    const RecallTask task{reds, replies, {{0, 3, 1}, {0, 3, 20}, {0, 3, 200}, {0, 3, 20, 400}}, 0};
    const Result<std::vector<Recall>> recalls = measure_recall(oracle, task);
    ASSERT_TRUE(recalls.ok());
    ASSERT_EQ(recalls->size(), 4u);
    for (std::size_t i = 0; i < 3; ++i) {
      const Recall expected = reference(oracle, reds, replies, task.lists[i].replies);
      const Recall& found = (*recalls)[i];
      EXPECT_EQ(found.list, task.lists[i]);
      EXPECT_EQ(found.missed, expected.missed);
      EXPECT_NEAR(found.mean_loss, expected.mean_loss, 1e-9);
      EXPECT_TRUE(found.missed_interval.contains(found.missed_share));
      EXPECT_TRUE(found.loss_interval.contains(found.mean_loss));
      EXPECT_LT(found.nodes, found.all_nodes);
    }
    if (noise == 1) {
      EXPECT_EQ((*recalls)[0].missed, 0u);
    }
    EXPECT_LE((*recalls)[3].mean_loss, (*recalls)[1].mean_loss);  // shared answers can only help
    if (noise == 1000) {
      EXPECT_LT((*recalls)[3].missed, (*recalls)[1].missed);
    }
  }
}

}  // namespace
}  // namespace tabiya::booksearch
