// The signature of the search: how many nodes `tabiya bench search` visits. A commit that changes what the
// search does changes the number here, and says so.
#include "tests/tools/program_run.h"

namespace tabiya::tools::search_signature_test {

TEST(SearchSignature, IsTheOneOnRecord) {
  const std::string run = output_of(run_tabiya({"bench", "search", "--json"}));
  EXPECT_EQ(parsed(run)["nodes"], 5157276);
}

}  // namespace tabiya::tools::search_signature_test
