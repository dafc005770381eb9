// Files that developers have beside the project and that are not part of it. Tests that use them skip where
// they are absent.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace tabiya::test {

// The content of `name` in the folder TABIYA_SHARED (environment), by default ../shared from the project's
// root.
inline std::optional<std::string> shared_file(const std::string& name) {
  const char* folder = std::getenv("TABIYA_SHARED");
  std::ifstream file(std::filesystem::path(folder ? folder : TABIYA_SHARED_FOLDER) / name, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

}  // namespace tabiya::test
