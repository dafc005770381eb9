#include "tests/support/checkout.h"

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

std::string source_folder() { return TABIYA_SOURCES; }
std::string source_path(const std::string& inside) { return source_folder() + "/" + inside; }

std::string fake_engine() { return TABIYA_FAKE_ENGINE; }
std::string player_example() { return TABIYA_PLAYER_EXAMPLE; }
std::string trainer_module() { return TABIYA_TRAINER_MODULE; }
std::string links_file() { return TABIYA_LINKS_FILE; }

std::string data_file(const std::string& name) {
  const std::optional<std::string> content = content_of(source_path("tests/data/" + name));
  EXPECT_TRUE(content) << "tests/data/" << name << " is missing from this checkout";
  return content.value_or("");
}

std::optional<std::string> shared_file(const std::string& name) {
  const char* folder = std::getenv("TABIYA_SHARED");
  return content_of(std::filesystem::path(folder ? folder : source_path("../shared")) / name);
}

}  // namespace tabiya::test
