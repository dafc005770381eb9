#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/book/book_file.h"
#include "core/games/zero_point_one/setup.h"
#include "core/setup/sampling.h"
#include "tests/support/bytes.h"
#include "tests/tools/parsed_json.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools {
namespace book_results_command_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Arguments = std::vector<std::string>;

const zero_point_one::Setups kSetups;

// Values of which nobody is sure, so that each reply is played against each red.
Book sample() {
  const auto reds = sample_normalised(kSetups, 4, 7), replies = sample_normalised(kSetups, 4, 8);
  Book book{{std::string(kSetups.game()), 0, 0, "a test"}, {}};
  for (std::size_t i = 0; i < reds.size(); ++i) {
    BookEntry entry{reds[i], replies[i % 3], static_cast<Score>(400 - 100 * i), 5};
    entry.standard_error = 100'000;
    book.entries.push_back(entry);
  }
  return book;
}

std::string file_of(const Book& book) { return std::string(test::text_of(encode_book(book))); }

class BookResultsCommand : public ::testing::Test {
 protected:
  BookResultsCommand() { write_file(book_, file_of(sample())); }

  // `more` comes instead of what is usual here.
  ProgramRun results(const Arguments& more = {}) const {
    const std::map<std::string, std::string> usual{{"--nodes", "60"}, {"--games", "2"}};
    Arguments arguments{"book", "results", book_, "--net", "linear", "--depth",
                        "1",    "--reds",  "3",   "--out", out_};
    for (const auto& [name, value] : usual)
      if (std::ranges::find(more, name) == more.end()) arguments.insert(arguments.end(), {name, value});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_tabiya(arguments);
  }
  Book written() const {
    const std::string file = read_file(out_);
    return *decode_book(std::as_bytes(std::span(file)));
  }

  const TemporaryFolder folder_;
  const std::string book_ = folder_.path("book.tbk"), out_ = folder_.path("out.tbk");
};

TEST_F(BookResultsCommand, PlaysThePairsOfTheFirstReds) {
  const ProgramRun run = results();
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith(out_ + ": 36 games of 9 pairs\n  Red with 60 nodes against 15: +"));
  Book book = written();
  ASSERT_EQ(book.results.pairs.size(), 9u);
  std::map<SetupId, int> pairs;
  for (const PairResults& pair : book.results.pairs) {
    ++pairs[pair.red];
    for (const GameCounts& counts : pair.counts) EXPECT_EQ(counts.games(), 2u);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(pairs[sample().entries[i].red], 3);
    EXPECT_EQ(book.results.pairs[3 * i].reply, sample().entries[i].reply);
    EXPECT_EQ(book.results.pairs[3 * i].red_value, sample().entries[i].red_value);
  }
  EXPECT_EQ(book.results.conditions.nodes, 60u);
  EXPECT_EQ(book.results.conditions.weaker_nodes, 15u);
  EXPECT_NE(book.results.conditions.origin.evaluation, 0u);
  book.results = {};
  EXPECT_EQ(book, sample());
}

TEST_F(BookResultsCommand, WritesTheSameBytesOnAnyNumberOfThreadsAndAfterABreak) {
  ASSERT_EQ(results().exit_code, 0);
  const std::string whole = read_file(out_);
  ASSERT_EQ(results({"--force", "--threads", "3"}).exit_code, 0);
  EXPECT_EQ(read_file(out_), whole);
  Book part = written();
  part.results.pairs.erase(part.results.pairs.begin(), part.results.pairs.begin() + 3);
  write_file(out_, file_of(part));
  ASSERT_EQ(results({"--resume", "--threads", "2"}).exit_code, 0);
  EXPECT_EQ(read_file(out_), whole);
  ASSERT_EQ(results({"--force", "--seed", "2"}).exit_code, 0);
  EXPECT_NE(read_file(out_), whole);
}

