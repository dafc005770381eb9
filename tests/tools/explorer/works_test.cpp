#include "tools/explorer/works.h"

#include <gtest/gtest.h>

#include <string>

#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

using nlohmann::ordered_json;

void wait_for_stop(const std::atomic<bool>& stop, const Publish&) {
  while (!stop) std::this_thread::yield();
}

ordered_json result_of(Works& works, std::uint64_t id) {
  for (;;) {
    const auto state = works.state(id);
    if (!state->at("running").get<bool>()) return *state;
    std::this_thread::yield();
  }
}

TEST(Works, TellWhatWasPublishedLast) {
  Works works;
  const auto id = works.start([](const auto&, const Publish& publish) {
    publish("first");
    publish("second");
  });
  EXPECT_EQ(result_of(works, id),
            ordered_json({{"running", false}, {"error", nullptr}, {"result", "second"}}));
}

TEST(Works, TellWhatWentWrong) {
  Works works;
  const auto id = works.start([](const auto&, const auto&) { throw Failure("no table; make one"); });
  EXPECT_EQ(result_of(works, id)["error"], "no table; make one");
}

TEST(Works, RunUntilTheyAreStopped) {
  Works works;
  const auto id = works.start(wait_for_stop);
  EXPECT_TRUE(works.state(id)->at("running").get<bool>());
  EXPECT_TRUE(works.stop(id));
  EXPECT_FALSE(result_of(works, id)["running"].get<bool>());
  EXPECT_FALSE(works.stop(id + 1));
  EXPECT_FALSE(works.state(id + 1).has_value());
}

TEST(Works, RefuseMoreThanMayRun) {
  Works works;
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < Works::kMostRunning; ++i) last = works.start(wait_for_stop);
  EXPECT_THROW(works.start(wait_for_stop), Failure);
  works.stop(last);
  EXPECT_NO_THROW(works.start(wait_for_stop));
}

TEST(Works, ForgetTheOldestThatHaveEnded) {
  Works works;
  const auto waits = works.start(wait_for_stop);
  const auto first = works.start([](const auto&, const auto&) {});
  result_of(works, first);
  for (std::size_t i = 0; i < 2 * Works::kMostKept; ++i)
    result_of(works, works.start([](const auto&, const auto&) {}));
  EXPECT_FALSE(works.state(first).has_value());
  EXPECT_TRUE(works.state(waits)->at("running").get<bool>());
}

}  // namespace
}  // namespace tabiya::tools
