#include "tools/cli/progress.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include <cstdlib>
#include <thread>

#include "tests/tools/program_run.h"

namespace tabiya::tools::progress_test {

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
  EXPECT_DOUBLE_EQ(resumed.seconds_left().value(), 5);
}

TEST(ProgressBar, ForeseesTheWholeJob) {
  ProgressState state{"stage 1", 50, 100, 0, 10.0, 150.0};
  EXPECT_DOUBLE_EQ(state.seconds_left_in_all().value(), 40);
  EXPECT_EQ(progress_bar(state),
            "stage 1      [##########..........]  50 %  50/100  5.0 /s  0:10 left, 0:40 in all");
  EXPECT_EQ(progress_json(state)["seconds_left_in_all"], 40.0);
  state.later = 0;  // the last stage
  EXPECT_EQ(progress_bar(state), "stage 1      [##########..........]  50 %  50/100  5.0 /s  0:10 left");
  state.later = {};
  EXPECT_TRUE(progress_json(state)["seconds_left_in_all"].is_null());
}

TEST(ProgressBar, CountsALimitedTimeDown) {
  ProgressState state{"refinement 9, depth 12", 0, 64, 0, 10.0};
  state.budget = 30;
  EXPECT_DOUBLE_EQ(state.seconds_left_in_all().value(), 30);
  state.done = 32;
  EXPECT_EQ(progress_bar(state),
            "refinement 9, depth 12 [##########..........]  50 %  32/64  3.2 /s  0:10 left, 0:30 in all");
  state.budget = -0.1;
  EXPECT_EQ(progress_bar(state),
            "refinement 9, depth 12 [##########..........]  50 %  32/64  3.2 /s  the time is over");
}

TEST(ProgressBar, KeepsToAWidth) {
  const ProgressState state{"stage 1, depth 2", 50, 100, 0, 10.0, 150.0};
  EXPECT_EQ(progress_bar(state, 100), progress_bar(state));
  EXPECT_EQ(progress_bar(state, 70), "stage 1, depth 2  50 %  50/100  5.0 /s  0:10 left, 0:40 in all");
  EXPECT_EQ(progress_bar(state, 50), "stage 1, depth 2  50 %  0:10 left, 0:40 in all");
  EXPECT_EQ(progress_bar(state, 40), "stage 1, depth 2  50 %  0:10 left");
  EXPECT_EQ(progress_bar(state, 25), "stage 1, depth 2  50 %");
  EXPECT_EQ(progress_bar(state, 10), "stage 1, d");
  EXPECT_EQ(progress_bar(state, 0), "");
}

TEST(TerminalWidth, IsThatOfTheTerminalUnlessColumnsSaysOtherwise) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_TRUE(terminal >= 0 && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0);
  std::FILE* const stream = std::fopen(::ptsname(terminal), "w");
  ASSERT_NE(stream, nullptr);
  const winsize size{24, 50, 0, 0};
  ASSERT_EQ(::ioctl(terminal, TIOCSWINSZ, &size), 0);
  ::unsetenv("COLUMNS");
  EXPECT_EQ(terminal_width(stream), 50u);
  {
    ProgressReporter reporter(ProgressStyle::kAuto, stream);
    reporter.report("a stage of a long name", 1, 1'000'000);
  }
  char shown[200];
  const ssize_t length = ::read(terminal, shown, sizeof shown);
  ASSERT_GT(length, 20);
  EXPECT_LT(length, 50 + 3);  // a carriage return before it, and the end of the line after it
  ::setenv("COLUMNS", "33", 1);
  EXPECT_EQ(terminal_width(stream), 33u);
  ::setenv("COLUMNS", "wide", 1);
  EXPECT_EQ(terminal_width(stream), 50u);
  ::unsetenv("COLUMNS");
  std::fclose(stream);
  ::close(terminal);
  std::FILE* const file = std::tmpfile();
  EXPECT_EQ(terminal_width(file), 80u);
  std::fclose(file);
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
  std::vector<Json> objects = parsed_lines(reported(ProgressStyle::kJson));
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
  EXPECT_THAT(text, StartsWith("\rfilter  "));
  EXPECT_THAT(text, HasSubstr("2000/2000"));
}

// So nothing has to be asked of TERM or NO_COLOR.
TEST(ProgressReporter, NeedsNoEscapes) {
  for (const ProgressStyle style : {ProgressStyle::kBar, ProgressStyle::kJson})
    EXPECT_EQ(reported(style).find('\x1b'), std::string::npos);
}

TEST(ProgressReporter, WipesOutLongerBars) {
  const TemporaryFolder folder;
  std::FILE* stream = std::fopen(folder.path("progress").c_str(), "w");
  {
    ProgressReporter reporter(ProgressStyle::kBar, stream);
    reporter.report("a", 100, 1000);
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    reporter.report("a", 1, 2);
  }
  std::fclose(stream);
  const std::string text = read_file(folder.path("progress"));
  const std::size_t second = text.rfind('\r');
  ASSERT_GT(second, 0u);
  EXPECT_GE(text.size() - 1 - second, second);  // as many columns, before the end of the line
}

TEST(ProgressReporter, IsSilentWithoutATerminal) {
  EXPECT_EQ(reported(ProgressStyle::kAuto), "");
  EXPECT_EQ(reported(ProgressStyle::kNone), "");
}

}  // namespace tabiya::tools::progress_test
