#include <cstdlib>

#include "core/learn/learning.h"
#include "core/learn/training_record.h"
#include "core/search/parameters.h"
#include "tests/tools/program_run.h"
#include "tools/assets/evaluation_input.h"
#include "tools/learn/learn_json.h"

namespace tabiya::tools::data_rescore_command_test {

using Arguments = std::vector<std::string>;

class DataRescoreCommandTest : public ::testing::Test {
 protected:
  // Games of self-play at a depth of one ply.
  std::string games(const std::string& name, const std::string& number, Arguments more = {}) {
    const std::string path = folder_.path(name);
    Arguments arguments{"selfplay", "--depth", "1", "--games", number, "--out", path, "--net", "linear"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    require(run_tabiya(arguments));
    return path;
  }

  ProgramRun rescore(const Arguments& files, const Arguments& more = {}) {
    Arguments arguments{"data", "rescore", "--net", "linear", "--nodes", "160", "--out", out_};
    arguments.insert(arguments.end(), files.begin(), files.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_tabiya(arguments);
  }

  static std::vector<std::vector<std::byte>> records_of(const std::string& path) {
    DataReader reader = open_data(path);
    std::vector<std::vector<std::byte>> records;
    while (const auto chunk = take(reader.next())) {
      for (std::span<const std::byte> rest = chunk->records; !rest.empty();
           rest = rest.subspan(reader.learning().record_size())) {
        const auto record = rest.first(reader.learning().record_size());
        records.emplace_back(record.begin(), record.end());
      }
    }
    return records;
  }

  TemporaryFolder folder_;
  std::string out_ = folder_.path("rescored.tbd");
};

TEST_F(DataRescoreCommandTest, WritesTheSameBytesOnAnyNumberOfThreadsAndAfterAnyBreak) {
  const std::string data = games("games.tbd", "96");
  require(rescore({data}));
  const std::string whole = read_file(out_);
  require(rescore({data}, {"--force", "--threads", "3"}));
  EXPECT_TRUE(read_file(out_) == whole);
  for (const std::size_t cut : {std::size_t{5}, std::size_t{600}, whole.size() / 2, whole.size() - 1}) {
    write_file(out_, whole.substr(0, cut));
    require(rescore({data}, {"--resume", "--threads", "2"}));
    EXPECT_TRUE(read_file(out_) == whole) << cut;
  }
  const ProgramRun done = rescore({data}, {"--resume", "--json"});
  EXPECT_EQ(parsed(done.out)["new_positions"], 0);
  EXPECT_TRUE(read_file(out_) == whole);
}

TEST_F(DataRescoreCommandTest, StopsCleanlyWhenInterrupted) {
  const std::string data = games("games.tbd", "320");
  const ProgramRun run = run_in_shell(
      "\"$TABIYA\" data rescore " + data + " --net linear --nodes 1000000 --out " + out_ + " & until [ -s " +
      out_ + " ] || ! kill -0 $!; do sleep 0.01; done; kill -INT $!; wait $!");
  EXPECT_EQ(run.exit_code, 130);
  EXPECT_THAT(run.err, HasSubstr("continue with --resume"));
  require(run_tabiya({"data", "info", out_}));
}

// A label is what a search says of the position; position, result and ply stay.
TEST_F(DataRescoreCommandTest, ChangesNothingButLabels) {
  const std::string data = games("games.tbd", "32", {"--leaves", "2"});
  require(rescore({data}));
  const auto before = records_of(data);
  auto after = records_of(out_);
  ASSERT_EQ(before.size(), after.size());
  std::size_t changed = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    changed += before[i] != after[i];
    replace_label(after[i], lesson_of(before[i]).label, lesson_of(after[i]).result);
    EXPECT_EQ(before[i], after[i]);
  }
  EXPECT_GT(changed, before.size() / 2);
}

TEST_F(DataRescoreCommandTest, KeepsWhatIsUnstableAsAReferenceDoes) {
  const std::string data = games("games.tbd", "64");
  require(rescore({data}, {"--unstable", "3000", "--threads", "2"}));
  SearcherOptions search;
  search.table_bytes = 1 << 18;
  search.parameters.correction = 0;
  const DataReader reader = open_data(data);
  const auto labeller =
      reader.learning().make_labeller(load_evaluation(reader.game(), "linear"), search).value();
  std::vector<std::vector<std::byte>> expected;
  for (std::vector<std::byte>& record : records_of(data)) {
    if (std::abs(labeller->search(record, 10).value() - labeller->evaluate(record).value()) <= 3'000)
      continue;
    replace_label(record, labeller->search(record, 160).value(), lesson_of(record).result);
    expected.push_back(record);
  }
  EXPECT_EQ(records_of(out_), expected);
  EXPECT_GT(expected.size(), 10u);
  EXPECT_LT(expected.size(), records_of(data).size() - 10);
}

TEST_F(DataRescoreCommandTest, TakesSeveralFilesAsOne) {
  const std::string one = games("1.tbd", "32"), two = games("2.tbd", "64", {"--seed", "2"});
  require(rescore({two}));
  const auto of_two = records_of(out_);
  require(rescore({one}, {"--force"}));
  auto all = records_of(out_);
  all.insert(all.end(), of_two.begin(), of_two.end());
  require(rescore({one, two}, {"--force"}));
  EXPECT_EQ(records_of(out_), all);
  const auto facts = parsed(run_tabiya({"data", "info", out_, "--json"}).out);
  EXPECT_EQ(facts["games"], 96);
  EXPECT_EQ(facts["settings"]["rescored_by_nodes"], 160);
  EXPECT_EQ(facts["settings"]["sources"][1]["seed"], 2);
  // The same positions again, of the labels of before.
  EXPECT_THAT(rescore({two, one}, {"--resume"}).err, HasSubstr("take those settings"));
}

TEST_F(DataRescoreCommandTest, KnowsTheGameOfTheFile) {
  for (const std::string game : {"ard_ri", "chess"}) {
    const std::string data = games(game + ".tbd", "32", {"--game", game});
    require(rescore({data}, {"--force"}));
    const auto facts = parsed(run_tabiya({"data", "info", out_, "--json"}).out);
    EXPECT_EQ(facts["settings"]["game"], game);
    EXPECT_EQ(facts["games"], 32);
    EXPECT_GT(facts["positions"], 100);
  }
  const std::string other = games("0.1.tbd", "32");
  EXPECT_EQ(rescore({other, folder_.path("chess.tbd")}, {"--force"}),
            unusable(folder_.path("chess.tbd") + ": is of the game 'chess', " + other +
                     " of 'zero_point_one'; name files of one game"));
}

// The rules travel with the data.
TEST_F(DataRescoreCommandTest, KnowsTheRulesOfAGameFromAFile) {
  const std::string rules = folder_.path("little.ini");
  write_file(
      rules,
      "[little]\nking = k\nknight = n\nmaxRank = 4\nmaxFile = d\nstartFen = nk1n/4/4/NK1N w - - 0 1\n");
  const std::string data = games("little.tbd", "32", {"--game", rules});
  std::filesystem::remove(rules);
  require(rescore({data}));
  const ProgramRun told = run_tabiya({"data", "info", out_, "--json"});
  EXPECT_EQ(parsed(told.out)["settings"]["game"], rules) << told.err;
}

TEST_F(DataRescoreCommandTest, RefusesWhatItCannotUse) {
  const std::string data = games("games.tbd", "64");
  require(rescore({data}));
  const std::string whole = read_file(out_);
  EXPECT_EQ(rescore({data}),
            unusable(out_ + ": already exists; continue it with --resume, or overwrite it with --force"));
  EXPECT_THAT(rescore({data}, {"--resume", "--unstable", "1"}).err, HasSubstr("take those settings"));
  EXPECT_THAT(rescore({out_}, {"--force"}).err, HasSubstr(out_));
  EXPECT_EQ(rescore({folder_.path("none")}, {"--force"}).exit_code, 2);
  std::string damaged = read_file(data);
  damaged[damaged.size() - 9] ^= 1;
  write_file(data, damaged);
  EXPECT_THAT(rescore({data}, {"--force"}).err, HasSubstr("games.tbd, chunk 2: the checksum does not fit"));
  EXPECT_TRUE(read_file(out_) == whole);
}

}  // namespace tabiya::tools::data_rescore_command_test
