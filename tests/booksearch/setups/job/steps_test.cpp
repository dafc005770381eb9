#include "booksearch/setups/job/steps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace tabiya::booksearch {

namespace steps_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Row some_row(SetupId red) { return {red, red + 100, static_cast<Score>(red)}; }

// Three steps of the reds 1 and 2, 3, and 4.
class SomeSteps {
 public:
  bool finished() const { return done_.size() == tasks_.size(); }
  StepTask task() const { return {.step = {done_.size(), 0}, .row_tasks = tasks_[done_.size()]}; }
  void advance(std::vector<Row> rows) { done_.push_back(std::move(rows)); }
  const std::vector<std::vector<Row>>& done() const { return done_; }

 private:
  const std::vector<std::vector<RowTask>> tasks_{{{2, {}}, {1, {}}}, {{3, {}}}, {{4, {}}}};
  std::vector<std::vector<Row>> done_;
};

TEST(Follow, TakesTheRowsOfEachStepInTheOrderOfItsTasks) {
  SomeSteps steps;
  const auto end = follow(steps, [](const StepTask& task) {
    std::vector<Row> rows{some_row(9)};  // of no task
    for (const RowTask& row_task : task.row_tasks) rows.insert(rows.begin(), some_row(row_task.red));
    return Result(rows);
  });
  ASSERT_TRUE(end.ok());
  EXPECT_FALSE(*end);
  EXPECT_THAT(steps.done(), ElementsAre(std::vector{some_row(2), some_row(1)}, std::vector{some_row(3)},
                                        std::vector{some_row(4)}));
}

TEST(Follow, EndsAtTheFirstStepThatLacksRows) {
  SomeSteps steps;
  const auto end = follow(steps, [](const StepTask& task) {
    return Result(task.step.number == 0 ? std::vector{some_row(1), some_row(2)} : std::vector{some_row(4)});
  });
  ASSERT_TRUE(end.ok() && *end);
  EXPECT_TRUE((*end)->empty());
  EXPECT_EQ(steps.done().size(), 1u);
}

TEST(Follow, EndsWithAnError) {
  SomeSteps steps;
  const auto end =
      follow(steps, [](const StepTask&) -> Result<std::vector<Row>> { return invalid("no rows"); });
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().message, "no rows");
  EXPECT_THAT(steps.done(), IsEmpty());
}

}  // namespace steps_test

namespace row_inputs_test {

TEST(RowInputs, TellApartWhatChangesARowAndNothingElse) {
  Job job{.game = "numbers", .pool = 10, .keep = 2, .stages = {{2, 3, 4, 5}}};
  const FilterRound reasonable{{{7, 0, 0}, {9, 0, 0}}, 0, 0};
  const JobStage stage = job.stages[0];
  const std::vector<SetupId> shared{3, 4};
  const RowTask row_task{7, 5, 100};
  const auto of = [](const Job& a_job, const FilterRound& round, const JobStage& a_stage,
                     const std::vector<SetupId>& replies, const RowTask& red) {
    return RowInputs(a_job, round).of(a_stage, {.shared = replies}, std::vector{red}).at(red.red);
  };
  const std::uint64_t inputs = of(job, reasonable, stage, shared, row_task);
  std::set<std::uint64_t> all{inputs};
  Job other_table = job;
  other_table.table_mib = 1;
  all.insert(of(other_table, reasonable, stage, shared, row_task));
  all.insert(of(job, {{{7, 0, 0}, {8, 0, 0}}, 0, 0}, stage, shared, row_task));
  all.insert(of(job, reasonable, {2, 4, 4, 5}, shared, row_task));
  all.insert(of(job, reasonable, {2, 3, 5, 5}, shared, row_task));
  all.insert(of(job, reasonable, stage, {4, 3}, row_task));
  all.insert(of(job, reasonable, stage, {3}, row_task));
  all.insert(of(job, reasonable, stage, shared, {8, 5, 100}));
  all.insert(of(job, reasonable, stage, shared, {7, 6, 100}));
  all.insert(of(job, reasonable, stage, shared, {7, 5, 101}));
  all.insert(of(job, reasonable, stage, shared, {7, 5, {}}));
  all.insert(of(job, reasonable, stage, shared, {7, {}, {}}));
  all.insert(of(job, reasonable, stage, shared, {7, 5, {}, 100}));
  all.insert(of(job, reasonable, stage, shared, {7, 5, {}, 101}));
  all.insert(of(job, reasonable, {2, 3, 4, 5, 0, 300}, shared, row_task));
  all.insert(of(job, reasonable, {2, 3, 4, 5, 0, 301}, shared, row_task));
  const auto with_examples = [&](const std::vector<Answered>& examples) {
    return RowInputs(job, reasonable).of(stage, {shared, examples}, std::vector{row_task}).at(7);
  };
  all.insert(with_examples({{1, 2}}));
  all.insert(with_examples({{1, 3}}));
  all.insert(with_examples({{2, 2}}));
  JobStage few_survive = stage;
  few_survive.survivors = 1;
  all.insert(of(job, reasonable, few_survive, shared, row_task));
  EXPECT_EQ(all.size(), 20u);
  EXPECT_EQ(inputs,
            9997069231236527916u);  // as states of jobs have it that were begun before there were survivors

  Job longer = job;
  longer.stages.push_back({1, 9, 9, 9});
  EXPECT_EQ(of(longer, reasonable, {50, 3, 4, 5, 120}, shared, row_task), inputs);  // more kept, more exact
}

}  // namespace row_inputs_test

}  // namespace tabiya::booksearch
