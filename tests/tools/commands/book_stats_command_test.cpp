#include "core/book/book_file.h"
#include "core/games/zero_point_one/setup.h"
#include "tests/support/bytes.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::book_stats_command_test {

const zero_point_one::Setups kSetups;

SetupId id_of(std::string_view name) { return *kSetups.parse(name); }

Book sample() {
  Book book{{"zero_point_one", 0xABC, 1, "a test"}, {}};
  book.entries = {{id_of("AWAAAAAADFFDDDAN"), id_of("AWAAAAANDFFDADDA"), 1200, 11},
                  {id_of("AWAAAADNDFFDADAA"), id_of("NAAAAAWAADDADFFD"), 1000, 11},
                  {id_of("WNFFDDDDAAAAAAAA"), id_of("AWAAAAANDFFDADDA"), -300, 8},
                  {id_of("AAWAAAADDFFDDAAN"), id_of("NAAAAAWAAADDDFFD"), std::nullopt, 0}};
  return book;
}

ProgramRun stats(const Book& book, const std::vector<std::string>& options) {
  return run_tabiya(joined({"book", "stats", "-"}, options), std::string(as_text(encode_book(book))));
}

TEST(BookStatsCommand, CountsRepliesValuesAndSquares) {
  const std::string run = clean_output_of(stats(sample(), {"--frequent", "2"}));
  EXPECT_THAT(
      run,
      StartsWith(
          "4 entries, 3 distinct replies, 2 when mirror images count once\n"
          "\n"
          "reply             in wire notation  entries   share  so far\n"
          "AWAAAAANDFFDADDA  addadffdnaaaaawa        2  50.0 %  50.0 %\n"
          "NAAAAAWAAADDDFFD  dffdddaaawaaaaan        1  25.0 %  75.0 %\n"
          "\n"
          "values by depth   depth  entries    mean  deviation  highest                 lowest\n"
          "     1 to 4          11        2  +0.110     0.0100  +0.120 (53.0 %)         +0.100 (52.5 %)\n"
          "     1 to 4           8        1  -0.030     0.0000  -0.030 (49.3 %)         -0.030 (49.3 %)\n"));
  EXPECT_THAT(run, HasSubstr("\n"
                             "wazirs   entries   share\n"
                             "a1  h7         1  25.0 %\n"
                             "a2  h2         1  25.0 %\n"
                             "a2  h7         1  25.0 %\n"
                             "a3  h2         1  25.0 %\n"));
  EXPECT_THAT(run, HasSubstr("\n"
                             "W on each square, % of the entries\n"
                             "h    0   50    0    0    0    0   50    0\n"
                             "g    0    0    0    0    0    0    0    0\n"
                             "b    0    0    0    0    0    0    0    0\n"
                             "a   25   50   25    0    0    0    0    0\n"
                             "     1    2    3    4    5    6    7    8\n"));
}

TEST(BookStatsCommand, PrintsTheSameAsJson) {
  const Json facts = parsed(stats(sample(), {"--json", "--frequent", "1"}).out);
  EXPECT_EQ(facts["entries"], 4);
  EXPECT_EQ(facts["view"], "red");
  EXPECT_EQ(facts["distinct_replies"], 3);
  EXPECT_EQ(facts["distinct_replies_up_to_mirrors"], 2);
  EXPECT_EQ(facts["replies"],
            parsed(R"([{"reply":"AWAAAAANDFFDADDA","reply_wire":"addadffdnaaaaawa","entries":2}])"));
  EXPECT_EQ(facts["values_by_depth"][0],
            parsed(R"({"first":1,"last":4,"depth":11,"entries":2,"proven":0,"mean":1100.0,)"
                   R"("deviation":100.0,"highest":1200,"lowest":1000})"));
  EXPECT_EQ(facts["red_squares"]["W"]["a2"], 2);
  EXPECT_EQ(facts["red_squares"]["N"]["b8"], 2);
  EXPECT_EQ(facts["reply_squares"]["W"]["h2"], 2);
  EXPECT_EQ(facts["reply_squares"]["W"]["h7"], 2);
  for (const char* side : {"red_squares", "reply_squares"}) {
    int pieces = 0;
    for (const auto& [piece, squares] : facts[side].items()) {
      EXPECT_EQ(squares.size(), 16u) << piece;
      for (const auto& [square, count] : squares.items()) pieces += count.get<int>();
    }
    EXPECT_EQ(pieces, 4 * 16);
  }
}

TEST(BookStatsCommand, TakesEmptyBooksAndRefusesUnsoundOnes) {
  EXPECT_EQ(stats({{"zero_point_one", 0, 0, ""}, {}}, {}),
            (ProgramRun{0, "0 entries, 0 distinct replies, 0 when mirror images count once\n",
                        "tabiya: note: standard input: the book has no entries\n"}));
  Book book = sample();
  book.entries[1].reply = 10'810'800;
  EXPECT_EQ(stats(book, {}), unusable("standard input: entry 2: reply 10810800 is not the number of a setup; "
                                      "`tabiya verify` lists all that is wrong"));
}

}  // namespace tabiya::tools::book_stats_command_test
