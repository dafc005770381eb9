#include "tools/explorer/works.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "tools/cli/failure.h"

namespace tabiya::tools::works_test {

void wait_for_stop(const std::atomic<bool>& stop, const Publish&) {
  while (!stop) std::this_thread::yield();
}

WorkState result_of(Works& works, std::uint64_t id) {
  for (;;) {
    const auto state = works.state(id);
    if (!state->running) return *state;
    std::this_thread::yield();
  }
}

TEST(Works, TellWhatWasPublishedLast) {
  Works works;
  const auto id = works.start([](const auto&, const Publish& publish) {
    publish("first");
    publish("second");
  });
  const WorkState state = result_of(works, id);
  EXPECT_EQ(work_json(state, 0), R"({"running":false,"version":2,"error":null,"result":"second"})");
  EXPECT_EQ(work_json(state, 1), work_json(state, 0));
  EXPECT_EQ(work_json(state, 2), R"({"running":false,"version":2,"error":null,"result":null})");
}

TEST(Works, TellWhatWentWrong) {
  Works works;
  const auto id = works.start([](const auto&, const auto&) { throw Failure("no table; make one"); });
  const WorkState state = result_of(works, id);
  EXPECT_EQ(work_json(state, 0),
            R"({"running":false,"version":0,"error":"no table; make one","result":null})");
}

TEST(Works, GiveWayToThoseWhoAnswer) {
  Works works;
  const auto id =
      works.start([](const auto&, const Publish& publish) { publish(getpriority(PRIO_PROCESS, 0)); });
  EXPECT_EQ(std::stoi(*result_of(works, id).result), std::min(getpriority(PRIO_PROCESS, 0) + 5, 19));
}

TEST(Works, RunUntilTheyAreStopped) {
  Works works;
  const auto id = works.start(wait_for_stop);
  EXPECT_TRUE(works.state(id)->running);
  EXPECT_TRUE(works.stop(id));
  EXPECT_FALSE(result_of(works, id).running);
  EXPECT_FALSE(works.stop(id + 1));
  EXPECT_FALSE(works.state(id + 1).has_value());
}

// A page that was closed while it started the work never asks.
TEST(Works, EndSoonWhenNobodyHasEverAsked) {
  Works works;
  std::atomic<bool> has_ended = false;
  const auto id = works.start(wait_for_stop);
  works.start([&](const auto& stop, const Publish& publish) {
    wait_for_stop(stop, publish);
    has_ended = true;
  });
  EXPECT_TRUE(works.state(id)->running);
  const auto start = std::chrono::steady_clock::now();
  for (; !has_ended && std::chrono::steady_clock::now() - start < std::chrono::seconds(30);
       works.stop_abandoned())
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_TRUE(has_ended);
  EXPECT_TRUE(works.state(id)->running);
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
  EXPECT_TRUE(works.state(waits)->running);
}

}  // namespace tabiya::tools::works_test
