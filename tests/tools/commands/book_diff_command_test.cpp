#include "core/book/book_file.h"
#include "core/games/zero_point_one/setup.h"
#include "tests/support/bytes.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::book_diff_command_test {

const zero_point_one::Setups kSetups;

SetupId id_of(std::string_view name) { return *kSetups.parse(name); }

const SetupId kReply = id_of("AWAAAAANDFFDADDA");

Book book_a() {
  return {{"zero_point_one", 0xABC, 1, "a test"},
          {{id_of("AWAAAAAADFFDDDAN"), kReply, 1200, 11},
           {id_of("AWAAAADNDFFDADAA"), kReply, 1000, 11},
           {id_of("WNFFDDDDAAAAAAAA"), kReply, 900, 8},
           {id_of("WFNFDDDDAAAAAAAA"), kReply, 800, 8}}};
}

// The second entry comes first and has another reply, the third is deeper, the last is another red.
Book book_b() {
  return {{"zero_point_one", 0xABC, 2, "a test"},
          {{id_of("AWAAAADNDFFDADAA"), id_of("NAAAAAWAAADDDFFD"), 1250, 11},
           {id_of("AWAAAAAADFFDDDAN"), kReply, 1150, 11},
           {id_of("WNFFDDDDAAAAAAAA"), kReply, 700, 11},
           {id_of("FWNFDDDDAAAAAAAA"), kReply, 800, 8}}};
}

std::string file_of(const Book& book) { return std::string(as_text(encode_book(book))); }

// `tabiya book diff A B OPTIONS…`
ProgramRun diff(const Book& a, const Book& b, const std::vector<std::string>& options = {}) {
  const TemporaryFolder folder;
  write_file(folder.path("a.tbk"), file_of(a));
  return run_tabiya(joined({"book", "diff", folder.path("a.tbk"), "-"}, options), file_of(b));
}

TEST(BookDiffCommand, FindsEqualEntriesEqualWhateverMadeThem) {
  Book other = book_a();
  other.meta.job = 7;
  other.meta.maker = "another maker";
  const std::string run = output_of(diff(book_a(), other));
  EXPECT_TRUE(
      run.ends_with("made with         other job\nmade with         other maker\n"
                    "the entries are equal\n"))
      << run;
  const Json facts = parsed(diff(book_a(), other, {"--json"}).out);
  EXPECT_EQ(facts["equal"], true);
  EXPECT_EQ(facts["other_origins"], parsed(R"(["job","maker"])"));
  std::swap(other.entries[2], other.entries[3]);
  EXPECT_EQ(diff(book_a(), other).exit_code, 1);
}

TEST(BookDiffCommand, FindsEqualBooksEqual) {
  EXPECT_EQ(diff(book_a(), book_a(), {"--list"}),
            (ProgramRun{
                0,
                "only in A         0 of 4\n"
                "only in B         0 of 4\n"
                "in both           4\n"
                "other replies     0\n"
                "other depths      0\n"
                "other values      0\n"
                "other details     0\n"
                "values, B - A     mean +0.0000, mean absolute 0.0000 logit in the 4 entries of equal depth\n"
                "order             Kendall's tau 1.0000, mean displacement 0.0 ranks\n"
                "the books are equal\n",
                ""}));
  require(diff({{"zero_point_one", 0, 0, ""}, {}}, {{"zero_point_one", 0, 0, ""}, {}}));
}

TEST(BookDiffCommand, SaysHowBooksDiffer) {
  EXPECT_EQ(diff(book_a(), book_b()),
            (ProgramRun{
                1,
                "only in A         1 of 4\n"
                "only in B         1 of 4\n"
                "in both           3\n"
                "other replies     1\n"
                "  other depths    A's searched deeper in 0, B's in 0\n"
                "  equal depths    A's better in 1, B's in 0; 0 cannot be compared\n"
                "other depths      1\n"
                "other values      3\n"
                "other details     0\n"
                "values, B - A     mean +0.0100, mean absolute 0.0150 logit in the 2 entries of equal depth\n"
                "largest           +0.0250 logit at AWAAAADNDFFDADAA\n"
                "order             Kendall's tau 0.3333, mean displacement 0.7 ranks\n"
                "most displaced    1 ranks at AWAAAAAADFFDDDAN\n"
                "made with         other job\n",
                ""}));
}

TEST(BookDiffCommand, ListsWhatDiffers) {
  const ProgramRun run = diff(book_a(), book_b(), {"--list"});
  EXPECT_EQ(run.out.substr(0, run.out.find("only in A")),
            "<      4  WFNFDDDDAAAAAAAA  AWAAAAANDFFDADDA  addadffdnaaaaawa    8  +0.080 (52.0 %)\n"
            "-      1  AWAAAAAADFFDDDAN  AWAAAAANDFFDADDA  addadffdnaaaaawa   11  +0.120 (53.0 %)\n"
            "+      2  AWAAAAAADFFDDDAN  AWAAAAANDFFDADDA  addadffdnaaaaawa   11  +0.115 (52.9 %)\n"
            "-      2  AWAAAADNDFFDADAA  AWAAAAANDFFDADDA  addadffdnaaaaawa   11  +0.100 (52.5 %)\n"
            "+      1  AWAAAADNDFFDADAA  NAAAAAWAAADDDFFD  dffdddaaawaaaaan   11  +0.125 (53.1 %)\n"
            "-      3  WNFFDDDDAAAAAAAA  AWAAAAANDFFDADDA  addadffdnaaaaawa    8  +0.090 (52.2 %)\n"
            "+      3  WNFFDDDDAAAAAAAA  AWAAAAANDFFDADDA  addadffdnaaaaawa   11  +0.070 (51.7 %)\n"
            ">      4  FWNFDDDDAAAAAAAA  AWAAAAANDFFDADDA  addadffdnaaaaawa    8  +0.080 (52.0 %)\n");
}

