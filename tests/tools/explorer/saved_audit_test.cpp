
#include "tests/tools/failure_of.h"
#include "tests/tools/program_run.h"
#include "tools/cli/json.h"
#include "tools/explorer/library.h"
#include "tools/explorer/library_files.h"

namespace tabiya::tools::saved_audit_test {

class SavedAudit : public ::testing::Test {
 protected:
  void SetUp() override {
    require(
        run_in_shell("\"$TABIYA\" book export shipped --first 30 --to csv --out - | sed 's/,1[0-9],/,3,/' | "
                     "\"$TABIYA\" book import - --from csv --out " +
                     book_));
    const ProgramRun run =
        run_tabiya({"audit", book_, "--net", "linear", "--sample", "30", "--discarded", "2", "--replies",
                    "10", "--deeper", "0", "--tolerance", "0", "--json"});
    ASSERT_THAT(run.exit_code, AnyOf(0, 1)) << run.err;
    printed_ = run.out;
    write_file(report_, printed_);
  }

  std::string fault_of(const std::string& content) {
    write_file(folder_.path("wrong"), content);
    const std::string path = folder_.path("wrong"), failure = failure_of([&] { read_audit_report(path); });
    return failure.empty() ? "none" : failure.substr(path.size());
  }

  const TemporaryFolder folder_;
  const std::string book_ = folder_.path("book.tbk"), report_ = folder_.path("report.jsonl");
  std::string printed_;
};

TEST_F(SavedAudit, HoldsAllThatWasPrinted) {
  const Json report = read_audit_report(report_);
  std::string lines;
  for (const Json& entry : report["entries"]) lines += json_text(entry) + "\n";
  EXPECT_EQ(lines + json_text(report["summary"]) + "\n", printed_);
  EXPECT_GT(report["entries"].size(), 0u);
  std::size_t counted = 0;
  for (const Json& step : report["summary"]["regrets"]) counted += step["count"].get<std::size_t>();
  EXPECT_EQ(counted, 30u);
}

TEST_F(SavedAudit, BelongsToItsBookAlone) {
  LibraryOfFiles library({"shipped", book_}, "linear");
  library.add_audit(report_);
  EXPECT_EQ(library.books()[0].audit, "");
  EXPECT_EQ(parsed(library.books()[1].audit), read_audit_report(report_));
  EXPECT_EQ(refused({"explore", "shipped", "--audit", report_}),
            unusable(report_ + ": is not a report of one of these books"));
}

TEST_F(SavedAudit, SaysWhatIsNotAReport) {
  EXPECT_EQ(fault_of(""), ": is empty, and no report of an audit");
  EXPECT_THAT(fault_of("x\n"), HasSubstr(", line 1: "));
  EXPECT_EQ(fault_of("[]\n"),
            ", line 1: is not a JSON object; write reports with `tabiya audit BOOK --json`");
  EXPECT_EQ(fault_of("{}\n"), ", line 1: has no entries; write reports with `tabiya audit BOOK --json`");
  // Without each field that the page draws, or with something else in its place.
  const Json summary = read_audit_report(report_)["summary"];
  for (const char* name : {"entries", "sampled", "replies", "pool", "tolerance", "wrong_replies",
                           "reply_regret", "order_regret", "same_evaluation", "depths", "regrets"}) {
    Json changed = summary;
    changed.erase(name);
    EXPECT_NE(fault_of(json_text(changed) + "\n"), "none") << name;
    changed[name] = "text";
    EXPECT_NE(fault_of(json_text(changed) + "\n"), "none") << name;
  }
}

}  // namespace tabiya::tools::saved_audit_test
