#include <gtest/gtest.h>

#include "tests/tools/program_run.h"
#include "tools/bench/bench.h"

namespace tabiya::tools {
namespace {

TEST(BenchCommand, ListsItsMeasurements) {
  const ProgramRun run = run_tabiya({"bench"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), std::ssize(bench_table()));
}

TEST(BenchCommand, HelpNamesItsMeasurements) {
  const std::string help = run_tabiya({"bench", "--help"}).out;
  for (const Bench& bench : bench_table())
    EXPECT_NE(help.find("\n  " + std::string(bench.name) + " "), std::string::npos) << bench.name;
}

TEST(BenchCommand, RefusesAnUnknownMeasurement) {
  EXPECT_EQ(
      run_tabiya({"bench", "nonsense"}),
      unusable(
          "bench: NAME: no measurement 'nonsense'; `tabiya bench` lists them; see `tabiya bench --help`"));
}

}  // namespace
}  // namespace tabiya::tools
