#include "booksearch/setups/job/deeper_looks.h"
#include "core/games/zero_point_one/oracles.h"
#include "core/setup/sampling.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::search_command_test {

TEST(SearchCommand, FindsTheBestReply) {
  const zero_point_one::LinearOracle oracle;
  const std::vector<SetupId> pool = sample_normalised(oracle.blues(), 15, 3);
  const std::vector<SetupId> reds = sample_normalised(oracle.reds(), 3, 5);
  const TemporaryFolder folder;
  const std::string replies = folder.path("replies");
  std::string list;
  for (const SetupId id : pool) list += oracle.blues().name(id) + "\n";
  write_file(replies, list);

  std::vector<std::string> arguments{"search", "--net",   "linear", "--replies",
                                     replies,  "--depth", "2",      "--json"};
  for (const SetupId red : reds) arguments.push_back(oracle.reds().name(red));
  const std::string run = clean_output_of(run_tabiya(arguments));

  const auto searcher = oracle.searcher(1 << 20);
  for (const SetupId red : reds) {
    SetupId reply = 0;
    PairSearchResult best{kInfiniteScore};
    searcher->set_red(red);
    for (const SetupId blue : with_mirrors(oracle.blues(), pool)) {
      const PairSearchResult found = *searcher->search(blue, 2, -kInfiniteScore, kInfiniteScore);
      if (found.red_value >= best.red_value) continue;
      best = found;
      reply = blue;
    }
    const PairSearchResult look = **searcher->look(reply, booksearch::kLookTimes * best.nodes);
    EXPECT_THAT(run, HasSubstr("{\"red\":\"" + oracle.reds().name(red) + "\",\"reply\":\"" +
                               oracle.blues().name(reply) + "\",\"reply_wire\":\""));
    EXPECT_THAT(run, HasSubstr("\"value\":" + std::to_string(look.red_value) +
                               ",\"win\":null,\"view\":\"red\",\"depth\":2,"));
  }
}

TEST(SearchCommand, RefusesUnusableSetups) {
  const TemporaryFolder folder;
  const std::string replies = folder.path("replies");
  write_file(replies, "WAAAAAAADDDDAFFN\n");
  EXPECT_THAT(refusal_of(refused({"search", "WAAAAAAADDDDAFF", "--replies", replies, "--depth", "2"})),
              StartsWith("tabiya: SETUP"));
  EXPECT_EQ(refused({"search", "WAAAAAAADDDDAFFN", "--replies", replies, "--depth", "0"}).exit_code, 2);
}

}  // namespace tabiya::tools::search_command_test
