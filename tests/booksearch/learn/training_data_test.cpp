#include "booksearch/learn/training_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/booksearch/learn/random_data.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch {
namespace training_data_test {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

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
  const auto one = random_games(1, 2).front();
  const std::vector<std::size_t> size{one.size() / kRandomRecordSize};
  EXPECT_THAT(complaint(split_data(zero_point_one::module(), one, size, 0.1)), HasSubstr("play more games"));
  EXPECT_THAT(complaint(split_data(zero_point_one::module(), {}, {}, 0.1)), HasSubstr("play more games"));
}

TEST(TrainingData, RefusesGamesThatAreThereTwice) {
  const auto games = random_games(2, 3);
  std::vector<std::byte> records = games[0];
  records.insert(records.end(), games[0].begin(), games[0].end());
  const std::vector<std::size_t> sizes(2, games[0].size() / kRandomRecordSize);
  EXPECT_THAT(complaint(split_data(zero_point_one::module(), records, sizes, 0.1)),
              HasSubstr("in the data twice"));
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
  std::string write(const std::string& name, const std::string& settings, std::uint64_t seed) {
    const std::string path = folder_.path(name);
    DataWriter writer = DataWriter::open(path, settings, false, false, read_words).value();
    std::uint64_t first = 0;
    for (const auto& game : random_games(4, seed)) EXPECT_TRUE(writer.add({first++, 1, game}));
    return path;
  }
  static Result<TrainingData> load(const std::vector<std::string>& paths, Kinds kinds = Kinds::kOne) {
    return load_training_data(paths, 0.1, kinds, read_words);
  }
  static std::vector<std::string> told(const TrainingData& data) {
    std::vector<std::string> kinds;
    for (const DataKind& kind : data.kinds) kinds.push_back(kind.settings + ": " + joined(kind.seeds, ", "));
    return kinds;
  }

  const test::TemporaryFolder folder_;
  const std::string one_ = write("one", "zero_point_one shallow 1", 1);
};

TEST_F(DataFilesTest, AreReadTogether) {
  const std::string two = write("two", "zero_point_one shallow 2", 2);
  const auto data = load({one_, two});
  ASSERT_TRUE(data.ok()) << data.error().message;
  EXPECT_EQ(data->games, 8u);
  EXPECT_THAT(told(*data), ElementsAre("zero_point_one shallow: 1, 2"));
  EXPECT_EQ(data->size(), load({one_})->size() + load({two})->size());
  EXPECT_NE(data->fingerprint, load({one_})->fingerprint);
  EXPECT_THAT(complaint(load({one_, one_})), HasSubstr("in the data twice"));
}

TEST_F(DataFilesTest, OfDifferentKindsAreMixedOnRequest) {
  const std::string two = write("two", "zero_point_one deep 2", 2);
  const std::string three = write("three", "zero_point_one shallow 3", 3);
  EXPECT_THAT(complaint(load({one_, two})), AllOf(HasSubstr(two + ": its games were played with"),
                                                  HasSubstr("zero_point_one deep"), HasSubstr("--mixed")));
  const auto data = load({one_, two, three}, Kinds::kMixed);
  ASSERT_TRUE(data.ok()) << data.error().message;
  EXPECT_EQ(data->games, 12u);
  EXPECT_THAT(told(*data), ElementsAre("zero_point_one shallow: 1, 3", "zero_point_one deep: 2"));
}

TEST_F(DataFilesTest, OfOtherGamesAreRefused) {
  const std::string unknown = write("unknown", "go shallow 1", 1),
                    other = write("other", "chess shallow 1", 1);
  EXPECT_EQ(complaint(load({unknown})), unknown + ": its settings are not three words");
  EXPECT_EQ(complaint(load({one_, other}, Kinds::kMixed)),
            other + ": is of the game 'chess', " + one_ + " of 'zero_point_one'; train with one game");
  EXPECT_EQ(complaint(DataFiles::open({one_, other}, read_words)),
            other + ": is of the game 'chess', " + one_ + " of 'zero_point_one'; name files of one game");
}

TEST_F(DataFilesTest, ThatAreDamagedAreRefused) {
  std::string content = content_of(one_);
  content[content.size() / 2] ^= 4;
  overwrite(one_, content);
  EXPECT_THAT(complaint(load({one_})), HasSubstr(one_ + ", chunk"));
  EXPECT_THAT(complaint(load({one_ + "x"})), HasSubstr("No such file"));
}

}  // namespace training_data_test
}  // namespace tabiya::booksearch
