#include "booksearch/setups/audit/refutations.h"
#include "booksearch/setups/filter/filter.h"
#include "booksearch/setups/rows/stage_search.h"
#include "core/book/book_file.h"
#include "core/games/zero_point_one/oracles.h"
#include "core/random.h"
#include "core/setup/sampling.h"
#include "tests/support/bytes.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::audit_command_test {

constexpr std::uint32_t kEntries = 60;

const zero_point_one::LinearOracle& oracle() {
  static const zero_point_one::LinearOracle oracle;
  return oracle;
}

// Random reds with the best of all replies that an audit chooses from: the reds and their mirror images.
const Book& good_book() {
  static const Book book = [] {
    const std::vector<SetupId> reds = sample_normalised(oracle().reds(), kEntries, 5);
    const std::vector<SetupId> replies = with_mirrors(oracle().blues(), reds);
    booksearch::ReplyLists lists(oracle(), replies);
    std::vector<booksearch::RowTask> row_tasks;
    for (const SetupId red : reds) row_tasks.push_back({red, {}, {}});
    const booksearch::StageTask task{.stage = {.depth = 1},
                                     .name = {},
                                     .row_tasks = row_tasks,
                                     .replies = lists,
                                     .finished = {},
                                     .table_bytes = 1 << 20};
    Book made{{"zero_point_one", oracle().origin().evaluation, 0, "a test"}, {}};
    auto rows = booksearch::run_stage(oracle(), task, [](const booksearch::Row&) { return ok_status(); });
    std::ranges::sort(*rows, [](const booksearch::Row& a, const booksearch::Row& b) { return better(a, b); });
    for (const booksearch::Row& row : *rows) made.entries.push_back({row.red, row.reply, row.red_value, 1});
    return made;
  }();
  return book;
}

// With other replies, of those that an audit chooses from, in so many entries.
Book damaged_book(std::uint32_t count, std::uint64_t seed) {
  Book book = good_book();
  Random random(seed);
  for (const std::uint32_t i : sample_below(kEntries, count, random)) {
    SetupId& reply = book.entries[i].reply;
    const SetupId good = reply;
    while (reply == good) reply = book.entries[random.below(kEntries)].red;
  }
  return book;
}

using Changes = std::map<std::string, std::string>;

// `tabiya audit` at the depth of the book, against all replies that were tried when it was made; but for the
// options that are changed.
ProgramRun audit(const Book& book, const Changes& changes, const std::vector<std::string>& more = {}) {
  Changes options{{"--deeper", "0"},    {"--replies", "0"},   {"--random", "0"},   {"--shared", "0"},
                  {"--discarded", "0"}, {"--table-mib", "1"}, {"--tolerance", "0"}};
  for (const auto& [name, value] : changes) options[name] = value;
  std::vector<std::string> arguments{"audit", "-"};
  for (const auto& [name, value] : options) arguments.insert(arguments.end(), {name, value});
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_tabiya(arguments, std::string(as_text(encode_book(book))));
}

TEST(AuditCommand, AsksForTheEvaluationThatItDoesNotHave) {
  Book book = good_book();
  book.meta.evaluation = 0x1234;
  EXPECT_THAT(refusal_of(audit(book, {})),
              HasSubstr("0000000000001234, which does not come with the program; name the one to use"));
  book.meta.evaluation = 0;
  EXPECT_THAT(audit(book, {}).err, HasSubstr("does not say which evaluation it was made with"));
  require(audit(book, {{"--net", "linear"}}));
}

TEST(AuditCommand, SaysThatASampleIsTooSmallForABound) {
  const ProgramRun run = audit(good_book(), {{"--sample", "2"}});
  EXPECT_THAT(run.out, HasSubstr("logit (at least 0.0000; the sample is too small for an upper bound)"));
  EXPECT_THAT(run.out, Not(HasSubstr("?")));
}

TEST(AuditCommand, FindsNothingInAGoodBook) {
  const std::string run = clean_output_of(audit(good_book(), {}, {"--json"}));
  const std::vector<Json> lines = parsed_lines(run);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0]["entries"], kEntries);
  EXPECT_EQ(lines[0]["sampled"], kEntries);
  EXPECT_EQ(lines[0]["pool"], 2 * kEntries);
  EXPECT_EQ(lines[0]["wrong_replies"], parsed(R"({"share":0.0,"low":0.0,"high":0.0,"count":0})"));
  EXPECT_EQ(lines[0]["reply_regret"],
            parsed(R"({"mean":0.0,"low":0.0,"high":0.0,"largest":0,"mean_logit":0.0})"));
  EXPECT_EQ(lines[0]["order_regret"]["mean"], 0);
  EXPECT_EQ(lines[0]["same_evaluation"], true);
  EXPECT_EQ(lines[0]["discarded"], nullptr);
}

