#include "tools/cli/progress.h"

#include <CLI/CLI.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "tests/tools/program_run.h"

namespace tabiya::tools {
namespace {

TEST(ProgressBar, ShowsShareRateAndTimeLeft) {
  EXPECT_EQ(progress_bar({"filter", 2500, 5000, 0, 2.0}),
            "filter       [##########..........]  50 %  2500/5000  1.2 k/s  0:02 left");
  EXPECT_EQ(progress_bar({"filter", 5000, 5000, 0, 125.0}),
            "filter       [####################] 100 %  5000/5000  40.0 /s  2:05 taken");
  EXPECT_EQ(progress_bar({"search", 0, 7, 0, 0.0}), "search       [....................]   0 %  0/7");
  EXPECT_EQ(progress_bar({"search", 1, 40001, 0, 1.0}),
            "search       [....................]   0 %  1/40001  1.0 /s  11:06:40 left");
}

TEST(ProgressBar, CountsOnlyWhatThisRunDid) {
  const ProgressState resumed{"search", 90, 100, 80, 5.0};
  EXPECT_DOUBLE_EQ(resumed.per_second(), 2);
  EXPECT_DOUBLE_EQ(resumed.seconds_left(), 5);
}

TEST(ProgressBar, DoesWithoutATotal) {
  EXPECT_EQ(progress_bar({"read", 10, 0, 0, 1.0}), "read         10  10.0 /s");
}

// All that a reporter writes for stages of two threads.
std::string reported(ProgressStyle style) {
  const TemporaryFolder folder;
  std::FILE* stream = std::fopen(folder.path("progress").c_str(), "w");
  {
    ProgressReporter reporter(style, stream);
    reporter.report("filter", 0, 2000);
    const auto work = [&] {
      for (int i = 1; i < 2000; ++i) reporter.report("filter", i, 2000);
    };
    std::thread other(work);
    work();
    other.join();
    reporter.report("filter", 2000, 2000);
    reporter.report("search", 3, 4);
  }
  std::fclose(stream);
  return read_file(folder.path("progress"));
}

TEST(ProgressOption, KnowsItsStyles) {
  ProgressStyle style = ProgressStyle::kAuto;
  CLI::App app;
  CommandLine command_line(app);
  add_progress_option(command_line, style);
  app.parse("--progress json");
  EXPECT_EQ(style, ProgressStyle::kJson);
  EXPECT_THROW(app.parse("--progress loud"), CLI::ValidationError);
  EXPECT_EQ(style, ProgressStyle::kJson);
}

TEST(ProgressReporter, WritesTheFirstAndTheLastStateOfEachStageAsJson) {
  std::istringstream lines(reported(ProgressStyle::kJson));
  std::vector<nlohmann::json> objects;
  for (std::string line; std::getline(lines, line);) objects.push_back(nlohmann::json::parse(line));
  ASSERT_GE(objects.size(), 3u);
  EXPECT_LT(objects.size(), 100u);
  EXPECT_EQ(objects.front()["done"], 0);
  EXPECT_TRUE(objects.front()["seconds_left"].is_null());
  EXPECT_EQ(objects[objects.size() - 2]["stage"], "filter");
  EXPECT_EQ(objects[objects.size() - 2]["done"], 2000);
  EXPECT_EQ(objects.back()["stage"], "search");
  EXPECT_EQ(objects.back()["total"], 4);
}

TEST(ProgressReporter, KeepsOneLineForEachStageOnATerminal) {
  const std::string text = reported(ProgressStyle::kBar);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
  EXPECT_THAT(text, ::testing::StartsWith("\rfilter  "));
  EXPECT_THAT(text, ::testing::HasSubstr("2000/2000"));
}

TEST(ProgressReporter, IsSilentWithoutATerminal) {
  EXPECT_EQ(reported(ProgressStyle::kAuto), "");
  EXPECT_EQ(reported(ProgressStyle::kNone), "");
}

}  // namespace
}  // namespace tabiya::tools
