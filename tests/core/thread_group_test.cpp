#include "core/thread_group.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <stdexcept>

namespace tabiya::thread_group_test {

TEST(ThreadGroup, RunsAllAndWaitsForThem) {
  std::atomic<int> sum = 0;
  ThreadGroup group;
  for (int i = 1; i <= 4; ++i) group.start([&sum, i] { sum += i; });
  EXPECT_EQ(group.size(), 4u);
  group.join();
  EXPECT_EQ(sum, 10);
  EXPECT_EQ(group.size(), 0u);
}

TEST(ThreadGroup, StopsTheOthersWhereOneFailsAndThrowsWhatItThrew) {
  std::atomic<bool> stop = false;
  ThreadGroup group([&] { stop = true; });
  group.start([&] {
    while (!stop) std::this_thread::yield();
  });
  group.start([] { throw std::bad_alloc(); });
  EXPECT_THROW(group.join(), std::bad_alloc);
  group.join();  // once
}

TEST(ThreadGroup, StopsThemBeforeItEnds) {
  std::atomic<bool> stop = false, has_ended = false;
  {
    ThreadGroup group([&] { stop = true; });
    group.start([&] {
      while (!stop) std::this_thread::yield();
      has_ended = true;
    });
  }
  EXPECT_TRUE(has_ended);
}

// Sanitizers reserve more address space than that.
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
// In a process of its own, whose address space has room for a few stacks.
TEST(ThreadGroup, TellsThoseAlreadyStartedToStopWhenTheSystemStartsNoMore) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(30);
    const rlimit room{std::size_t{200} << 20, std::size_t{200} << 20};
    ::setrlimit(RLIMIT_AS, &room);
    std::atomic<bool> stop = false;
    try {
      ThreadGroup group([&] { stop = true; });
      for (int i = 0; i < 1'000; ++i)
        group.start([&] {
          while (!stop) std::this_thread::yield();
        });
    } catch (const ThreadsRefused&) {
      ::_exit(0);
    }
    ::_exit(1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}
#endif

}  // namespace tabiya::thread_group_test
