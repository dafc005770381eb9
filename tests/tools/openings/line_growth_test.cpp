#include "tools/openings/line_growth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "tests/support/temporary_folder.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"

namespace tabiya::tools {
namespace line_growth_test {

using booksearch::Judgement;
using booksearch::JudgementStore;
using booksearch::OpeningJudge;
using booksearch::Question;

// From -100 to 100, from the position alone.
std::int64_t score_of(const GamePosition& position) {
  return static_cast<std::int64_t>((position.key() * 0x9E3779B97F4A7C15 >> 33) % 201) - 100;
}

class ScoreJudge final : public OpeningJudge {
 public:
  ScoreJudge(const Candidates& candidates, std::atomic<int>& asked)
      : candidates_(candidates), asked_(asked) {}
  Result<Judgement> judge(const Question& question) override {
    ++asked_;
    return Judgement{score_of(*candidates_.position(question.candidate)), {}, 1, 1};
  }

 private:
  const Candidates& candidates_;
  std::atomic<int>& asked_;
};

OpeningsJob job_of(int plies, double low, double high) {
  OpeningsJob job;
  job.game = "chess";
  LineTree& tree = job.tree.emplace();
  tree.plies = plies;
  tree.window = {booksearch::Measure::kScore, low, high, false};
  tree.limits.nodes = 1;
  tree.most = 1'000'000;
  return job;
}

struct Grown {
  std::vector<std::string> ends;
  int asked = 0;
};

Grown grow(const OpeningsJob& job, int threads = 1, JudgementStore* store = nullptr) {
  LineGrowth growth(job);
  std::atomic<int> asked = 0;
  LineGrowth::Pool judges(threads, [&]() -> Result<std::unique_ptr<OpeningJudge>> {
    return std::unique_ptr<OpeningJudge>(std::make_unique<ScoreJudge>(growth.candidates(), asked));
  });
  const auto ends = take(growth.grow(&judges, store, {}), "lines");
  Grown grown{{}, asked};
  for (const PositionHandle& end : ends) grown.ends.push_back(end->text());
  return grown;
}

// The obvious way: all sequences of moves.
void play_all(const GamePosition& position, const OpeningsJob& job, int plies,
              std::set<std::uint64_t>& ends) {
  for (const MoveText& move : position.moves()) {
    const PositionHandle after = take(position.after(move.wire), "move");
    if (!job.tree->window.contains(static_cast<double>(score_of(*after)))) continue;
    if (plies > 1) {
      play_all(*after, job, plies - 1, ends);
    } else {
      ends.insert(after->key());
    }
  }
}

TEST(LineGrowth, KeepsAllSequencesOfMovesWithinTheWindow) {
  const GameModule& chess = game_named("chess");
  for (int plies = 1; plies <= 4; ++plies) {
    const OpeningsJob job = job_of(plies, -20, 40);
    std::set<std::uint64_t> wanted, found;
    play_all(*chess.usual_start(), job, plies, wanted);
    const Grown grown = grow(job);
    for (const std::string& end : grown.ends) found.insert(take(chess.parse_position(end), end)->key());
    EXPECT_EQ(found, wanted) << plies;
    EXPECT_EQ(found.size(), grown.ends.size()) << "a position stands there twice";
  }
}

TEST(LineGrowth, FollowsASampleOfManyPositions) {
  OpeningsJob job = job_of(3, -30, 60);
  const std::vector<std::string> whole = grow(job).ends;
  job.tree->most = 5;
  const Grown some = grow(job), again = grow(job, 3);
  EXPECT_EQ(some.ends, again.ends);
  EXPECT_LT(some.ends.size(), whole.size());
  EXPECT_LE(some.asked, 20 + 2 * 5 * 40);
  for (const std::string& end : some.ends) EXPECT_THAT(whole, ::testing::Contains(end));
  job.seed = 2;
  EXPECT_NE(grow(job).ends, some.ends);
}

TEST(LineGrowth, AsksOnlyWhatIsNotStored) {
  const test::TemporaryFolder folder;
  const OpeningsJob job = job_of(3, -20, 40);
  const std::string identity = LineGrowth(job).identity();
  JudgementStore store = take(JudgementStore::open(folder.path("tree"), {identity, "judge"}), "store");
  const Grown first = grow(job, 2, &store);
  EXPECT_GT(first.asked, 20);
  const Grown second = grow(job, 2, &store);
  EXPECT_EQ(second.asked, 0);
  EXPECT_EQ(second.ends, first.ends);
  EXPECT_EQ(take(LineGrowth(job).grow(nullptr, &store, {}), "lines").size(), first.ends.size());
  EXPECT_FALSE(LineGrowth(job).grow(nullptr, nullptr, {}).ok()) << "nobody can be asked";
  EXPECT_NE(LineGrowth(job_of(3, -20, 41)).identity(), identity);
}

TEST(LineGrowth, SaysWhereNoLineGoesOn) {
  EXPECT_THROW(grow(job_of(2, 500, 600)), Failure);
  OpeningsJob job = job_of(2, 0, 1);
  job.tree->from = "nonsense";
  EXPECT_THROW(grow(job), Failure);
}

}  // namespace line_growth_test
}  // namespace tabiya::tools
