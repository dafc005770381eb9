// What a Failure says, for tests of those that throw it.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tools/cli/failure.h"

namespace tabiya::tools {

// The message of the unusable input that `work` throws; empty if it throws none.
template <class Work>
std::string failure_of(Work&& work) {
  try {
    work();
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.code(), kUnusable) << failure.what();
    return failure.what();
  }
  return "";
}

}  // namespace tabiya::tools
