#include "core/book/book_file.h"
#include "core/games/zero_point_one/setup.h"
#include "tests/support/bytes.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::book_merge_command_test {

const zero_point_one::Setups kSetups;

SetupId id_of(std::string_view name) { return *kSetups.parse(name); }

const SetupId kReply = id_of("AWAAAAANDFFDADDA"), kOther = id_of("NAAAAAWAAADDDFFD");
const SetupId kReds[] = {id_of("AWAAAAAADFFDDDAN"), id_of("AWAAAADNDFFDADAA"), id_of("WNFFDDDDAAAAAAAA")};

Book book_a() {
  return {{"zero_point_one", 0xABC, 1, "a test"}, {{kReds[0], kReply, 1200, 9}, {kReds[1], kReply, 1000, 9}}};
}

// The first is deeper, the second has a better reply, the third is new.
Book book_b() {
  return {{"zero_point_one", 0xABC, 2, "b test"},
          {{kReds[0], kOther, 900, 11}, {kReds[2], kReply, 1100, 9}, {kReds[1], kOther, 950, 9}}};
}

class BookMergeCommand : public ::testing::Test {
 protected:
  BookMergeCommand() {
    write_file(a, file_of(book_a()));
    write_file(b, file_of(book_b()));
  }

  static std::string file_of(const Book& book) { return std::string(as_text(encode_book(book))); }
  Book merged() const {
    const std::string file = read_file(out);
    return *decode_book(std::as_bytes(std::span(file)));
  }

  const TemporaryFolder folder;
  const std::string a = folder.path("a.tbk"), b = folder.path("b.tbk"), out = folder.path("out.tbk");
};

TEST_F(BookMergeCommand, JoinsBooksByDepthThenValueAndSaysWhatItDid) {
  const ProgramRun run = run_tabiya({"book", "merge", a, b, "--out", out});
  EXPECT_EQ(run, prints(out + ": 3 entries of 2 books\n" + a +
                        ": 0 of 2 entries taken; left out: 1 shallower, 1 with a worse reply, 0 with "
                        "another reply that cannot be compared, 0 that say the same\n" +
                        b +
                        ": 3 of 3 entries taken; left out: 0 shallower, 0 with a worse reply, 0 with "
                        "another reply that cannot be compared, 0 that say the same\n"));
  const Book book = merged();
  EXPECT_EQ(book.entries, book_b().entries);
  EXPECT_EQ(book.meta.evaluation, 0xABCu);
  EXPECT_EQ(book.meta.job, 0u);
  EXPECT_THAT(book.meta.maker, HasSubstr("merged"));
  EXPECT_EQ(
      run_tabiya({"book", "merge", b, a, "--out", out, "--force", "--json"}).out,
      "{\"book\":\"" + out + "\",\"entries\":3,\"ordered\":true,\"books\":[{\"file\":\"" + b +
          "\",\"entries\":3,\"taken\":3,\"shallower\":0,\"worse_replies\":0,\"undecided\":0,\"repeated\":0},"
          "{\"file\":\"" +
          a +
          "\",\"entries\":2,\"taken\":0,\"shallower\":1,\"worse_replies\":1,\"undecided\":0,\"repeated\":0}]}"
          "\n");
  EXPECT_EQ(merged().entries, book.entries);
}

TEST_F(BookMergeCommand, RefusesWhatIsNoBook) {
  write_file(folder.path("x.job"), "SQLite format 3");
  EXPECT_EQ(refused({"book", "merge", folder.path("x.job"), a, "--out", out}).exit_code, 2);
  EXPECT_EQ(run_tabiya({"book", "merge", a, "-", "-", "--out", out}),
            unusable("only one of the books can be standard input"));
  EXPECT_EQ(refused({"book", "merge", a, a, "--out", a}).exit_code, 2);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.tbk", "b.tbk", "x.job"}));
}

}  // namespace tabiya::tools::book_merge_command_test
