#include "core/book/book_file.h"
#include "core/games/games.h"
#include "core/games/zero_point_one/setup.h"
#include "core/games/zero_point_one/wazirdrop.h"
#include "core/search/score.h"
#include "tests/support/bytes.h"
#include "tests/tools/program_run.h"
#include "tools/cli/game_option.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools::book_command_test {

const zero_point_one::Setups kSetups;

SetupId id_of(std::string_view name) { return *kSetups.parse(name); }

Book sample() {
  Book book{{"zero_point_one", 0xABC, 1, "a test"}, {}};
  book.entries = {{id_of("AWAAAAAADFFDDDAN"), id_of("AWAAAAANDFFDADDA"), 1234, 11},
                  {id_of("AWAAAADNDFFDADAA"), id_of("NAAAAAWAAADDDFFD"), -5, 8},
                  {id_of("WNFFDDDDAAAAAAAA"), id_of("AWAAAAANDFFDADDA"), std::nullopt, 0}};
  book.entries[0].origin = 1;
  book.entries[0].nodes = 123456;
  book.entries[0].standard_error = 77;
  book.origins = {{0xABCD, 2}};
  return book;
}

std::string file_of(const Book& book) { return std::string(as_text(encode_book(book))); }

// `tabiya ARGUMENTS…` with the book as standard input.
ProgramRun run_with(const Book& book, const std::vector<std::string>& arguments) {
  return run_tabiya(arguments, file_of(book));
}

TEST(BookCommand, InfoSaysWhatABookHolds) {
  EXPECT_EQ(run_with(sample(), {"book", "info", "-"}), prints("game              zero_point_one\n"
                                                              "entries           3\n"
                                                              "ordered           true\n"
                                                              "distinct replies  2\n"
                                                              "highest value     +0.123 (53.1 %)\n"
                                                              "lowest value      -0.001 (50.0 %)\n"
                                                              "entries by depth\n"
                                                              "       0                 1\n"
                                                              "       8                 1\n"
                                                              "      11                 1\n"
                                                              "evaluation        0000000000000abc\n"
                                                              "evaluation name   -\n"
                                                              "job               0000000000000001\n"
                                                              "maker             a test\n"));
  EXPECT_EQ(
      run_with({{"zero_point_one", 0, 0, ""}, {}}, {"book", "info", "-", "--json"}),
      prints(R"({"game":"zero_point_one","entries":0,"ordered":true,"distinct_replies":0,)"
             R"("highest_value":null,)"
             R"("lowest_value":null,"view":"red","entries_by_depth":{},"evaluation":"0000000000000000",)"
             R"("evaluation_name":null,"job":"0000000000000000","maker":""})"
             "\n"));
}

TEST(BookCommand, InfoNamesTheEvaluationsThatComeWithTheProgram) {
  EXPECT_THAT(run_tabiya({"book", "info", "shipped"}).out, HasSubstr("\nevaluation name   shipped\n"));
  Book linear = sample();
  linear.meta.evaluation = make_oracle(game_named("zero_point_one"), "linear")->origin().evaluation;
  EXPECT_THAT(run_with(linear, {"book", "info", "-", "--json"}).out,
              HasSubstr("\"evaluation_name\":\"linear\""));
}

const std::string kListHeader = "  rank  red               reply             wire             depth  value\n";

