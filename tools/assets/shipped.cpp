#include "tools/assets/shipped.h"

#include <cstdlib>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNetworkFile = "nets/default.tbp";
constexpr const char* kBookFile = "books/default.tbp";
constexpr const char* kLinesFile = "books/lines.tbk";

std::vector<fs::path> data_folders() {
  if (const char* folder = std::getenv("TABIYA_DATA")) return {folder};
  std::vector<fs::path> folders;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) folders.push_back(program.parent_path().parent_path() / TABIYA_INSTALLED_DATA);
  folders.emplace_back(TABIYA_SOURCE_DATA);
  return folders;
}

std::string shipped_file(std::string_view asset, const char* name) {
  std::string looked_for;
  for (const fs::path& folder : data_folders()) {
    const fs::path file = folder / name;
    if (std::error_code error; fs::exists(file, error)) return file;
    looked_for += (looked_for.empty() ? "" : " and no ") + file.string();
  }
  throw Failure(fmt::format("{}: there is no {}; name a file, or set TABIYA_DATA to the folder `data`", asset,
                            looked_for));
}

}  // namespace

std::optional<std::string> network_of_game(std::string_view game) {
  for (const fs::path& folder : data_folders()) {
    const fs::path file = folder / "nets" / (std::string(game) + ".tbp");
    if (std::error_code error; fs::exists(file, error)) return file;
  }
  return std::nullopt;
}

std::optional<std::string> page_engine_path() {
  for (const fs::path& folder : data_folders()) {
    for (const char* place : {"explorer/engine.js", "build/wasm/tools/explorer/engine/engine.js"}) {
      const fs::path file = folder.parent_path() / place;
      if (std::error_code error; fs::exists(file, error)) return file;
    }
  }
  return std::nullopt;
}

std::string network_path(const std::string& name) {
  if (name == kShippedNetwork) return shipped_file(kShippedNetwork, kNetworkFile);
  return name == kShipped ? shipped_file(kShipped, kNetworkFile) : name;
}
std::string book_path(const std::string& name) {
  if (name == kShippedLines) return shipped_file(kShippedLines, kLinesFile);
  return name == kShipped ? shipped_file(kShipped, kBookFile) : name;
}
std::string asset_path(const std::string& name) {
  return name == kShippedNetwork ? network_path(name) : book_path(name);
}

}  // namespace tabiya::tools
