#include "tools/jobs/job_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/checkout.h"
#include "tests/tools/failure_of.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/rule_files.h"
#include "tools/jobs/lines_file.h"
#include "tools/jobs/openings_file.h"

namespace tabiya::tools::job_file_test {

constexpr const char* kSound = R"(game = "zero_point_one"
seed = 9
evaluation = "linear"
table_mib = 4

[filter]
pool = 100
keep = 50
rounds = 3

[[stage]]
keep = 40
depth = 2
replies = 10

[[stage]]
keep = 10
depth = 4
shared = 3
)";

// The sound text with one line (from 1) replaced.
std::string with_line(int number, const std::string& replacement) {
  std::string text(kSound);
  std::size_t begin = 0;
  for (int line = 1; line < number; ++line) begin = text.find('\n', begin) + 1;
  return text.replace(begin, text.find('\n', begin) - begin, replacement);
}

std::string complaint(const std::string& text) {
  return failure_of([&] { parse_job_file(text, "a.toml"); });
}

// The folder of a job with a file of rules; removed in the end.
class JobWithRules : public ::testing::Test {
 protected:
  JobWithRules() { std::filesystem::create_directories(folder_ / "deep"); }
  ~JobWithRules() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& rules) const {
    std::ofstream(folder_ / name) << rules;
  }
  JobFile parse(const std::string& folder) const {
    return parse_job_file(with_line(1, "game = \"seen-from-job.ini\""),
                          (folder_ / folder / "a.toml").string());
  }

  const std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) / "job_with_rules";
};

TEST_F(JobWithRules, ReadsThemFromTheFolderOfTheJob) {
  EXPECT_THROW(parse(""), Failure);
  write("seen-from-job.ini", "[one:chess]\n");
  EXPECT_EQ(parse("").job.game, "seen-from-job.ini");
  EXPECT_EQ(game_named("seen-from-job.ini").title(), "one");
  EXPECT_EQ(rule_file_path("seen-from-job.ini"), (folder_ / "seen-from-job.ini").string());
  EXPECT_EQ(parse("deep").job.game, "seen-from-job.ini");  // as the copy in a state, where no such file lies
  write("deep/seen-from-job.ini", "# The same.\n[one:chess]\n");
  EXPECT_EQ(parse("deep").job.game, "seen-from-job.ini");
  write("deep/seen-from-job.ini", "[two:chess]\n");
  EXPECT_THROW(parse("deep"), Failure);
}

TEST(JobFile, ReadsAllSettings) {
  const JobFile file = parse_job_file(kSound, "a.toml");
  EXPECT_EQ(file.oracle.evaluation, "linear");
  EXPECT_EQ(file.job, (booksearch::Job{.game = "zero_point_one",
                                       .seed = 9,
                                       .table_mib = 4,
                                       .pool = 100,
                                       .keep = 50,
                                       .rounds = 3,
                                       .stages = {{40, 2, 10}, {10, 4, 0, 3}}}));
}

TEST(JobFile, ReadsTheJobsThatWeShip) {
  std::size_t jobs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_path("data/jobs"))) {
    const std::string path = entry.path();
    if (!path.ends_with(".toml")) continue;
    const std::string text = read_input(path, kMaxTextInput);
    if (text.find("[window]") != text.npos) {  // of start positions, and not of a book
      EXPECT_NO_THROW(parse_openings_file(text, path)) << path;
    } else if (text.find("[lines]") != text.npos) {
      EXPECT_NO_THROW(parse_lines_file(text, path)) << path;
    } else {
      EXPECT_NO_THROW(parse_job_file(text, path)) << path;
    }
    ++jobs;
  }
  EXPECT_GE(jobs, 5u);
}