TEST(AuditCommand, FindsEveryDamageWhenItLooksAtEverything) {
  const TemporaryFolder folder;
  const Book book = damaged_book(3, 1);
  const ProgramRun run = audit(book, {{"--out", folder.path("out")}}, {"--json"});
  EXPECT_EQ(run.exit_code, 1);
  const std::vector<Json> lines = parsed_lines(run.out);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[3]["wrong_replies"]["count"], 3);
  EXPECT_EQ(lines[3]["wrong_replies"]["low"], 0.05);
  EXPECT_EQ(lines[3]["wrong_replies"]["high"], 0.05);

  const auto refutations =
      booksearch::parse_refutations(read_file(folder.path("out")), oracle().reds(), oracle().blues());
  ASSERT_TRUE(refutations.ok());
  ASSERT_EQ(refutations->size(), 3u);
  double regrets = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const booksearch::Refutation& refutation = (*refutations)[i];
    const auto entry = std::ranges::find(good_book().entries, refutation.red, &BookEntry::red);
    ASSERT_NE(entry, good_book().entries.end());
    EXPECT_EQ(refutation.red_value, entry->red_value);
    EXPECT_EQ(refutation.book_reply,
              book.entries[static_cast<std::size_t>(entry - good_book().entries.begin())].reply);
    EXPECT_EQ(lines[i]["rank"], entry - good_book().entries.begin() + 1);
    EXPECT_EQ(lines[i]["better_value"], refutation.red_value);
    EXPECT_EQ(lines[i]["reply_value"], refutation.book_value);
    EXPECT_EQ(lines[i]["better"], oracle().blues().name(refutation.reply));
    regrets += lines[i]["regret"].get<double>();
  }
  EXPECT_NEAR(lines[3]["reply_regret"]["mean"].get<double>(), regrets / kEntries, 1e-9);
}

TEST(AuditCommand, TellsOfSetupsThatAreNotInTheBook) {
  const ProgramRun run = audit(damaged_book(6, 1), {{"--deeper", "1"}, {"--discarded", "40"}});
  EXPECT_THAT(run.out, HasSubstr("\nnot in the book     40 of 5405340 setups searched to 2: "));
}

TEST(AuditCommand, ToleratesWhatItIsTold) {
  const Book book = damaged_book(3, 1);
  const std::string run = output_of(audit(book, {{"--tolerance", "200000"}}));
  EXPECT_THAT(
      run, StartsWith("standard input: 60 of 60 entries searched again, each against all of 120 replies\n"
                      "wrong replies       0.0 % (0.0 to 0.0 %): 0 of the sample, regret above 20.0000\n"
                      "improvable replies  5.0 % (5.0 to 5.0 %): 3 of the sample, a better one is known\n"));
  EXPECT_THAT(audit(book, {{"--first", "1"}}).out,
              MatchesRegex("entry [0-9]+: Red [A-Z]+, Blue [A-Z]+ [+-][0-9.]+ \\([0-9.]+ %\\), better [A-Z]+ "
                           "[+-][0-9.]+ \\([0-9.]+ %\\) at depth [0-9]+: regret [0-9]\\.[0-9]{4}\n.*"));
}

TEST(AuditCommand, TakesMoreRepliesFromAPool) {
  const TemporaryFolder folder;
  write_file(folder.path("pool"), "AWAAAAAADFFDDDAN\nWAAAAAAADDDDAFFN\n");
  const Json report =
      parsed_lines(audit(good_book(), {{"--pool", folder.path("pool")}}, {"--json"}).out).back();
  EXPECT_EQ(report["pool"], 2 * kEntries + 4);
  EXPECT_EQ(audit(good_book(), {{"--pool", folder.path("missing")}}).exit_code, 2);
}

TEST(AuditCommand, StopsWhenInterrupted) {
  const TemporaryFolder folder;
  write_file(folder.path("book.tbk"), std::string(as_text(encode_book(good_book()))));
  const ProgramRun run =
      run_in_shell("\"$TABIYA\" audit '" + folder.path("book.tbk") + "' --deeper 4 --progress json --out '" +
                   folder.path("out") + "' 2>'" + folder.path("errors") + "' & until grep -q audit '" +
                   folder.path("errors") + "' || ! kill -0 $!; do sleep 0.01; done; kill -INT $!; wait $!");
  EXPECT_EQ(run.exit_code, 130);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(read_file(folder.path("errors")), EndsWith("tabiya: stopped; continue with --resume\n"));
  EXPECT_THAT(folder.names(), Not(Contains("out")));
}

TEST(AuditCommand, RefusesWhatItCannotAudit) {
  EXPECT_EQ(audit({{"zero_point_one", 0, 0, ""}, {}}, {{"--net", "linear"}}),
            unusable("standard input: the book has no entries"));
  EXPECT_EQ(
      audit(good_book(), {{"--sample", "1"}}),
      unusable("standard input: a sample of 1 entries is too small for the book's 1 depths, which need 2"));
  EXPECT_EQ(audit(good_book(), {{"--out", "-"}}),
            unusable("--out -: standard output has the report; give --out a file"));
  EXPECT_EQ(audit(good_book(), {{"--depth", "3"}}).exit_code, 2);  // together with --deeper
  Book unsound = good_book();
  unsound.entries[1].reply = 10'810'800;
  EXPECT_THAT(audit(unsound, {}).err, HasSubstr("entry 2: reply 10810800 is not the number of a setup"));
  const TemporaryFolder folder;
  write_file(folder.path("out"), "something else");
  EXPECT_EQ(audit(good_book(), {{"--out", folder.path("out")}}),
            unusable(folder.path("out") + ": already exists; add --force to replace it"));
  EXPECT_EQ(read_file(folder.path("out")), "something else");
  require(audit(good_book(), {{"--out", folder.path("out")}}, {"--force"}));
  EXPECT_EQ(read_file(folder.path("out")), "tabiya refutations 1 zero_point_one\n");
}

}  // namespace tabiya::tools::audit_command_test
