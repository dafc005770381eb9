#include "tests/support/shared_files.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace tabiya::test {

std::optional<std::string> shared_file(const std::string& name) {
  const char* folder = std::getenv("TABIYA_SHARED");
  std::ifstream file(std::filesystem::path(folder ? folder : TABIYA_SHARED_FOLDER) / name, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

}  // namespace tabiya::test
