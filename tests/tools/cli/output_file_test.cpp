#include "tools/cli/output_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "booksearch/work/run_files.h"
#include "tests/tools/failure_of.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::output_file_test {

std::string fault_of(const OutputOptions& options, std::string_view content) {
  return failure_of([&] { write_output(options, content); });
}

TEST(OutputFile, WritesAllAndLeavesNothingElse) {
  const TemporaryFolder folder;
  const std::string content(300'000, 'x');
  write_output({folder.path("book"), false}, content);
  EXPECT_EQ(read_file(folder.path("book")), content);
  EXPECT_THAT(folder.names(), ElementsAre("book"));
  const mode_t mask = ::umask(0);
  ::umask(mask);
  struct stat status;
  ASSERT_EQ(::stat(folder.path("book").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0666 & ~mask);
}

TEST(OutputFile, OverwritesOnlyWhenForced) {
  const TemporaryFolder folder;
  const std::string path = folder.path("book");
  write_file(path, "old");
  EXPECT_EQ(fault_of({path, false}, "new"), path + ": already exists; add --force to replace it");
  EXPECT_EQ(read_file(path), "old");
  write_output({path, true}, "new");
  EXPECT_EQ(read_file(path), "new");
  EXPECT_THAT(folder.names(), ElementsAre("book"));
}

TEST(OutputFile, ReplacesWhatALinkPointsTo) {
  const TemporaryFolder folder;
  write_file(folder.path("book"), "old");
  std::filesystem::create_symlink("book", folder.path("link"));
  write_output({folder.path("link"), true}, "new");
  EXPECT_EQ(read_file(folder.path("book")), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
}

TEST(OutputFile, RefusesFoldersAndWhatIsNotThere) {
  const TemporaryFolder folder;
  EXPECT_EQ(fault_of({folder.path(""), true}, "x"), folder.path("") + ": is a directory; name a file");
  EXPECT_EQ(fault_of({folder.path("a/b"), false}, "x"),
            folder.path("a/b") + ": cannot write: No such file or directory");
}

TEST(OutputFile, WritesToDevicesAsTheyAre) {
  write_output({"/dev/null", false}, "x");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_EQ(fault_of({"/dev/full", false}, "x"), "/dev/full: cannot write: No space left on device");
}

// As in containers, where every process has the same identifier as the one that was killed before it.
TEST(OutputFile, IsNotBlockedByWhatKilledRunsLeft) {
  const TemporaryFolder folder;
  const std::string path = folder.path("book");
  write_file(path + ".tmp-" + std::to_string(::getpid()), "of an older version");
  write_file(path + ".tabiya-tmp-0badcafe", "stale");
  write_file(path + ".tabiya-tmp-12345678", "of a run under way");
  const int other = ::open((path + ".tabiya-tmp-12345678").c_str(), O_RDONLY);
  ASSERT_EQ(::flock(other, LOCK_EX), 0);
  EXPECT_EQ(fault_of({path, false}, "new"), "");
  EXPECT_EQ(fault_of({path, true}, "newer"), "");
  ::close(other);
  EXPECT_EQ(read_file(path), "newer");
  EXPECT_THAT(folder.names(),
              ElementsAre("book", "book.tabiya-tmp-12345678", "book.tmp-" + std::to_string(::getpid())));
}

TEST(OutputFile, HasNoNameUntilItIsWhole) {
  const TemporaryFolder folder;
  const std::string path = folder.path("book");
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit small{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &small);
    std::signal(SIGXFSZ, SIG_DFL);  // kills while it writes
    write_output({path, true}, std::string(5000, 'x'));
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(OutputFile, KnowsOneFileByItsPaths) {
  const TemporaryFolder folder;
  write_file(folder.path("a"), "a");
  std::filesystem::create_symlink("a", folder.path("link"));
  std::filesystem::create_hard_link(folder.path("a"), folder.path("hard"));
  for (const char* name : {"a", "link", "hard", "./a"})
    EXPECT_TRUE(is_same_file(folder.path("a"), folder.path(name))) << name;
  EXPECT_TRUE(is_same_file(folder.path("none"), folder.path("./none")));
  EXPECT_FALSE(is_same_file(folder.path("a"), folder.path("none")));
  EXPECT_FALSE(is_same_file("-", "-"));
  EXPECT_FALSE(is_same_file("/dev/null", "/dev/null"));
}

TEST(OutputFile, LeavesNothingBehindWhenTheDiskIsFull) {
  const TemporaryFolder folder;
  rlimit before;
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{1000, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const std::string failure = fault_of({folder.path("book"), false}, std::string(5000, 'x'));
  std::signal(SIGXFSZ, handler);
  ::setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_THAT(failure, EndsWith("cannot write: File too large"));
  EXPECT_THAT(folder.names(), IsEmpty());
}

}  // namespace tabiya::tools::output_file_test