TEST(JobFile, RefusesATextThatNestsTooDeep) {
  const auto repeated = [](const char* text) {
    std::string all;
    for (int i = 0; i < 50'000; ++i) all += text;
    return all;
  };
  for (const std::string& text :
       {"a" + repeated(".a") + " = 1", "a = " + repeated("[") + repeated("]"), "a = " + repeated("{a="),
        "[a" + repeated(".a") + "]", "x = \"\"\"\"\"\"\"\"\na" + repeated(".a") + " = 1"})
    EXPECT_EQ(complaint(text), "a.toml: nests deeper than any job file does") << text.substr(0, 20);
  EXPECT_EQ(complaint(std::string(2'000'000, '#')),
            "a.toml: is larger than 1048576 bytes, the most of a job file");
}

TEST(JobFile, ReadsTheCanonicalTextOfAJob) {
  const booksearch::Job job = parse_job_file(kSound, "a.toml").job;
  EXPECT_EQ(parse_job_file(booksearch::canonical_text(job), "a.toml").job, job);
}

TEST(JobFile, NamesTheLineOfWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {with_line(2, "sed = 9"), "a.toml, line 2: unknown key 'sed'; the nearest known one is 'seed'"},
      {with_line(8, "kep = 5\nkeep = 50"),
       "a.toml, line 8: unknown key 'kep' in filter; the nearest known one is 'keep'"},
      {with_line(18, "depth = 4\nreply = 3"),
       "a.toml, line 19: unknown key 'reply' in stage 2; the nearest known one is 'replies'"},
      {with_line(6, "[fliter]"),
       "a.toml, line 1: filter: is missing; begin it with [filter]; 'fliter' may be meant for it"},
      {with_line(7, "pol = 100"), "a.toml, line 6: filter.pool: is missing; 'pol' may be meant for it"},
      {with_line(6, "[window]"),
       "a.toml, line 6: window: this is a job of `tabiya openings`; `tabiya build` makes books"},
      {with_line(6, "[lines]"),
       "a.toml, line 6: lines: this is a job of `tabiya lines`; `tabiya build` makes books of setups"},
      {with_line(2, "seed = \"9\""), "a.toml, line 2: seed: must be a whole number"},
      {with_line(2, "seed = -1"), "a.toml, line 2: seed: -1 is not between 0 and 9223372036854775807"},
      {with_line(2, "seed = 1.5"), "a.toml, line 2: seed: must be a whole number"},
      {with_line(1, "game = 1"), "a.toml, line 1: game: must be a text in quotation marks"},
      {with_line(7, "pool = 0"), "a.toml, line 7: filter.pool: 0 is not between 1 and 1000000000"},
      {with_line(7, "pool = 99999999999"),
       "a.toml, line 7: filter.pool: 99999999999 is not between 1 and 1000000000"},
      {with_line(7, ""), "a.toml, line 6: filter.pool: is missing"},
      {with_line(18, ""), "a.toml, line 16: stage 2, depth: is missing"},
      {with_line(18, "depth = 2"),
       "a.toml, line 18: stage 2, depth: depth 2 is not deeper than the stage before, which is of depth 2"},
      {with_line(12, "keep = 60"),
       "a.toml, line 12: stage 1, keep: 60 reds are more than the 50 that the step before leaves"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(complaint(text), message);
  EXPECT_THAT(complaint(with_line(3, "evaluation = ")), testing::StartsWith("a.toml, line 3: "));
  EXPECT_THAT(complaint("game = \"zero_point_one\"\nstage = 3\n[filter]\npool=1\nkeep=1\n"),
              testing::HasSubstr("line 2: stage: begin each with [[stage]], in two brackets"));
  EXPECT_THAT(complaint(""), testing::HasSubstr("game: is missing"));
}

TEST(JobFile, SaysWhatToDoAboutUsualSlips) {
  EXPECT_THAT(complaint(with_line(11, "[stage]")),
              testing::AllOf(testing::StartsWith("a.toml, line 16: "),
                             testing::EndsWith("; begin each stage with [[stage]], in two brackets")));
  std::string once(kSound);
  once.replace(once.find("[[stage]]"), std::string::npos, "[stage]\nkeep = 40\ndepth = 2\n");
  EXPECT_EQ(complaint(once), "a.toml, line 11: stage: begin each with [[stage]], in two brackets");
  EXPECT_THAT(
      complaint(once + "\n[stage]\nkeep = 9\n"),
      testing::HasSubstr("cannot redefine existing table 'stage'; begin each stage with [[stage]], in "
                         "two brackets"));
  EXPECT_THAT(complaint(with_line(1, "game = zero_point_one  # ours")),
              testing::AllOf(testing::StartsWith("a.toml, line 1: "),
                             testing::EndsWith("; put a text in quotation marks: \"zero_point_one\"")));
  EXPECT_THAT(complaint(with_line(3, "evaluation = ../net.tbn")),
              testing::EndsWith("; put a text in quotation marks: \"../net.tbn\""));
  EXPECT_THAT(complaint(with_line(1, "game = \"chss\"")),
              testing::StartsWith(
                  "a.toml, line 1: game: unknown game 'chss'; this program knows 'zero_point_one', "));
}

// The reference is printed from the tables that jobs are read with; here it is compared with what a job is.
TEST(JobFile, ReferenceListsEveryKeyWithItsDefault) {
  const std::string reference = job_reference();
  const booksearch::Job job = parse_job_file(kSound, "a.toml").job;
  std::istringstream lines(booksearch::canonical_text(job));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    const std::string key = line.substr(0, line.find(' '));
    EXPECT_THAT(reference, testing::HasSubstr("\n" + key + (line.starts_with("[") ? "" : " "))) << line;
  }
  for (const char* line :
       {"\ngame        required    ", "\nseed        1           ", "\nevaluation  \"shipped\"   ",
        "\ntable_mib   16          transposition table of each thread, in MiB (1 to 65536)\n",
        "\nrounds      1           ", "\nreplies     0           ", "\npool        required    "}) {
    EXPECT_THAT(reference, testing::HasSubstr(line));
  }
}

}  // namespace tabiya::tools::job_file_test
