#include "booksearch/work/file_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include <filesystem>
#include <fstream>

#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch {
namespace file_lock_test {

using test::TemporaryFolder;

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

// What is said when the lock cannot be had, or nothing.
std::string complaint(const std::string& path) {
  const Result<FileLock> lock = FileLock::acquire(path, {path});
  return lock ? "" : lock.error().message;
}

TEST(FileLock, TellsWhoHoldsIt) {
  const TemporaryFolder folder;
  const std::string path = folder.path("games");
  std::ofstream(path) << "games";
  {
    const auto lock = FileLock::acquire(path, {path});
    ASSERT_TRUE(lock);
    EXPECT_THAT(complaint(path),
                MatchesRegex(path + ": being written by process " + std::to_string(::getpid()) +
                             " since ....-..-.. ..:..:..; wait for its end, or choose another --out"));
  }
  EXPECT_EQ(complaint(path), "");
  EXPECT_EQ(std::filesystem::file_size(path), 5u);
}

TEST(FileLock, IsSeenByOthers) {
  const TemporaryFolder folder;
  const std::string path = folder.path("games");
  EXPECT_FALSE(lock_owner(path));
  EXPECT_THAT(folder.names(), IsEmpty());
  {
    const auto lock = FileLock::acquire(path, {path});
    ASSERT_TRUE(lock);
    const auto owner = lock_owner(path);
    ASSERT_TRUE(owner);
    EXPECT_EQ(owner->process, ::getpid());
    EXPECT_THAT(describe(*owner),
                MatchesRegex("process " + std::to_string(::getpid()) + " since ....-..-.. ..:..:.."));
  }
  std::ofstream(path) << "games";
  EXPECT_FALSE(lock_owner(path));
  EXPECT_EQ(describe({}), "another process");
}

TEST(FileLock, GoesOnWhereItIsMovedTo) {
  const TemporaryFolder folder;
  const std::string path = folder.path("games");
  {
    auto first = FileLock::acquire(path, {path});
    ASSERT_TRUE(first);
    const FileLock lock = std::move(first).value();
    EXPECT_TRUE(lock_owner(path));
  }
  EXPECT_FALSE(lock_owner(path));
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(FileLock, LeavesNoEmptyFile) {
  const TemporaryFolder folder;
  {
    const auto lock = FileLock::acquire(folder.path("a"), {"a"});
    ASSERT_TRUE(lock);
    EXPECT_THAT(folder.names(), ElementsAre("a"));
  }
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(FileLock, EndsWithAProcessThatIsKilled) {
  const TemporaryFolder folder;
  const std::string path = folder.path("games");
  const pid_t child = ::fork();
  if (child == 0) {
    const auto lock = FileLock::acquire(path, {path});
    ASSERT_TRUE(lock);
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
  const auto one = FileLock::acquire("/dev/null", {"one"}), other = FileLock::acquire("/dev/null", {"other"});
  EXPECT_TRUE(one);
  EXPECT_TRUE(other);
  EXPECT_EQ(complaint("/proc/none"),
            "/proc/none: cannot be written: No such file or directory; check free space and permissions");
}

}  // namespace file_lock_test
}  // namespace tabiya::booksearch
