#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "tests/tools/parsed_json.h"
#include "tests/tools/program_run.h"
#include "tools/bench/bench.h"

namespace tabiya::tools {
namespace bench_command_test {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

TEST(BenchCommand, ListsItsMeasurements) {
  const ProgramRun run = run_tabiya({"bench"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), std::ssize(bench_table()));
}

TEST(BenchCommand, HelpNamesItsMeasurements) {
  const std::string help = run_tabiya({"bench", "--help-all"}).out;
  for (const Bench& bench : bench_table())
    EXPECT_NE(help.find("\n  " + std::string(bench.name) + " "), std::string::npos) << bench.name;
}

TEST(BenchCommand, RefusesAnUnknownMeasurement) {
  EXPECT_EQ(
      run_tabiya({"bench", "nonsense"}),
      unusable(
          "bench: NAME: no measurement 'nonsense'; `tabiya bench` lists them; see `tabiya bench --help`"));
}

// One line about the machine, then one for each measurement.
std::vector<Json> all_figures() {
  const ProgramRun run = run_tabiya({"bench", "--all", "--quick", "--json"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
  std::vector<Json> lines;
  std::istringstream out(run.out);
  for (std::string line; std::getline(out, line);) lines.push_back(parsed(line));
  return lines;
}

TEST(BenchCommand, MeasuresAllOfThemAndNamesTheMachine) {
  const std::vector<Json> lines = all_figures();
  ASSERT_EQ(lines.size(), bench_table().size() + 1);
  for (const char* key : {"tabiya", "commit", "compiler", "processor", "processors", "kernel"})
    EXPECT_TRUE(lines[0].contains(key)) << key;
  for (std::size_t i = 0; i < bench_table().size(); ++i) {
    const Bench& bench = bench_table()[i];
    const Json& line = lines[i + 1];
    const std::string text = json_text(line);
    EXPECT_EQ(line["bench"], bench.name);
    ASSERT_TRUE(line.contains("figure")) << text;
    EXPECT_GT(line["value"].get<double>(), 0) << text;
    EXPECT_EQ(line["ratio"].is_null(), bench.ratio == nullptr) << text;
    if (bench.ratio != nullptr) {
      EXPECT_GT(line["ratio"].get<double>(), 0) << text;  // above 1 in builds that are made for speed
      EXPECT_EQ(line["reference"], bench.reference);
    }
  }
}

TEST(BenchCommand, SaysInItsTableWhatIsMissing) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the test before this one runs all measurements";
#endif
  const ProgramRun run = run_in_shell("TABIYA_DATA=/nowhere \"$TABIYA\" bench --all --quick");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(std::ranges::count(run.out, '\n'), std::ssize(bench_table()) + 4);
  EXPECT_EQ(run.out.find("tabiya "), 0);
  EXPECT_THAT(run.out,
              HasSubstr("\n| codec    | shipped: there is no /nowhere/books/default.tbp; name a file, or "
                        "set TABIYA_DATA to the folder `data` | | | |\n"));
  EXPECT_THAT(run.out,
              ContainsRegex("\n\\| pairs    \\| [a-z0-9_]+_pairs_per_s +\\| +[0-9.]+ \\| +[0-9.]+ \\| "
                            "the scalar kernel +\\|\n"));
}

TEST(BenchCommand, MeasuresAllOrOne) {
  EXPECT_EQ(run_tabiya({"bench", "pairs", "--all"}),
            unusable("bench: NAME excludes --all; see `tabiya bench --help`"));
}

}  // namespace bench_command_test
}  // namespace tabiya::tools
