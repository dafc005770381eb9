// The signature of the search: how many nodes `tabiya bench search` visits. A commit that changes what the
// search does changes the number here, and says so.
#include <gtest/gtest.h>

#include "tests/tools/parsed_json.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools {
namespace search_signature_test {

TEST(SearchSignature, IsTheOneOnRecord) {
  const ProgramRun run = run_tabiya({"bench", "search", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(parsed(run.out)["nodes"], 5157276);
}

}  // namespace search_signature_test
}  // namespace tabiya::tools
