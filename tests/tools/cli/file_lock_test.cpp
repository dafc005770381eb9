#include "tools/cli/file_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "tests/tools/program_run.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace file_lock_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

// What is said when the lock cannot be had, or nothing.
std::string complaint(const std::string& path) {
  try {
    const FileLock lock(path, {path});
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.code(), kUnusable);
    return failure.what();
  }
  return "";
}

TEST(FileLock, TellsWhoHoldsIt) {
  const TemporaryFolder folder;
  const std::string path = folder.path("games");
  write_file(path, "games");
  {
    const FileLock lock(path, {path});
    EXPECT_THAT(complaint(path),
                MatchesRegex(path + ": being written by process " + std::to_string(::getpid()) +
                             " since ....-..-.. ..:..:..; wait for its end, or choose another --out"));
  }
  EXPECT_EQ(complaint(path), "");
  EXPECT_EQ(read_file(path), "games");
}

TEST(FileLock, IsSeenByOthers) {
  const TemporaryFolder folder;
  const std::string path = folder.path("games");
  EXPECT_FALSE(lock_owner(path));
  EXPECT_THAT(folder.names(), IsEmpty());
  {
    const FileLock lock(path, {path});
    const auto owner = lock_owner(path);
    ASSERT_TRUE(owner);
    EXPECT_EQ(owner->process, ::getpid());
    EXPECT_THAT(describe(*owner),
                MatchesRegex("process " + std::to_string(::getpid()) + " since ....-..-.. ..:..:.."));
  }
  write_file(path, "games");
  EXPECT_FALSE(lock_owner(path));
  EXPECT_EQ(describe({}), "another process");
}

TEST(FileLock, LeavesNoEmptyFile) {
  const TemporaryFolder folder;
  {
    const FileLock lock(folder.path("a"), {"a"});
    EXPECT_THAT(folder.names(), ElementsAre("a"));
  }
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(FileLock, EndsWithAProcessThatIsKilled) {
  const TemporaryFolder folder;
  const std::string path = folder.path("games");
  const pid_t child = ::fork();
  if (child == 0) {
    const FileLock lock(path, {path});
    ::kill(::getpid(), SIGSTOP);
    ::pause();
  }
  ::waitpid(child, nullptr, WUNTRACED);
  EXPECT_THAT(complaint(path), ::testing::HasSubstr("process " + std::to_string(child) + " since "));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(complaint(path), "");
}

TEST(FileLock, LetsDevicesBeSharedAndSaysWhatCannotBeMade) {
  const FileLock one("/dev/null", {"one"}), other("/dev/null", {"other"});
  EXPECT_EQ(complaint("/proc/none"),
            "/proc/none: cannot be written: No such file or directory; check free space and permissions");
}

}  // namespace file_lock_test
}  // namespace tabiya::tools
