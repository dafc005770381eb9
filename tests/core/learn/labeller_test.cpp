#include <gtest/gtest.h>

#include <vector>

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/trainable.h"
#include "core/learn/learning_of.h"
#include "core/random.h"

namespace tabiya::zero_point_one::labeller_test {

using Record = PackedRecord<Coder>;

std::vector<Record> random_records(int count) {
  Random random(1);
  std::vector<Record> records;
  while (static_cast<int>(records.size()) < count) {
    const SetupId red = random.below(SetupRanking::size());
    const Position position = position_after(red, random.below(SetupRanking::size()));
    records.push_back(pack_record<Coder>(position, {0, 0, position.ply()}));
  }
  return records;
}

std::unique_ptr<Labeller> labeller() {
  return std::move(LearningOf<Trainable>().make_labeller({}, {.table_bytes = 1 << 18})).value();
}

// The reference: a search by a new engine, iteration by iteration, until there are enough nodes.
Score reference_label(const Record& record, std::uint64_t nodes) {
  const Position position = position_of<Coder>(record).value();
  for (int depth = 1;; ++depth) {
    const auto found = make_engine({.table_bytes = 1 << 18})->search(position, {.depth = depth});
    if (found.nodes >= nodes) return found.score;
  }
}

TEST(Labeller, SaysWhatASearchOfWholeIterationsSays) {
  const auto one = labeller();
  for (const Record& record : random_records(10))
    for (const std::uint64_t nodes : {1'000u, 4'000u})
      EXPECT_EQ(one->search(record, nodes).value(), reference_label(record, nodes));
}

TEST(Labeller, ForgetsBetweenPositions) {
  const std::vector<Record> records = random_records(10);
  const auto one = labeller();
  for (const Record& record : records) {
    const Score alone = labeller()->search(record, 500).value();
    EXPECT_EQ(one->search(record, 500).value(), alone);
    EXPECT_EQ(one->search(record, 500).value(), alone);
  }
}

TEST(Labeller, CountsNodesAndEvaluates) {
  const auto one = labeller();
  const Record record = random_records(1).front();
  EXPECT_EQ(one->nodes(), 0u);
  EXPECT_EQ(one->evaluate(record).value(), make_engine({})->evaluate(position_of<Coder>(record).value()));
  EXPECT_EQ(one->nodes(), 0u);
  ASSERT_TRUE(one->search(record, 500).ok());
  EXPECT_GE(one->nodes(), 500u);
}

TEST(Labeller, RefusesWhatIsNoRecord) {
  Record record = random_records(1).front();
  record.fill(std::byte{0xFF});
  EXPECT_EQ(labeller()->search(record, 10).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(labeller()->evaluate(std::span(record).first(3)).error().code, ErrorCode::kCorrupt);
}

}  // namespace tabiya::zero_point_one::labeller_test
