// The signature of the search: how many nodes `tabiya bench search` visits. A commit that changes what the
// search does changes the number here, and says so.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/tools/program_run.h"

namespace tabiya::tools {
namespace {

TEST(SearchSignature, IsTheOneOnRecord) {
  const ProgramRun run = run_tabiya({"bench", "search", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out)["nodes"], 221426);
}

}  // namespace
}  // namespace tabiya::tools