TEST(BookCommand, ListPrintsEntries) {
  EXPECT_EQ(run_with(sample(), {"book", "list", "-"}),
            prints(kListHeader +
                   "     1  AWAAAAAADFFDDDAN  AWAAAAANDFFDADDA  addadffdnaaaaawa   11  +0.123 (53.1 %)\n"
                   "     2  AWAAAADNDFFDADAA  NAAAAAWAAADDDFFD  dffdddaaawaaaaan    8  -0.001 (50.0 %)\n"
                   "     3  WNFFDDDDAAAAAAAA  AWAAAAANDFFDADDA  addadffdnaaaaawa    0  -\n"));
  EXPECT_EQ(
      run_with(sample(), {"book", "list", "-", "--json"}),
      prints(
          R"({"rank":1,"red":"AWAAAAAADFFDDDAN","reply":"AWAAAAANDFFDADDA","reply_wire":"addadffdnaaaaawa","value":1234,"win":null,"view":"red","depth":11,)"
          R"("nodes":123456,"standard_error":77,"evaluation":"000000000000abcd",)"
          R"("search":"0000000000000002","line":null}
{"rank":2,"red":"AWAAAADNDFFDADAA","reply":"NAAAAAWAAADDDFFD","reply_wire":"dffdddaaawaaaaan","value":-5,"win":null,"view":"red","depth":8,)"
          R"("nodes":null,"standard_error":null,"evaluation":null,"search":null,"line":null}
{"rank":3,"red":"WNFFDDDDAAAAAAAA","reply":"AWAAAAANDFFDADDA","reply_wire":"addadffdnaaaaawa","value":null,"win":null,"view":"red","depth":0,)"
          R"("nodes":null,"standard_error":null,"evaluation":null,"search":null,"line":null}
)"));
  EXPECT_EQ(run_with(sample(), {"book", "list", "-", "--first", "1"}),
            prints(kListHeader +
                   "     1  AWAAAAAADFFDDDAN  AWAAAAANDFFDADDA  addadffdnaaaaawa   11  +0.123 (53.1 %)\n"));
}

TEST(BookCommand, ListNamesTheWinnerOfAProvedEntry) {
  Book book = sample();
  book.entries[0].red_value = win_in(7);
  book.entries[1].red_value = loss_in(12);
  const ProgramRun text = run_with(book, {"book", "list", "-", "--first", "2"});
  EXPECT_THAT(text.out, HasSubstr(" addadffdnaaaaawa   11  Red wins in 7 plies\n"));
  EXPECT_THAT(text.out, HasSubstr(" dffdddaaawaaaaan    8  Blue wins in 12 plies\n"));
  EXPECT_THAT(run_with(book, {"book", "list", "-", "--json"}).out,
              AllOf(HasSubstr(R"("value":7999993,"win":7,"view":"red")"),
                    HasSubstr(R"("value":-7999988,"win":-12,"view":"red")")));
}

TEST(BookCommand, ShowDrawsEntries) {
  EXPECT_EQ(run_with(sample(), {"book", "show", "-", "--rank", "2", "--first", "1"}),
            prints("2. Red AWAAAADNDFFDADAA, Blue NAAAAAWAAADDDFFD (dffdddaaawaaaaan), value -0.001 (50.0 "
                   "%) at depth 8\n"
                   "h a w a a a a a n\n"
                   "g d f f d d d a a\n"
                   "f . . . . . . . .\n"
                   "e . . . . . . . .\n"
                   "d . . . . . . . .\n"
                   "c . . . . . . . .\n"
                   "b D F F D A D A A\n"
                   "a A W A A A A D N\n"
                   "  1 2 3 4 5 6 7 8\n"));
  const std::string all = output_of(run_with(sample(), {"book", "show", "-"}));
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 3 * 10 + 2);
  EXPECT_EQ(run_with(sample(), {"book", "show", "-", "--rank", "4"}),
            unusable("standard input: has 3 entries, none of rank 4"));
}

// As packed with --keep moves: nobody knows any more which are best.
TEST(BookCommand, ShowsNoRanksOfABookThatHasLostItsOrder) {
  Book book = sample();
  book.meta.ordered = false;
  EXPECT_EQ(run_with(book, {"book", "list", "-", "--first", "1"}),
            prints(kListHeader +
                   "     -  AWAAAAAADFFDDDAN  AWAAAAANDFFDADDA  addadffdnaaaaawa   11  +0.123 (53.1 %)\n"));
  EXPECT_THAT(run_with(book, {"book", "list", "-", "--json"}).out, StartsWith("{\"rank\":null,"));
  EXPECT_THAT(run_with(book, {"book", "show", "-", "--first", "1"}).out,
              StartsWith("- Red AWAAAAAADFFDDDAN, Blue"));
  EXPECT_EQ(run_with(book, {"book", "probe", "-", "AWAAAAAADFFDDDAN"}),
            prints("AWAAAAAADFFDDDAN  AWAAAAANDFFDADDA  addadffdnaaaaawa  +0.123 (53.1 %) ± 0.008 at depth "
                   "11  (rank -)\n"));
  EXPECT_THAT(run_with(book, {"book", "info", "-"}).out, HasSubstr("ordered           false\n"));
  EXPECT_THAT(run_with(book, {"book", "stats", "-", "--json"}).out, HasSubstr("\"values_by_rank\":null"));
  EXPECT_THAT(run_with(book, {"book", "stats", "-"}).out, Not(HasSubstr("values by rank")));
  EXPECT_THAT(
      run_with(book, {"book", "export", "-", "--to", "csv", "--out", "-"}).out,
      StartsWith("rank,red,reply,reply_wire,value,depth,nodes,standard_error,evaluation,search,line\n,AW"));
  EXPECT_EQ(run_with(book, {"book", "export", "-", "--to", "wazirdrop", "--out", "-"}),
            unusable("standard input: the book has lost its order, which the published format needs; `tabiya "
                     "verify` says what else is wrong"));
}

