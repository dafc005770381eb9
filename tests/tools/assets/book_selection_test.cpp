#include "core/book/book_file.h"
#include "core/games/zero_point_one/setup.h"
#include "tests/support/bytes.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::book_selection_test {

using Ranks = std::vector<int>;

const zero_point_one::Setups kSetups;

SetupId id_of(std::string_view name) { return *kSetups.parse(name); }

Book sample() {
  const SetupId reply = id_of("AWAAAAANDFFDADDA");
  Book book{{"zero_point_one", 0, 0, "a test"}, {}};
  book.entries = {{id_of("AWAAAAAADFFDDDAN"), reply, 1234, 11},
                  {id_of("AWAAAADNDFFDADAA"), reply, 400, 11},
                  {id_of("WNFFDDDDAAAAAAAA"), reply, -5, 8},
                  {id_of("WFNFDDDDAAAAAAAA"), reply, -700, 8},
                  {id_of("WFFNDDDDAAAAAAAA"), reply, std::nullopt, 0}};
  return book;
}

ProgramRun run_with(const Book& book, std::vector<std::string> command,
                    const std::vector<std::string>& options) {
  command.insert(command.end(), options.begin(), options.end());
  return run_tabiya(command, std::string(as_text(encode_book(book))));
}

// The ranks of what `book list` selects.
Ranks selected(const std::vector<std::string>& options) {
  const std::string run = output_of(run_with(sample(), {"book", "list", "-", "--json"}, options));
  Ranks ranks;
  for (std::size_t begin = 0; begin < run.size(); begin = run.find('\n', begin) + 1)
    ranks.push_back(parsed(run.substr(begin, run.find('\n', begin) - begin))["rank"].get<int>());
  return ranks;
}

TEST(BookSelection, TakesRanks) {
  EXPECT_EQ(selected({}), (Ranks{1, 2, 3, 4, 5}));
  EXPECT_EQ(selected({"--rank", "2-4"}), (Ranks{2, 3, 4}));
  EXPECT_EQ(selected({"--rank", "4-"}), (Ranks{4, 5}));
  EXPECT_EQ(selected({"--rank", "-2"}), (Ranks{1, 2}));
  EXPECT_EQ(selected({"--rank", "3"}), (Ranks{3}));
  EXPECT_EQ(selected({"--rank", "4-99"}), (Ranks{4, 5}));
}

TEST(BookSelection, TakesDepthsAndValuesAsTheyArePrinted) {
  EXPECT_EQ(selected({"--min-depth", "9"}), (Ranks{1, 2}));
  EXPECT_EQ(selected({"--value", "-5:400"}), (Ranks{2, 3}));
  EXPECT_EQ(selected({"--value", "-0.0005:+0.040"}), (Ranks{2, 3}));
  EXPECT_EQ(selected({"--value", "0.05:"}), (Ranks{1}));
  EXPECT_EQ(selected({"--value", ":-700"}), (Ranks{4}));
}

TEST(BookSelection, SaysThatNothingIsSelectedAndWhatThereIs) {
  for (const std::vector<std::string>& none : std::vector<std::vector<std::string>>{
           {"--min-depth", "99"}, {"--value", "3.5:"}, {"--red-piece", "W@h1"}}) {
    const ProgramRun run = run_with(sample(), {"book", "list", "-"}, none);
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, MatchesRegex("tabiya: note: standard input: no entry is selected; it has 5 "
                                      "entries, depths from [0-9]+ to 11, values from [-+0-9.]+ to "
                                      "[-+0-9.]+\n"));
  }
  EXPECT_EQ(
      run_with(sample(), {"book", "list", "-"}, {"--value", "5"}),
      unusable("book list: --value: '5' is not values A:B such as -0.05:0.1 or -500:1000; see `tabiya book "
               "list --help`"));
}

