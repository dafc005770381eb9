#include "tests/support/shared_files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace tabiya::test {
namespace {

std::optional<std::string> content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::string data_file(const std::string& name) {
  const std::optional<std::string> content = content_of(std::filesystem::path(TABIYA_TEST_DATA) / name);
  EXPECT_TRUE(content) << "tests/data/" << name << " is missing from this checkout";
  return content.value_or("");
}

std::optional<std::string> shared_file(const std::string& name) {
  const char* folder = std::getenv("TABIYA_SHARED");
  return content_of(std::filesystem::path(folder ? folder : TABIYA_SHARED_FOLDER) / name);
}

}  // namespace tabiya::test