TEST(BookDiffCommand, PrintsJson) {
  const ProgramRun run = diff(book_a(), book_b(), {"--json"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(parsed(run.out), parsed(R"({"equal":false,"only_a":1,"only_b":1,"common":3,"other_replies":1,
                            "judged":{"a_deeper":0,"b_deeper":0,"a_better":1,"b_better":0,"undecided":0},"searched":null,"other_depths":1,
                            "other_values":3,"other_details":0,
                            "value_shift":{"entries":2,"mean":100.0,"mean_absolute":150.0,"largest":250,
                                           "largest_at":"AWAAAADNDFFDADAA","view":"red"},
                            "kendall_tau":0.33333333333333337,"mean_displacement":0.6666666666666666,
                            "largest_displacement":1,"most_displaced":"AWAAAAAADFFDDDAN",
                            "other_origins":["job"]})"));
  const std::string listed = diff(book_a(), book_b(), {"--json", "--list"}).out;
  const Json first = parsed(listed.substr(0, listed.find('\n')));
  EXPECT_EQ(first["only_a"]["red"], "WFNFDDDDAAAAAAAA");
  EXPECT_EQ(first["only_a"]["rank"], 4);
}

TEST(BookDiffCommand, ComparesNoOrderThatIsLost) {
  Book unordered = book_b();
  unordered.meta.ordered = false;
  const ProgramRun run = diff(book_a(), unordered, {"--json"});
  const Json facts = parsed(run.out);
  EXPECT_TRUE(facts["kendall_tau"].is_null());
  EXPECT_TRUE(facts["mean_displacement"].is_null());
  EXPECT_TRUE(facts["most_displaced"].is_null());
  EXPECT_EQ(facts["other_origins"], parsed(R"(["job","order"])"));
  const std::string text = diff(unordered, book_a()).out;
  EXPECT_THAT(text, HasSubstr("order             not compared: A has lost it\n"));
  EXPECT_THAT(text, Not(HasSubstr("tau")));
  require(diff(unordered, unordered));
}

// All entries as if they had been searched to this depth.
Book of_depth(Book book, std::uint8_t depth) {
  for (BookEntry& entry : book.entries) entry.depth = depth;
  return book;
}

TEST(BookDiffCommand, CallsNothingBetterOnLessDepth) {
  const std::string text = diff(of_depth(book_a(), 4), of_depth(book_b(), 6)).out;
  EXPECT_THAT(text, HasSubstr("  other depths    A's searched deeper in 0, B's in 1\n"
                              "  equal depths    A's better in 0, B's in 0; 0 cannot be compared\n"));
  const std::vector<std::string> search{"--search", "5", "--net", "linear"};
  const std::string shallow = diff(of_depth(book_a(), 4), of_depth(book_b(), 6), search).out;
  EXPECT_THAT(shallow, HasSubstr("  searched to 5   A's are better in 0, B's in 0, 0 equal; "));
  EXPECT_THAT(shallow, HasSubstr("  not searched    1, as a book was searched deeper\n"));
}

TEST(BookDiffCommand, JudgesRepliesByASearchOnRequest) {
  const Book a = of_depth(book_a(), 2), b = of_depth(book_b(), 1);
  const std::vector<std::string> search{"--search", "2", "--net", "linear", "--json"};
  const ProgramRun run = diff(a, b, search);
  EXPECT_EQ(run.exit_code, 1) << run.err;
  const Json searched = parsed(run.out)["searched"];
  EXPECT_EQ(searched["depth"], 2);
  EXPECT_EQ(searched["too_deep"], 0);
  EXPECT_EQ(searched["a_better"].get<int>() + searched["b_better"].get<int>(), 1);
  const Json back = parsed(diff(b, a, search).out)["searched"];
  EXPECT_EQ(back["a_better"], searched["b_better"]);
  EXPECT_EQ(back["mean_gain_of_b"], -searched["mean_gain_of_b"].get<double>());
  EXPECT_NE(back["mean_gain_of_b"], 0.0);
  const std::string text = diff(a, b, {"--search", "2", "--net", "linear"}).out;
  EXPECT_THAT(text, HasSubstr("  searched to 2   A's are better in "));
}

TEST(BookDiffCommand, RefusesUnusableBooks) {
  EXPECT_EQ(run_tabiya({"book", "diff", "-", "-"}), unusable("only one of the books can be standard input"));
  Book unsound = book_a();
  unsound.entries[3].red = unsound.entries[0].red;
  EXPECT_EQ(diff(book_a(), unsound),
            unusable("standard input: entry 4: red AWAAAAAADFFDDDAN repeats that of entry 1; `tabiya verify` "
                     "lists all that is wrong"));
  EXPECT_EQ(run_tabiya({"book", "diff", "missing.tbk", "-"}, file_of(book_a())).exit_code, 2);
}

}  // namespace tabiya::tools::book_diff_command_test
