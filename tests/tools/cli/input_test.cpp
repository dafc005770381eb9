#include "tools/cli/input.h"

#include "tests/tools/failure_of.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::input_test {

std::string fault_of(const std::string& path, std::size_t max_bytes) {
  return failure_of([&] { read_input(path, max_bytes); });
}

TEST(Input, ReadsAFileUpToItsBound) {
  const TemporaryFolder folder;
  const std::string path = folder.path("file");
  const std::string content("a\0\n\xFF", 4);
  write_file(path, content);
  EXPECT_EQ(read_input(path, 4), content);
  EXPECT_EQ(fault_of(path, 3), path + ": larger than 3 bytes, the most that is read here");
}

TEST(Input, BoundsWhatNeverEnds) {
  EXPECT_EQ(fault_of("/dev/zero", 1'000'000),
            "/dev/zero: larger than 1000000 bytes, the most that is read here");
}

TEST(Input, NamesWhatUnpacksOtherCompressions) {
  const TemporaryFolder folder;
  const std::string path = folder.path("games.pgn.gz");
  write_file(path, "\x1F\x8B\x08 and more");
  const std::string expected =
      path +
      ": is compressed in a way that is not read here; unpack it with `gzip -d` first (zstd is read as it is)";
  EXPECT_EQ(failure_of([&] { read_text(path); }), expected);
  EXPECT_EQ(failure_of([&] { stream_text(path, [](std::string_view) {}); }), expected);
}

TEST(Input, SaysWhatCannotBeRead) {
  const TemporaryFolder folder;
  EXPECT_EQ(fault_of(folder.path("none"), 1),
            folder.path("none") + ": cannot read: No such file or directory");
  EXPECT_EQ(fault_of(folder.path(""), 1), folder.path("") + ": cannot read: Is a directory");
}

}  // namespace tabiya::tools::input_test
