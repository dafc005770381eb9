#include "booksearch/setups/job/steps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
}  // namespace tabiya::booksearch
