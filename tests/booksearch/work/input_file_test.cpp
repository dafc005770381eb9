#include "booksearch/work/input_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "booksearch/work/own_files.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch {
namespace input_file_test {

TEST(RandomAccessFile, IsReadAnywhere) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("a");
  std::ofstream(path) << "0123456789";
  const auto file = RandomAccessFile::open(path);
  ASSERT_TRUE(file);
  EXPECT_EQ((*file)->size(), 10u);
  std::array<std::byte, 3> bytes;
  ASSERT_TRUE((*file)->read(7, bytes));
  EXPECT_EQ(bytes, (std::array{std::byte{'7'}, std::byte{'8'}, std::byte{'9'}}));
  ASSERT_TRUE((*file)->read(0, bytes));
  EXPECT_EQ(bytes[0], std::byte{'0'});
  EXPECT_EQ((*file)->read(8, bytes).error().message, path + ": has become shorter while it was read");
  std::filesystem::resize_file(path, 2);
  EXPECT_FALSE((*file)->read(0, bytes));
}

TEST(RandomAccessFile, IsAFile) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(RandomAccessFile::open(folder.path("")).error().message, folder.path("") + ": not a file");
  EXPECT_EQ(RandomAccessFile::open(folder.path("nowhere")).error().code, ErrorCode::kIo);
}

// A pipe can be read only once: whoever asks for its format must not take the beginning away.
TEST(BeginningOf, LeavesPipesAlone) {
  const test::TemporaryFolder folder;
  const std::string file = folder.path("a"), pipe = folder.path("pipe");
  std::ofstream(file) << "0123456789";
  EXPECT_EQ(beginning_of(file), "0123456789");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(beginning_of(pipe), "");
  std::thread writer([&] { std::ofstream(pipe) << "0123456789"; });
  std::string read;
  std::ifstream(pipe) >> read;
  writer.join();
  EXPECT_EQ(read, "0123456789");
}

}  // namespace input_file_test
}  // namespace tabiya::booksearch
