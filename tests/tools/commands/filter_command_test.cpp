#include "booksearch/setups/filter/filter.h"
#include "core/games/zero_point_one/oracles.h"
#include "core/setup/sampling.h"
#include "tests/support/filter_reference.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::filter_command_test {

// Of Blue's canonical setup.
std::string wire(std::string setup) {
  std::ranges::reverse(setup);
  std::ranges::transform(setup, setup.begin(), [](char c) { return static_cast<char>(c - 'A' + 'a'); });
  return setup;
}

std::string list_of(const SetupSpace& space, const std::vector<SetupId>& setups) {
  std::string text;
  for (const SetupId id : setups) text += space.name(id) + "\n";
  return text;
}

// The reference for all reds would take minutes: it is asked for a sample, and for what the program kept.
TEST(FilterCommand, KeepsTheBestSetups) {
  const zero_point_one::LinearOracle oracle;
  const std::vector<SetupId> pool = sample_normalised(oracle.blues(), 40, 3);
  const std::vector<SetupId> blues = with_mirrors(oracle.blues(), pool);
  const TemporaryFolder folder;
  const std::string replies = folder.path("replies");
  const std::string out = folder.path("kept");
  write_file(replies, list_of(oracle.blues(), pool));
  EXPECT_THAT(
      clean_output_of(run_tabiya(
          {"filter", "--net", "linear", "--replies", replies, "--keep", "500", "--out", out, "--json"})),
      MatchesRegex(R"(\{"kept":500,"pairs":[0-9]+,"seconds":[0-9.e-]+,"pairs_per_second":[0-9.e+]+\}.)"));

  std::vector<SetupId> kept;
  std::istringstream lines(read_file(out));
  for (std::string value, red, refuter, wire; lines >> value >> red >> refuter >> wire;) {
    kept.push_back(oracle.reds().parse(red).value());
  }
  ASSERT_EQ(kept.size(), 500u);
  const booksearch::FilterResult expected = booksearch::filter_reference(oracle, kept, blues, 500);
  std::string text;
  for (const booksearch::FilteredRed& red : expected.kept) {
    text += std::to_string(red.red_value) + "\t" + oracle.reds().name(red.red) + "\t" +
            oracle.blues().name(red.refuter) + "\t" + wire(oracle.blues().name(red.refuter)) + "\n";
  }
  EXPECT_EQ(read_file(out), text);
  const std::vector<SetupId> others = sample_normalised(oracle.reds(), 20'000, 4);
  for (const booksearch::FilteredRed& other :
       booksearch::filter_reference(oracle, others, blues, 20'000).kept) {
    if (!booksearch::better(other, expected.kept.back())) break;
    EXPECT_NE(std::ranges::find(kept, other.red), kept.end());
  }

  const ProgramRun on_output = run_tabiya(
      {"filter", "--net", "linear", "--replies", "-", "--keep", "500", "--out", "-", "--threads", "2"},
      read_file(replies));
  EXPECT_EQ(on_output, prints(text));
}

TEST(FilterCommand, RefusesUnusableReplies) {
  const TemporaryFolder folder;
  const std::string replies = folder.path("replies");
  const std::vector<std::string> arguments{"filter", "--replies", replies,           "--keep",
                                           "5",      "--out",     folder.path("out")};
  write_file(replies, "WAAAAAAADDDDAFFN\nWAAAAAAADDDDAFFX\n");
  EXPECT_THAT(refusal_of(refused(arguments)), HasSubstr(replies + ", line 2, byte 15: "));
  write_file(replies, "");
  EXPECT_EQ(refused(arguments), unusable(replies + ": holds no setups"));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"replies"});
}

// The replies of a book, by any name and in any form, are as good as a list of them.
TEST(FilterCommand, TakesTheRepliesOfABook) {
  const TemporaryFolder folder;
  const auto kept = [&](const std::string& replies) {
    return output_of(
        run_tabiya({"filter", "--net", "linear", "--replies", replies, "--keep", "3", "--out", "-"}));
  };
  const std::string book = folder.path("book.tbk"), packed = folder.path("book.txt");
  const std::string table = folder.path("table.csv");
  require(run_tabiya({"book", "export", "shipped", "--first", "5", "--to", "csv", "--out", table}));
  require(run_tabiya({"book", "import", table, "--out", book}));
  require(run_tabiya({"pack", book, "--to", "dense", "--out", packed}));
  const std::string list = folder.path("list");
  require(run_in_shell("\"$TABIYA\" book list '" + book + "' --json | sed 's/.*\"reply\":\"//; s/\".*//' >'" +
                       list + "'"));
  EXPECT_EQ(kept(book), kept(list));
  EXPECT_EQ(kept(packed), kept(list));
  EXPECT_THAT(refused({"filter", "--replies", book, "--keep", "3", "--out", "-", "--game", "pawn_race"}).err,
              HasSubstr("a book of the game 'zero_point_one', not of 'pawn_race'"));
  EXPECT_THAT(run_tabiya({"filter", "--replies", "shipped-net", "--keep", "3", "--out", "-"}).exit_code, 2);
}

TEST(FilterCommand, HasNothingToDoInAGameWithoutSetups) {
  EXPECT_EQ(run_tabiya({"filter", "--replies", "-", "--keep", "1", "--out", "-", "--game", "ard_ri"}),
            unusable("ard_ri has no setup phase: `filter` cannot be used with it"));
}

}  // namespace tabiya::tools::filter_command_test
