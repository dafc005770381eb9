#include "tools/cli/interrupt.h"

#include <gtest/gtest.h>

#include <csignal>

namespace tabiya::tools::interrupt_test {

TEST(InterruptFlag, IsSetByTheFirstSignal) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const InterruptFlag flag;
    EXPECT_FALSE(flag.stop());
    std::raise(signal);
    EXPECT_TRUE(flag.stop());
  }
}

TEST(InterruptFlagDeathTest, LetsTheSecondSignalEndTheProgram) {
  const auto interrupt_twice = [] {
    const InterruptFlag flag;
    std::raise(SIGINT);
    std::raise(SIGINT);
  };
  EXPECT_EXIT(interrupt_twice(), ::testing::KilledBySignal(SIGINT), "");
}

TEST(InterruptFlagDeathTest, LeavesSignalsAsTheyWere) {
  const auto interrupt_after = [] {
    { const InterruptFlag flag; }
    std::raise(SIGTERM);
  };
  EXPECT_EXIT(interrupt_after(), ::testing::KilledBySignal(SIGTERM), "");
}

TEST(InterruptDeathTest, EndsWithAWord) {
  const auto interrupt = [] {
    end_on_interrupt();
    { const InterruptFlag flag; }
    std::raise(SIGINT);
  };
  EXPECT_EXIT(interrupt(), ::testing::ExitedWithCode(130), "^tabiya: stopped\n$");
}

}  // namespace tabiya::tools::interrupt_test