// A side that sees nothing loses to one that looks ahead.
TEST_F(BookResultsCommand, FindsThatTheStrongerSideWins) {
  const ProgramRun run =
      results({"--nodes", "400", "--weaker-nodes", "1", "--games", "10", "--replies", "1", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Json facts = parsed(run.out);
  EXPECT_EQ(facts["games"], 60);
  for (const Json& side : facts["sides"]) EXPECT_GT(side["score"], 0.8) << side;
}

TEST_F(BookResultsCommand, RefusesAWeakerSideThatSearchesMore) {
  const ProgramRun run = results({"--nodes", "100", "--weaker-nodes", "101"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("--weaker-nodes 101: more than the 100 of --nodes"));
  EXPECT_EQ(results({"--nodes", "100", "--weaker-nodes", "100"}).exit_code, 0);
}

TEST_F(BookResultsCommand, ShowsWhatWasPlayed) {
  ASSERT_EQ(results().exit_code, 0);
  const std::string shown = run_tabiya({"book", "show", out_, "--first", "1"}).out;
  EXPECT_THAT(shown, HasSubstr("\ngames, 60 nodes against 15: Red +"));
  EXPECT_THAT(shown, HasSubstr("\nwith reply "));
  const std::string list = run_tabiya({"book", "list", out_, "--json"}).out;
  const Json first = parsed(list.substr(0, list.find('\n')));
  ASSERT_EQ(first["results"].size(), 3u);
  const Json& played = first["results"][0];
  EXPECT_EQ(played["reply"], first["reply"]);
  EXPECT_EQ(played["value"], first["value"]);
  const Json& red = played["red_stronger"];
  EXPECT_EQ(red["wins"].get<int>() + red["draws"].get<int>() + red["losses"].get<int>(), 2);
  EXPECT_GE(red["score"], 0.0);
  EXPECT_LE(red["score"], 1.0);
  const Json last = parsed(list.substr(list.rfind('\n', list.size() - 2) + 1));
  EXPECT_FALSE(last.contains("results"));
}

TEST_F(BookResultsCommand, IsPlayedFromWithOpeningRisk) {
  ASSERT_EQ(results().exit_code, 0);
  Book book = written();
  for (PairResults& pair : book.results.pairs) pair.counts[0] = {0, 0, 9};
  book.results.pairs[6].counts[0] = {9, 0, 0};  // of the third entry
  write_file(out_, file_of(book));
  const auto setup = [&](const Arguments& more) {
    Arguments arguments{"play", "--book", out_, "--nodes", "5", "--net", "linear", "--variety", "0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramRun run = run_tabiya(arguments, "Start\nQuit\n");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return run.err;
  };
  EXPECT_THAT(setup({}), HasSubstr("book: entry 1,"));
  EXPECT_THAT(setup({"--opening-risk"}), HasSubstr("book: entry 3,"));
}

TEST_F(BookResultsCommand, RefusesWhatItCannotDo) {
  EXPECT_EQ(run_tabiya({"play", "--book", book_, "--opening-risk"}, "Start\n"),
            unusable("--opening-risk: the book has no results of games; `tabiya book results` plays them"));
  ASSERT_EQ(results().exit_code, 0);
  EXPECT_EQ(results().exit_code, 2);
  EXPECT_EQ(
      results({"--resume", "--seed", "2"}),
      unusable(out_ + ": its games were played with other nodes, numbers of games, seeds or networks than "
                      "these; start anew with --force instead of --resume"));
  Book other = sample();
  other.entries.pop_back();
  write_file(out_, file_of(other));
  EXPECT_EQ(results({"--resume"}),
            unusable(out_ + ": not " + book_ + " with results of games; name another file with --out"));
  write_file(out_, "");
  EXPECT_EQ(results({"--resume", "--games", "1", "--replies", "1"}).exit_code, 0);
}

}  // namespace book_results_command_test
}  // namespace tabiya::tools
