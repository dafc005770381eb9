#include "booksearch/recall_curve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <string>

#include "booksearch/audit.h"
#include "booksearch/support/threads.h"
#include "tests/booksearch/table_oracle.h"

namespace tabiya::booksearch {
namespace {

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
  CurveTask task{reds, replies, {{0, 0, 3}, {0, 0, 20}, {0, 0, 3, 4}}, 2, 4, 3, 40, 5, 0};
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
  const int deep = depth + example.task.deeper;
  std::vector<std::vector<SetupId>> answers;
  std::map<SetupId, std::size_t> count;
  for (const JobStage& list : example.task.lists) {
    answers.push_back(reference_answers(example, list, depth));
    for (const SetupId reply : answers.back()) ++count[reply];
  }
  std::vector<SetupId> frequent;
  for (const auto& [reply, times] : count) frequent.push_back(reply);
  std::ranges::stable_sort(frequent, std::greater<>(), [&](SetupId reply) { return count[reply]; });
  frequent.resize(example.task.judge_shared);
  std::vector<double> regrets(answers.size());
  for (std::size_t i = 0; i < example.reds.size(); ++i) {
    std::vector<SetupId> tried = statically_best(example, example.reds[i], example.task.judge_replies);
    tried.insert(tried.end(), frequent.begin(), frequent.end());
    for (const auto& list : answers) tried.push_back(list[i]);
    const Score best = oracle.value(example.reds[i], best_of(oracle, example.reds[i], tried, deep), deep);
    for (std::size_t list = 0; list < answers.size(); ++list)
      regrets[list] += loss(oracle.value(example.reds[i], answers[list][i], deep), best) /
                       static_cast<double>(example.reds.size());
  }
  return regrets;
}

std::vector<CurvePoint> measure(const Example& example, const CurveFindings& known = {},
                                const CurveObserver& observer = {}) {
  const auto points = measure_curve(example.oracle, example.task, known, observer);
  EXPECT_TRUE(points.ok());
  return points.ok() ? *points : std::vector<CurvePoint>();
}

// All but the seconds.
std::string text_of(const std::vector<CurvePoint>& points) {
  std::string text;
  for (const CurvePoint& point : points) {
    for (const double figure :
         {static_cast<double>(point.list.depth), static_cast<double>(point.list.replies),
          static_cast<double>(point.list.shared), static_cast<double>(point.missed), point.mean_loss,
          point.loss_interval.low, point.loss_interval.high, static_cast<double>(point.nodes)})
      text += std::to_string(figure) + " ";
    text += "\n";
  }
  return text;
}

TEST(MeasureCurve, SaysWhatAnswersLoseAgainstTheJudge) {
  const Example example;
  const std::vector<CurvePoint> points = measure(example);
  ASSERT_EQ(points.size(), 9u);
  for (int depth = 2; depth <= 4; ++depth) {
    const std::vector<double> regrets = reference_regrets(example, depth);
    EXPECT_THAT(regrets, Each(Gt(0)));
    for (std::size_t i = 0; i < regrets.size(); ++i) {
      const CurvePoint& point = points[static_cast<std::size_t>(depth - 2) * 3 + i];
      EXPECT_EQ(point.list,
                (JobStage{0, depth, example.task.lists[i].replies, example.task.lists[i].shared}));
      EXPECT_NEAR(point.mean_loss, regrets[i], 1e-9) << depth << ", list " << i;
      EXPECT_TRUE(point.loss_interval.contains(point.mean_loss));
      EXPECT_GT(point.missed, 0u);
      EXPECT_GE(point.nodes, example.reds.size() * example.task.lists[i].replies);
    }
  }
}

TEST(MeasureCurve, IsTheSameOnAnyNumberOfThreads) {
  const Example example;
  std::string alone, together;
  with_threads(1, [&] { alone = text_of(measure(example)); });
  with_threads(4, [&] { together = text_of(measure(example)); });
  EXPECT_EQ(alone, together);
}

// Keeps what is found, and asks for the end after some of it.
struct Interruption {
  CurveFindings found;
  std::atomic<bool> stop = false;
  std::size_t left;

  explicit Interruption(std::size_t after) : left(after) {}
  CurveObserver observer() {
    return {[this](const CurveRow& row) { found.rows.push_back(row), count(); },
            [this](const CurveJudgement& judgement) { found.judgements.push_back(judgement), count(); }};
  }
  void count() {
    if (--left == 0) stop = true;
  }
};

TEST(MeasureCurve, GoesOnAfterAnInterruption) {
  const Example example;
  Interruption whole(1'000'000);
  const std::string expected = text_of(measure(example, {}, whole.observer()));
  const std::size_t all = whole.found.rows.size() + whole.found.judgements.size();
  for (const std::size_t after : {std::size_t{1}, all / 5, all / 2}) {  // later, threads may have begun all
    Interruption interruption(after);
    const auto none = measure_curve(example.oracle, example.task, {}, interruption.observer(),
                                    {.on_progress = {}, .stop = &interruption.stop});
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().code, ErrorCode::kStopped);
    Interruption rest(1'000'000);
    EXPECT_EQ(text_of(measure(example, interruption.found, rest.observer())), expected);
    EXPECT_EQ(rest.found.rows.size() + rest.found.judgements.size() + interruption.found.rows.size() +
                  interruption.found.judgements.size(),
              all);  // nothing is searched twice
  }
}

TEST(MeasureCurve, TakesWhatOtherDepthsHaveFound) {
  Example example;
  Interruption some(1'000'000);
  example.task.most_depth = 3;
  measure(example, {}, some.observer());
  example.task.most_depth = 4;
  Interruption rest(1'000'000);
  const std::vector<CurvePoint> points = measure(example, some.found, rest.observer());
  EXPECT_EQ(text_of(points), text_of(measure(example)));
  for (const CurveRow& row : rest.found.rows) EXPECT_EQ(row.list.depth, 4);
  for (const CurveJudgement& judgement : rest.found.judgements) EXPECT_EQ(judgement.depth, 4);
}

// A judgement that lacks the value of an answer is made again.
TEST(MeasureCurve, DoesNotTrustJudgementsOfOtherAnswers) {
  const Example example;
  Interruption whole(1'000'000);
  const std::string expected = text_of(measure(example, {}, whole.observer()));
  for (CurveJudgement& judgement : whole.found.judgements) judgement.values.pop_back();
  EXPECT_EQ(text_of(measure(example, whole.found)), expected);
}

}  // namespace
}  // namespace tabiya::booksearch
