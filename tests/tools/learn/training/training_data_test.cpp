#include "tools/learn/training/training_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/tools/learn/training/random_data.h"
#include "tests/tools/program_run.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/json_text.h"
#include "tools/learn/selfplay/data_file.h"
#include "tools/learn/training/batches.h"

namespace tabiya::tools {
namespace training_data_test {

using ::testing::HasSubstr;

template <class Work>
std::string complaint(Work&& work) {
  try {
    work();
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.code(), kUnusable);
    return failure.what();
  }
  return "";
}

TEST(TrainingData, SetsWholeGamesAside) {
  const TrainingData data = random_data(30, 1, 0.2);
  std::set<std::uint32_t> validation(data.validation.begin(), data.validation.end());
  EXPECT_EQ(validation.size() + data.training.size(), data.size());
  EXPECT_TRUE(std::ranges::is_sorted(data.training));
  for (const std::uint32_t number : data.training) EXPECT_FALSE(validation.contains(number));
  const double share = static_cast<double>(validation.size()) / static_cast<double>(data.size());
  EXPECT_GE(share, 0.2);
  EXPECT_LT(share, 0.3);
  std::uint32_t begin = 0;
  for (const auto& game : random_games(30, 1)) {
    const auto end = static_cast<std::uint32_t>(begin + game.size() / kRandomRecordSize);
    const auto within = std::ranges::count_if(
        validation, [&](std::uint32_t number) { return begin <= number && number < end; });
    EXPECT_TRUE(within == 0 || within == static_cast<std::ptrdiff_t>(end - begin));
    begin = end;
  }
}

TEST(TrainingData, LeavesSomethingOnBothSides) {
  for (const double share : {1e-6, 0.999}) {
    const TrainingData data = random_data(3, 2, share);
    EXPECT_FALSE(data.training.empty());
    EXPECT_FALSE(data.validation.empty());
  }
  EXPECT_THAT(complaint([] { random_data(1, 2); }), HasSubstr("play more games"));
  EXPECT_THAT(complaint([] { split_data(zero_point_one::module(), {}, {}, 0.1); }),
              HasSubstr("play more games"));
}

TEST(TrainingData, RefusesGamesThatAreThereTwice) {
  const auto games = random_games(2, 3);
  std::vector<std::byte> records = games[0];
  records.insert(records.end(), games[0].begin(), games[0].end());
  const std::vector<std::size_t> sizes(2, games[0].size() / kRandomRecordSize);
  EXPECT_THAT(complaint([&] { split_data(zero_point_one::module(), records, sizes, 0.1); }),
              HasSubstr("twice in the data"));
}

TEST(TrainingData, HandsLabelsAroundOnEitherSide) {
  const TrainingData before = random_data(10, 4);
  TrainingData after = before;
  shuffle_labels(after, 1);
  int moved = 0;
  for (const auto side : {&TrainingData::training, &TrainingData::validation}) {
    std::multiset<std::pair<Score, int>> labels, labels_before;
    for (const std::uint32_t number : before.*side) {
      const Lesson old = lesson_of(before.record(number)),
                   now = lesson_of(std::as_const(after).record(number));
      EXPECT_EQ(position_in(before, number), position_in(after, number));
      labels.emplace(now.label, now.result);
      labels_before.emplace(old.label, old.result);
      moved += old.label != now.label;
    }
    EXPECT_EQ(labels, labels_before);
  }
  EXPECT_GT(moved, static_cast<int>(before.size() / 2));
}

TEST(TrainingData, TracesLabelsFromLaterPositionsOfTheGame) {
  const auto probability = [](Score label) { return 1 / (1 + std::exp(-label / 1e4)); };
  const TrainingData before = random_data(5, 6);
  TrainingData none = before, half = before, last = before;
  trace_labels(none, 0);
  trace_labels(half, 0.5);
  trace_labels(last, 1);
  EXPECT_EQ(none.records, before.records);
  int pairs = 0;
  for (std::uint32_t i = 0; i + 1 < before.size(); ++i) {
    const Lesson own = lesson_of(before.record(i)), next = lesson_of(before.record(i + 1));
    const bool same_game = next.ply > own.ply && next.result == -own.result;
    if (!same_game) {
      EXPECT_TRUE(std::ranges::equal(half.record(i), before.record(i)));
      continue;
    }
    ++pairs;
    ASSERT_EQ(next.ply, own.ply + 1);
    const double traced = lesson_of(half.record(i + 1)).label;
    EXPECT_NEAR(probability(lesson_of(half.record(i)).label),
                (probability(own.label) + 1 - probability(static_cast<Score>(traced))) / 2, 1e-3);
    EXPECT_NEAR(lesson_of(last.record(i)).label, -lesson_of(last.record(i + 1)).label, 50);
  }
  EXPECT_GT(pairs, 20);
}

class DataFilesTest : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const Json& settings, std::uint64_t seed) {
    const std::string path = folder_.path(name);
    DataWriter writer(path, settings, false, false);
    std::uint64_t first = 0;
    for (const auto& game : random_games(4, seed)) writer.add({first++, 1, game});
    return path;
  }
  TemporaryFolder folder_;
};

