#include <cstdlib>

#include "codec/dense_text.h"
#include "codec/text.h"
#include "core/book/book_file.h"
#include "core/eval/network_file.h"
#include "core/games/zero_point_one/features.h"
#include "core/games/zero_point_one/setup.h"
#include "core/setup/sampling.h"
#include "tests/core/eval/random_network.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::submit_command_test {

namespace game = zero_point_one;

void write_bytes(const std::string& path, std::span<const std::byte> bytes) {
  write_file(path, as_text(bytes));
}

class SubmitTest : public ::testing::Test {
 protected:
  SubmitTest() {
    const auto setups = sample_normalised(game::Setups(), 600, 1);
    Book book;
    book.meta.game = "zero_point_one";
    for (std::size_t i = 0; i < setups.size() / 2; ++i)
      book.entries.push_back({setups[i], setups[setups.size() - 1 - i], 1'000 - static_cast<Score>(i), 4});
    write_bytes(book_, encode_book(book));
  }
  ~SubmitTest() override { ::unsetenv("CXX"); }

  // Compilers for a test: all that the program says to it, without optimisation; or a script instead.
  void use_compiler(const std::string& script) {
    write_file(folder_.path("compiler"), script);
    ::setenv("CXX", ("sh " + folder_.path("compiler")).c_str(), /*overwrite=*/1);
  }
  // With what `more` says, or the linear weights and without a book.
  ProgramRun submit(std::vector<std::string> more) {
    std::vector<std::string> arguments{"submit", "--out", out_, "--force", "--table", "1"};
    if (std::ranges::find(more, "--net") == more.end()) more.insert(more.end(), {"--net", "linear"});
    if (std::ranges::find(more, "--book") == more.end()) more.insert(more.end(), {"--book", "none"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_tabiya(arguments);
  }

  TemporaryFolder folder_;
  std::string out_ = folder_.path("player.cpp");
  std::string book_ = folder_.path("book.tbk"), net_ = folder_.path("net.tbn");
};

TEST_F(SubmitTest, WritesAPlayerThatPlaysAsPlayDoes) {
  const auto network = test::lively_network({game::kFeatures, 32}, 4);
  write_bytes(net_, encode_network(NamedNetwork{"test", "", network}));
  use_compiler(
      "for word; do shift; test \"$word\" = -O2 || set -- \"$@\" \"$word\"; done; exec g++ -O0 \"$@\"\n");
  const std::string job = folder_.path("job.toml"), lines = folder_.path("lines.tbk");
  write_file(
      job,
      "from = \"book.tbk\"\nentries = 20\nevaluation = \"linear\"\n[lines]\nnodes = 50\npositions = 60\n");
  require(run_tabiya({"lines", job, "--out", lines}));
  const std::string run = output_of(submit({"--net", net_, "--book", book_, "--lines", lines, "--check",
                                            "--check-games", "2", "--check-nodes", "100"}));
  EXPECT_THAT(run, HasSubstr("of lines with 60 positions"));
  EXPECT_THAT(run, HasSubstr("of book with 300 entries"));
  EXPECT_THAT(run, HasSubstr(" moves of 2 games"));
}

TEST_F(SubmitTest, WritesTheSameBytesAgain) {
  submit({"--book", book_});
  const std::string first = read_file(out_);
  submit({"--book", book_});
  EXPECT_EQ(read_file(out_), first);
  EXPECT_THAT(first, StartsWith("// A player of 0.1"));
}

TEST_F(SubmitTest, DropsEntriesToFit) {
  submit({});
  const std::size_t bytes = read_file(out_).size() + 1'000;
  const std::string run = output_of(submit({"--book", book_, "--max-bytes", std::to_string(bytes)}));
  EXPECT_LE(read_file(out_).size(), bytes);
  EXPECT_GT(read_file(out_).size(), bytes - 300);
  EXPECT_THAT(run, Not(HasSubstr("book with 300 entries")));
  EXPECT_THAT(run, HasSubstr(" of 300 entries, some "));
}

TEST_F(SubmitTest, FitsFromSomeLimitOn) {
  const auto code = parsed(output_of(submit({"--json"})))["code_bytes"].get<std::size_t>();
  bool has_fitted = false;
  for (std::size_t more = 0; more < 280; more += 7) {
    const ProgramRun run = submit({"--book", book_, "--max-bytes", std::to_string(code + more)});
    EXPECT_FALSE(has_fitted && run.exit_code != 0) << run.err;
    has_fitted = run.exit_code == 0;
    EXPECT_THAT(run.err, HasSubstr(has_fitted ? "" : "the smallest player takes "));
  }
  EXPECT_TRUE(has_fitted);
}

// A byte is worth more in a network that is rounded to little than in an answer to reds that hardly anybody chooses, and less in one
// that lacks hardly anything.
TEST_F(SubmitTest, DividesItsRoomByWhatPartsAreWorth) {
  write_bytes(net_, encode_network(NamedNetwork{"test", "", test::lively_network({game::kFeatures, 32}, 4)}));
  const std::string positions = folder_.path("games.tbd");
  require(run_tabiya({"selfplay", "--games", "128", "--nodes", "20", "--out", positions}));
  const auto facts_under = [&](std::size_t most) {
    const std::string run =
        output_of(submit({"--book", book_, "--lines", "shipped-lines", "--net", net_, "--positions",
                          positions, "--max-bytes", std::to_string(most), "--json"}));
    EXPECT_LE(read_file(out_).size(), most);
    return parsed(run);
  };
  const auto lost = [](const Json& facts, const char* part) { return facts["elo_lost"][part].get<double>(); };
  const Json tight = facts_under(275'000);
  EXPECT_GT(tight["bytes"], 275'000 - 300);
  EXPECT_LT(tight["code_bytes"], 250'000);
  EXPECT_LT(tight["entries"], 100);
  EXPECT_EQ(tight["positions"], 0);
  EXPECT_EQ(lost(tight, "lines"), 16);
  const Json roomy = facts_under(tight["code_bytes"].get<std::size_t>() + 120'000);
  EXPECT_EQ(roomy["entries"], 300);
  EXPECT_EQ(lost(roomy, "book"), 0);
  EXPECT_GT(lost(roomy, "network"), 0);
  EXPECT_LT(lost(roomy, "network"), lost(tight, "network") / 2);
  EXPECT_GT(roomy["network_bytes"], tight["network_bytes"].get<int>() + 50'000);
}

TEST_F(SubmitTest, NamesTheSmallestPlayer) {
  write_bytes(net_, encode_network(NamedNetwork{"test", "", test::lively_network({game::kFeatures, 32}, 4)}));
  const std::string run = refusal_of(submit({"--net", net_, "--book", book_, "--max-bytes", "235900"}));
  EXPECT_THAT(run, MatchesRegex(
                       "tabiya: .*net.tbn: the smallest player takes [0-9]+ bytes, of which [0-9]+ are code; "
                       "raise the limit, or take --net linear\n"));
}

TEST_F(SubmitTest, CountsCharactersWhereContestsDo) {
  submit({});
  const std::size_t most = read_file(out_).size() + 500;
  use_compiler(
      "for word; do shift; test \"$word\" = -O2 || set -- \"$@\" \"$word\"; done; exec g++ -O0 \"$@\"\n");
  require(submit({"--book", book_, "--max-chars", std::to_string(most), "--check", "--check-games", "2",
                  "--check-nodes", "50"}));
  EXPECT_LE(codec::utf16_units(read_file(out_)), most);
  EXPECT_GT(read_file(out_).size(), most);
  EXPECT_THAT(refusal_of(submit({"--max-bytes", "1000", "--max-chars", "2000"})),
              AllOf(HasSubstr("its code alone takes "), HasSubstr(" bytes, more than --max-bytes 1000"),
                    HasSubstr(" units of UTF-16, more than --max-chars 2000")));
}

TEST_F(SubmitTest, FindsAPlayerThatPlaysOtherwise) {
  use_compiler(
      "for word; do last=$word; done; printf '#!/bin/sh\\nread a; read b; echo AAAAAAAADDDDFFNW; read c\\n' "
      "> "
      "$last; chmod +x $last\n");
  const ProgramRun run = submit({"--book", book_, "--check"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("game 1, ply 1: the single-file player answers 'AAAAAAAADDDDFFNW'"));
}

TEST_F(SubmitTest, SaysWhatIsWrongWithItsInputs) {
  EXPECT_EQ(submit({"--net", "/no/such/file"}).exit_code, 2);
  EXPECT_EQ(submit({"--book", "/dev/null"}).exit_code, 2);
  EXPECT_EQ(submit({"--max-bytes", "1000"}).exit_code, 2);
  EXPECT_EQ(refused({"submit", "--out", "-", "--check"}).exit_code, 2);
  write_file(out_, "mine");
  EXPECT_EQ(refused({"submit", "--out", out_}).exit_code, 2);
  EXPECT_EQ(read_file(out_), "mine");
  use_compiler("exit 1\n");
  const ProgramRun broken = submit({"--check"});
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_THAT(broken.err, HasSubstr("does not compile"));
  ::setenv("CXX", "/no/such/compiler", 1);
  EXPECT_EQ(submit({"--check"}).exit_code, 2);
}

}  // namespace tabiya::tools::submit_command_test
