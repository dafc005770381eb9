#include "tools/explorer/page_files.h"

#include <algorithm>

#include "tools/cli/input.h"

namespace tabiya::tools {

std::string_view content_type(std::string_view name) {
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  if (name.ends_with(".svg")) return "image/svg+xml";
  return "text/html; charset=utf-8";
}

std::optional<std::string> page_file(std::string_view name, const std::string& folder) {
  const auto file = std::ranges::find(page_files(), name, &PageFile::name);
  if (file == page_files().end()) return std::nullopt;
  if (folder.empty()) return std::string(file->content);
  return read_input(folder + "/" + std::string(name), kMaxTextInput);
}

}  // namespace tabiya::tools
