// The signature of the search: how many nodes `tabiya bench search` visits. A commit that changes what the
// search does changes the number here, and says so.
#include "tests/tools/program_run.h"

namespace tabiya::tools::search_signature_test {

TEST(SearchSignature, IsTheOneOnRecord) {
  const std::string run = output_of(run_tabiya({"bench", "search", "--json"}));
  EXPECT_EQ(parsed(run)["nodes"], 5157276);
}

TEST(SearchSignature, IsComparedWithAnotherVersionOfTheProgram) {
  const Json run =
      parsed(output_of(run_tabiya({"bench", "search", "--quick", "--json", "--against", own_path()})));
  EXPECT_EQ(run["against_nodes"], run["nodes"]);
  EXPECT_THAT(run["times_against"].get<double>(), AllOf(::testing::Gt(0.2), ::testing::Lt(5)));
  EXPECT_THAT(refusal_of(run_tabiya({"bench", "search", "--against", "/bin/true"})),
              HasSubstr("/bin/true: not a program"));
}

}  // namespace tabiya::tools::search_signature_test