TEST(BookCommand, ProbeAnswersSetupsAndTheirMirrorImages) {
  const std::string first =
      "AWAAAAAADFFDDDAN  AWAAAAANDFFDADDA  addadffdnaaaaawa  +0.123 (53.1 %) ± 0.008 at depth 11  (rank 1)\n";
  const std::string second =
      "AAAAAAWANADDDFFD  NAAAAAWAADDADFFD  dffdaddaawaaaaan  +0.123 (53.1 %) ± 0.008 at depth 11  (rank 1, "
      "mirrored)\n";
  EXPECT_EQ(run_with(sample(), {"book", "probe", "-", "AWAAAAAADFFDDDAN"}), prints(first));
  EXPECT_EQ(run_with(sample(), {"book", "probe", "-", "AWAAAAAADFFDDDAN", "AAAAAAWANADDDFFD"}),
            prints(first + second));
  EXPECT_EQ(run_with(sample(), {"book", "probe", "-", "AAAAAAWANADDDFFD", "--json"}),
            prints(R"({"rank":1,"red":"AAAAAAWANADDDFFD","reply":"NAAAAAWAADDADFFD",)"
                   R"("reply_wire":"dffdaddaawaaaaan","value":1234,)"
                   R"("win":null,"view":"red","depth":11,)"
                   R"("nodes":123456,"standard_error":77,"evaluation":"000000000000abcd",)"
                   R"("search":"0000000000000002","line":null,"mirrored":true,)"
                   R"("source":"book"})"
                   "\n"));
  EXPECT_EQ(run_with(sample(), {"book", "probe", "-", "WNFFDDDDAAAAAAAA"}),
            prints("WNFFDDDDAAAAAAAA  AWAAAAANDFFDADDA  addadffdnaaaaawa  - at depth 0  (rank 3)\n"));
  EXPECT_EQ(run_with(sample(), {"book", "probe", "-", "AWAAAXAADFFDDDAN"}).exit_code, 2);
}

TEST(BookCommand, ProbeReadsManySetupsAndSaysWhichAreMissing) {
  const TemporaryFolder folder;
  write_file(folder.path("book.tbk"), file_of(sample()));
  const ProgramRun run =
      run_tabiya({"book", "probe", folder.path("book.tbk"), "-"}, "NWFFDDDDAAAAAAAA\nWNFFDDDDAAAAAAAA\n");
  EXPECT_EQ(run, (ProgramRun{1,
                             "NWFFDDDDAAAAAAAA  not in the book\n"
                             "WNFFDDDDAAAAAAAA  AWAAAAANDFFDADDA  addadffdnaaaaawa  - at depth 0  (rank 3)\n",
                             ""}));
  EXPECT_EQ(run_with(sample(), {"book", "probe", "-", "NWFFDDDDAAAAAAAA", "--json"}),
            (ProgramRun{1,
                        R"({"red":"NWFFDDDDAAAAAAAA","reply":null,"source":null})"
                        "\n",
                        ""}));
  EXPECT_EQ(run_with(sample(), {"book", "probe", "-", "-"}),
            unusable("only one of BOOK and SETUP can be standard input"));
  EXPECT_EQ(run_with(sample(), {"book", "probe", "-", "WNFFDDDDAAAAAAAA", "--depth", "3"}),
            unusable("book probe: --depth requires --search; see `tabiya book probe --help`"));
}

