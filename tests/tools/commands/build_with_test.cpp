// `build --with`: better replies that an audit has found.
#include "tests/tools/commands/build_runs.h"
#include "tests/tools/program_run.h"
#include "tools/cli/json.h"

namespace tabiya::tools::build_with_test {

// The mean regret of the replies of a book, in logit x 10,000; `list`: the file for better ones.
double regret(const TemporaryFolder& folder, const std::string& deeper, const std::string& list) {
  const ProgramRun run =
      run_tabiya({"audit", folder.path("out/tiny.tbk"), "--sample", "40", "--discarded", "0", "--replies",
                  "200", "--deeper", deeper, "--out", list, "--force", "--json", "--first", "0"});
  EXPECT_EQ(run.err, "");
  return parse_json(run.out).at("reply_regret").at("mean").get<double>();
}

TEST(BuildWith, BringsRepliesOfAnAuditIntoTheBook) {
  const TemporaryFolder folder;
  require(build(folder, {}));
  const std::string book = folder.path("out/tiny.tbk"), list = folder.path("better.txt");
  for (const std::string deeper : {"2", "0"}) {
    const double before = regret(folder, deeper, list);
    ASSERT_GT(before, 0);
    const std::string run = output_of(build(folder, {"--resume", "--with", list, "--json"}));
    EXPECT_THAT(run, HasSubstr(R"("pass":"better replies")"));
    EXPECT_THAT(run, Not(HasSubstr(R"("taken":0)")));
    EXPECT_EQ(run_tabiya({"verify", book}), prints(book + ": 40 entries, 0 findings\n"));
    EXPECT_LT(regret(folder, deeper, list), before / 2);
  }
  // What is taken belongs to the state.
  const std::string better = read_file(book);
  std::filesystem::remove(book);
  require(build(folder, {"--resume"}));
  EXPECT_EQ(read_file(book), better);
  EXPECT_THAT(build(folder, {"--status"}).out, HasSubstr(" better replies, by `--with`\n"));
}

TEST(BuildWith, SaysWhyAReplyIsNotTaken) {
  const TemporaryFolder folder;
  require(build(folder, {}));
  const std::string list = folder.path("better.txt"), book = folder.path("out/tiny.tbk");
  const Json entry = parse_json(run_tabiya({"book", "list", book, "--first", "1", "--json"}).out);
  const std::string red = entry.at("red").get<std::string>(), reply = entry.at("reply").get<std::string>();
  ASSERT_NE(red, "NNBBRKRQ");
  const auto given = [&](const std::string& to, const std::string& with, int depth) {
    return to + '\t' + with + "\t-20000\t" + std::to_string(depth) + "\tRNBQKBNR\t0\n";
  };
  write_file(list, "tabiya refutations 1 chess\n" + given(red, reply, 9) + given(red, "RNBQKBNR", 2) +
                       given(red, "BBQNNRKR", 4) + given("NNBBRKRQ", reply, 9));
  const ProgramRun run = build(folder, {"--resume", "--with", list});
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, HasSubstr(" s  0 of 4 taken\n"));
  for (const std::string& reason :
       {reply + " is not taken: the entry has this reply already",
        std::string("RNBQKBNR is not taken: the entry was searched to depth 4, the reply only to 2"),
        std::string("BBQNNRKR is not taken: searched again to depth 4, it is "),
        "NNBBRKRQ " + reply + " is not taken: the book has no entry of this setup"})
    EXPECT_THAT(run.out, HasSubstr(reason));
  EXPECT_EQ(read_file(book), undisturbed_book());
  EXPECT_THAT(build(folder, {"--resume", "--with", list, "--json"}).out, HasSubstr(R"("reason":"known")"));
}

TEST(BuildWith, RefusesWhatIsNoListOfReplies) {
  const TemporaryFolder folder;
  require(build(folder, {}));
  const std::string list = folder.path("better.txt");
  write_file(list, "tabiya refutations 2 chess\n");
  EXPECT_EQ(build(folder, {"--resume", "--with", list}).exit_code, 2);
  EXPECT_EQ(build(folder, {"--force", "--with", folder.path("missing")}).exit_code, 2);
  EXPECT_TRUE(std::filesystem::exists(folder.path("out/tiny.job")));
  EXPECT_EQ(read_file(folder.path("out/tiny.tbk")), undisturbed_book());
}

}  // namespace tabiya::tools::build_with_test
