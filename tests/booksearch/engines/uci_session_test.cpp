#include "booksearch/engines/uci_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "booksearch/work/wait_limit.h"
#include "tests/support/checkout.h"
#include "tests/tools/program_run.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace uci_session_test {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

Result<UciAnswer> ask(UciSession& session) {
  return session.search(kStart, {.nodes = 1000}, [](std::string_view move) { return move == "e2e4"; });
}

TEST(UciSession, TriesAgainWithANewProcess) {
  UciSession good({{test::fake_engine()}, {}, 10s});
  const auto expected = ask(good)->centipawns;
  for (const char* fault :
       {"mute-handshake", "hang", "crash", "illegal-move", "no-score", "endless", "flood"}) {
    const TemporaryFolder folder;
    UciSession session({{test::fake_engine(), fault, folder.path("failed")}, {}, 2s});
    EXPECT_EQ(ask(session)->centipawns, expected) << fault;
  }
}

TEST(UciSession, GivesUpAfterThreeTries) {
  UciSession session({{test::fake_engine(), "crash"}, {}, 10s});
  EXPECT_THAT(ask(session).error().message,
              AllOf(StartsWith(std::string(kStart) + ": engine '"), HasSubstr("info string about to end"),
                    HasSubstr("(the last of 3 tries)")));
}

TEST(UciSession, DoesNotLetAPersonWait) {
  const auto start = std::chrono::steady_clock::now();
  UciSettings settings{{test::fake_engine(), "hang"}, {}};
  settings.is_prompt = true;
  UciSession session(settings);
  const auto answer = session.search(kStart, {.milliseconds = 200}, [](std::string_view) { return true; });
  EXPECT_THAT(answer.error().message, HasSubstr("' gave no 'bestmove' within 1.2 s; "));
  EXPECT_LT(std::chrono::steady_clock::now() - start, 30s) << "an answer is awaited for 60 s otherwise";
}

TEST(UciSession, EndsItsWaitWithTheRun) {
  const WaitLimit limit(0s);
  UciSession session({{test::fake_engine(), "mute-handshake"}, {}, 60s});
  const auto name = session.name();
  ASSERT_FALSE(name);
  EXPECT_EQ(name.error().code, ErrorCode::kStopped);
  EXPECT_THAT(name.error().message, HasSubstr("' had given no 'uciok' when the run was to end"));
}

}  // namespace uci_session_test
}  // namespace tabiya::tools