// Among the replies of the book, as `play` does; what the book knows is not searched.
TEST(BookCommand, ProbeSearchesWhatTheBookDoesNotKnow) {
  const auto probe = [](const std::string& setup) {
    return run_with(sample(), {"book", "probe", "-", setup, "--search", "--depth", "2", "--net", "linear"});
  };
  const std::string run = output_of(probe("NWFFDDDDAAAAAAAA"));
  EXPECT_THAT(run, HasSubstr(" at depth 2  (searched, the best of 2 replies)\n"));
  const std::string reply = run.substr(18, 16);
  EXPECT_TRUE(reply == "AWAAAAANDFFDADDA" || reply == "NAAAAAWAAADDDFFD") << reply;
  EXPECT_EQ(probe("AAAAAAWNAAAAAAAA").exit_code, 2);
  const std::string mirrored = kSetups.name(kSetups.mirror(id_of("NWFFDDDDAAAAAAAA")));
  EXPECT_EQ(probe(mirrored).out.substr(18, 16), kSetups.name(kSetups.mirror(id_of(reply))));
  EXPECT_THAT(probe("WNFFDDDDAAAAAAAA").out, HasSubstr("(rank 3)"));
}

TEST(BookCommand, ImportAndExportKeepSetupsAndOrder) {
  const TemporaryFolder folder;
  const std::string text = *zero_point_one::export_wazirdrop_book(sample());
  EXPECT_EQ(run_with(sample(), {"book", "export", "-", "--to", "wazirdrop", "--out", "-"}), prints(text));
  const std::string path = folder.path("book.tbk");
  EXPECT_EQ(run_tabiya({"book", "import", "-", "--out", path}, text), prints(path + ": 3 entries\n"));
  EXPECT_EQ(run_tabiya({"book", "import", "-", "--out", path}, text),
            unusable(path + ": already exists; add --force to replace it"));
  EXPECT_EQ(run_tabiya({"book", "export", path, "--to", "csv", "--out", "-"}),
            prints("rank,red,reply,reply_wire,value,depth,nodes,standard_error,evaluation,search,line\n"
                   "1,AWAAAAAADFFDDDAN,AWAAAAANDFFDADDA,addadffdnaaaaawa,,0,,,,,\n"
                   "2,AWAAAADNDFFDADAA,NAAAAAWAAADDDFFD,dffdddaaawaaaaan,,0,,,,,\n"
                   "3,WNFFDDDDAAAAAAAA,AWAAAAANDFFDADDA,addadffdnaaaaawa,,0,,,,,\n"));
  EXPECT_EQ(run_with(sample(), {"book", "export", "-", "--to", "json", "--out", "-"}),
            run_with(sample(), {"book", "list", "-", "--json"}));
}

// The sample with a line of play for its first entry.
Book sample_with_line(std::uint16_t place = 0) {
  Book book = sample();
  book.entries[0].line = {place, 3};
  return book;
}

TEST(BookCommand, ShowsReplaysAndCarriesLinesOfPlay) {
  const TemporaryFolder folder;
  const std::string red = "AWAAAAAADFFDDDAN", reply = "AWAAAAANDFFDADDA";
  const PositionHandle start =
      find_game("zero_point_one")->setup_phase()->position_after(id_of(red), id_of(reply));
  const auto first = *start->play(0), second = *first.second->play(3);
  const std::string readable = first.first.readable + " " + second.first.readable;
  const Book book = sample_with_line();
  EXPECT_THAT(run_with(book, {"book", "show", "-", "--first", "1"}).out,
              HasSubstr("line of play: " + readable + "\n"));
  EXPECT_THAT(run_with(book, {"book", "probe", "-", red}).out, HasSubstr("  " + readable + "\n"));
  for (const std::string format : {"csv", "json"}) {
    const std::string text = run_with(book, {"book", "export", "-", "--to", format, "--out", "-"}).out;
    EXPECT_THAT(text, HasSubstr(first.first.wire + " " + second.first.wire));
    const std::string path = folder.path(format);
    run_tabiya({"book", "import", "-", "--from", format, "--out", path}, text);
    EXPECT_EQ(run_tabiya({"book", "export", path, "--to", format, "--out", "-"}).out, text);
  }
  EXPECT_EQ(run_with(book, {"verify", "-"}), prints("standard input: 3 entries, 0 findings\n"));
  EXPECT_THAT(run_with(sample_with_line(500), {"verify", "-"}).out,
              HasSubstr("entry 1: its line of play holds"));
}

