#include "tests/tools/program_run.h"
#include "tools/bench/bench.h"

namespace tabiya::tools::bench_command_test {

TEST(BenchCommand, ListsItsMeasurements) {
  const std::string run = clean_output_of(run_tabiya({"bench"}));
  EXPECT_EQ(std::count(run.begin(), run.end(), '\n'), std::ssize(bench_table()));
}

TEST(BenchCommand, HelpNamesItsMeasurements) {
  const std::string help = run_tabiya({"bench", "--help-all"}).out;
  for (const Bench& bench : bench_table())
    EXPECT_THAT(help, HasSubstr("\n  " + std::string(bench.name) + " ")) << bench.name;
}

TEST(BenchCommand, RefusesAnUnknownMeasurement) {
  EXPECT_EQ(
      refused({"bench", "nonsense"}),
      unusable(
          "bench: NAME: no measurement 'nonsense'; `tabiya bench` lists them; see `tabiya bench --help`"));
}

// One line about the machine, then one for each measurement. The book is small and the numbers are, since most of the time
// would go into what other tests compute already.
TEST(BenchCommand, MeasuresAllOfThemAndNamesTheMachine) {
  const TemporaryFolder folder;
  const std::string book = folder.path("book.tbp");
  require(run_tabiya({"pack", "shipped", "--max-bytes", "3000", "--out", book}));
  const std::vector<Json> lines =
      parsed_lines(clean_output_of(run_tabiya({"bench", "--all", "--quick", "--json", "--book", book,
                                               "--sample", "4", "--nodes", "100", "--depth", "3"})));
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
  const std::string run =
      clean_output_of(run_in_shell("TABIYA_DATA=/nowhere \"$TABIYA\" bench --all --quick"));
  EXPECT_EQ(std::ranges::count(run, '\n'), std::ssize(bench_table()) + 4);
  EXPECT_THAT(run, StartsWith("tabiya "));
  EXPECT_THAT(run,
              HasSubstr("\n| codec    | shipped: there is no /nowhere/books/default.tbp; name a file, or "
                        "set TABIYA_DATA to the folder `data` | | | |\n"));
  EXPECT_THAT(run, ContainsRegex("\n\\| pairs    \\| [a-z0-9_]+_pairs_per_s +\\| +[0-9.]+ \\| +[0-9.]+ \\| "
                                 "the scalar kernel +\\|\n"));
}

TEST(BenchCommand, MeasuresAllOrOne) {
  EXPECT_EQ(refused({"bench", "pairs", "--all"}),
            unusable("bench: NAME excludes --all; see `tabiya bench --help`"));
}

}  // namespace tabiya::tools::bench_command_test