TEST(BookSelection, TakesPiecesOfRedInEitherMirrorImage) {
  EXPECT_EQ(selected({"--red-piece", "W@a1"}), (Ranks{3, 4, 5}));
  EXPECT_EQ(selected({"--red-piece", "W@a8"}), (Ranks{3, 4, 5}));
  EXPECT_EQ(selected({"--red-piece", "W@a1,N@a3"}), (Ranks{4}));
  EXPECT_EQ(selected({"--red-piece", "W@a1,N@a6"}), (Ranks{}));
  EXPECT_EQ(selected({"--red-piece", "N@b8"}), (Ranks{1}));
}

TEST(BookSelection, TakesTheFirstOfWhatTheRestSelects) {
  EXPECT_EQ(selected({"--min-depth", "8", "--rank", "2-", "--first", "2"}), (Ranks{2, 3}));
  EXPECT_EQ(selected({"--first", "0"}), (Ranks{}));
}

TEST(BookSelection, HoldsForAllThatLookAtEntries) {
  const std::vector<std::string> options{"--red-piece", "W@a1", "--min-depth", "1", "--first", "1"};
  EXPECT_THAT(run_with(sample(), {"book", "show", "-"}, options).out, StartsWith("3. Red WNFF"));
  const ProgramRun csv = run_with(sample(), {"book", "export", "-", "--to", "csv", "--out", "-"}, options);
  EXPECT_EQ(csv.out,
            "rank,red,reply,reply_wire,value,depth,nodes,standard_error,evaluation,search,line\n"
            "3,WNFFDDDDAAAAAAAA,AWAAAAANDFFDADDA,addadffdnaaaaawa,-5,8,,,,,\n");
  const ProgramRun stats = run_with(sample(), {"book", "stats", "-", "--json"}, {"--rank", "2-3"});
  const auto facts = parsed(stats.out);
  EXPECT_EQ(facts["entries"], 2);
  EXPECT_EQ(facts["red_squares"]["W"]["a1"], 1);
  EXPECT_EQ(facts["values_by_depth"].size(), 2u);
  EXPECT_EQ(facts["values_by_depth"][0]["first"], 2);
  EXPECT_EQ(facts["values_by_depth"][0]["last"], 3);
  EXPECT_EQ(facts["values_by_rank"][0]["first"], 1);
  EXPECT_EQ(facts["values_by_rank"][0]["entries"], 1);
  EXPECT_THAT(output_of(run_with(sample(), {"book", "stats", "-"}, {"--first", "0"})),
              StartsWith("0 entries"));
}

TEST(BookSelection, RefusesWhatIsNoSelection) {
  const auto error = [](const std::string& option, const std::string& value) {
    const ProgramRun run = run_with(sample(), {"book", "list", "-"}, {option, value});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.out, "");
    return run.err;
  };
  for (const char* rank : {"0", "3-2", "-", "a", "1-2-3", "1 - 2"})
    EXPECT_THAT(error("--rank", rank), HasSubstr("is not ranks A-B from 1 up")) << rank;
  for (const char* value : {":", "2:1", "x:", "1e9:", "0.5:0.1", "99999.0:", "nan:"})
    EXPECT_THAT(error("--value", value), HasSubstr("is not values A:B such as")) << value;
  for (const char* piece : {"W", "W@", "@a1", "WW@a1", "W@a1,"})
    EXPECT_THAT(error("--red-piece", piece), HasSubstr("is not a piece on a square, such as W@a1")) << piece;
  for (const char* piece : {"X@a1", "w@a1", "W@a11", "W@i1"})
    EXPECT_THAT(error("--red-piece", piece), HasSubstr("the game has no such piece of Red")) << piece;
  EXPECT_EQ(error("--rank", "6-"), "tabiya: standard input: has 5 entries, none of rank 6\n");
  Book book = sample();
  book.meta.ordered = false;
  EXPECT_EQ(run_with(book, {"book", "list", "-"}, {"--rank", "1"}),
            unusable("standard input: has lost its order: none of its entries has a rank"));
}

}  // namespace tabiya::tools::book_selection_test