TEST_F(DataFilesTest, AreReadTogether) {
  const std::string one = write("one", {{"depth", 4}, {"seed", 1}}, 1);
  const std::string two = write("two", {{"depth", 4}, {"seed", 2}}, 2);
  const TrainingData data = load_training_data({one, two}, 0.1);
  EXPECT_EQ(data.games, 8u);
  EXPECT_EQ(json_text(data.settings), R"([{"depth":4,"seeds":[1,2]}])");
  EXPECT_EQ(data.size(), load_training_data({one}, 0.1).size() + load_training_data({two}, 0.1).size());
  EXPECT_NE(data.fingerprint, load_training_data({one}, 0.1).fingerprint);
  EXPECT_THAT(complaint([&] { load_training_data({one, one}, 0.1); }), HasSubstr("twice in the data"));
}

TEST_F(DataFilesTest, OfDifferentKindsAreRefused) {
  const std::string one = write("one", {{"depth", 4}, {"seed", 1}}, 1);
  const std::string two = write("two", {{"depth", 5}, {"seed", 2}}, 2);
  EXPECT_THAT(complaint([&] {
                load_training_data({one, two}, 0.1);
              }),
              AllOf(HasSubstr(two + ": its games were played with"), HasSubstr(R"({"depth":5)"),
                    HasSubstr("--mixed")));
}

TEST_F(DataFilesTest, OfDifferentKindsAreMixedOnRequest) {
  const std::string one = write("one", {{"depth", 4}, {"seed", 1}}, 1);
  const std::string two = write("two", {{"depth", 5}, {"seed", 2}}, 2);
  const std::string three = write("three", {{"depth", 4}, {"seed", 3}}, 3);
  const TrainingData data = load_training_data({one, two, three}, 0.1, Kinds::kMixed);
  EXPECT_EQ(data.games, 12u);
  EXPECT_EQ(json_text(data.settings), R"([{"depth":4,"seeds":[1,3]},{"depth":5,"seeds":[2]}])");
}

TEST_F(DataFilesTest, OfOtherGamesAreRefused) {
  const std::string unknown = write("one", {{"game", "go"}, {"seed", 1}}, 1);
  EXPECT_THAT(complaint([&] { load_training_data({unknown}, 0.1); }),
              HasSubstr(unknown + ": unknown game 'go'; this program knows 'zero_point_one'"));
  const std::string unlearnt = write("two", {{"game", "pawn_race"}, {"seed", 1}}, 1);
  EXPECT_THAT(complaint([&] { load_training_data({unlearnt}, 0.1); }),
              HasSubstr(unlearnt + ": pawn_race has no features"));
}

TEST_F(DataFilesTest, ThatAreDamagedAreRefused) {
  const std::string path = write("one", {{"seed", 1}}, 1);
  std::string content = read_file(path);
  content[content.size() / 2] ^= 4;
  write_file(path, content);
  EXPECT_THAT(complaint([&] { load_training_data({path}, 0.1); }), HasSubstr(path + ", chunk"));
  EXPECT_THAT(complaint([&] { load_training_data({path + "x"}, 0.1); }), HasSubstr("No such file"));
}

}  // namespace training_data_test
}  // namespace tabiya::tools