TEST(BookCommand, SaysWhatToNameInsteadOfAFileOfAnotherKind) {
  EXPECT_EQ(run_tabiya({"net", "info", "-"}, file_of(sample())),
            unusable("standard input: a file of kind \"BOOK\", not a network; name a network, or take the "
                     "version of the program that wrote this"));
  EXPECT_EQ(
      run_tabiya({"book", "import", "-", "--out", "out.tbk"}, file_of(sample())),
      unusable("standard input: a book already, which `tabiya book info` reads: there is nothing to import"));
}

TEST(BookCommand, RefusesDamagedBooks) {
  const TemporaryFolder folder;
  std::string file = file_of(sample());
  file.back() = static_cast<char>(file.back() ^ 1);
  const ProgramRun expected =
      unusable("standard input, byte " + std::to_string(file.size() - 12) +
               ": section ERRS fails its checksum; make it again, or take another copy");
  EXPECT_EQ(run_tabiya({"book", "info", "-"}, file), expected);
  EXPECT_EQ(run_tabiya({"verify", "-"}, file), expected);
  EXPECT_EQ(run_tabiya({"book", "export", "-", "--to", "csv", "--out", folder.path("out")}, file), expected);
  EXPECT_EQ(run_tabiya({"book", "list", "-"}, "no book"),
            unusable("standard input, byte 0: not a tabiya file: it looks like text; "
                     "`tabiya book import` reads other formats"));
  EXPECT_EQ(run_tabiya({"book", "import", "-", "--from", "json", "--out", folder.path("out")}, ""),
            unusable("standard input: is empty; `tabiya book export --to json` shows what is read"));
  EXPECT_EQ(run_tabiya({"book", "import", "-", "--out", folder.path("out")}, "no book\n!"),
            unusable("standard input, byte 7: a character that base-128 text does not have; "
                     "a published book is one string of base-128 text and nothing else"));
  Book other_game = sample();
  other_game.meta.game = "ludo";
  EXPECT_THAT(
      run_with(other_game, {"verify", "-"}).err,
      StartsWith("tabiya: standard input: unknown game 'ludo'; this program knows 'zero_point_one', "));
  other_game.meta.game = "ard_ri";
  EXPECT_EQ(run_with(other_game, {"verify", "-"}),
            unusable("ard_ri has no setup phase: `book` cannot be used with it"));
  EXPECT_EQ(folder.names(), std::vector<std::string>{});
}

TEST(VerifyCommand, ListsWhatIsWanting) {
  Book book = sample();
  book.entries[0].reply = 10'810'800;
  book.entries[1].red = id_of("AAAAAAWANADDDFFD");
  EXPECT_EQ(run_with(book, {"verify", "-"}),
            (ProgramRun{1,
                        "entry 1: reply 10810800 is not the number of a setup\n"
                        "entry 2: red AAAAAAWANADDDFFD is not normalised\n"
                        "entry 2: red AAAAAAWANADDDFFD repeats that of entry 1\n"
                        "standard input: 3 entries, 3 findings\n",
                        ""}));
  EXPECT_EQ(
      run_with(sample(), {"verify", "-", "--json"}),
      prints(
          "{\"file\":\"standard input\",\"kind\":\"book of setups\",\"game\":\"zero_point_one\",\"entries\":3,"
          "\"findings\":0}\n"));
  book = sample();
  book.entries[2].reply = 4'000'000'000;
  EXPECT_EQ(
      run_with(book, {"verify", "-", "--json"}),
      (ProgramRun{
          1,
          "{\"rank\":3,\"finding\":\"entry 3: reply 4000000000 is not the number of a setup\"}\n"
          "{\"file\":\"standard input\",\"kind\":\"book of setups\",\"game\":\"zero_point_one\",\"entries\":3,"
          "\"findings\":1}\n",
          ""}));
  require(run_with(book, {"book", "list", "-", "--first", "3"}));
  EXPECT_EQ(run_with(book, {"book", "show", "-", "--rank", "3"}),
            prints("3. Red WNFFDDDDAAAAAAAA, Blue #4000000000 (#4000000000)\n"
                   "not a position: `tabiya verify` says what is wrong\n"));
}

}  // namespace tabiya::tools::book_command_test
