// The page: files of tools/explorer/page/, which are built into the program.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tabiya::tools {

struct PageFile {
  std::string_view name;     // "app.js"
  std::string_view content;  // as it was when the program was built
};

// The line of index.html that tells the page that a program is there; an exported page has one of the others, with the
// engine beside it or without.
inline constexpr std::string_view kServedMark = "<meta name=\"tabiya-live\" content=\"yes\">",
                                  kEngineMark = "<meta name=\"tabiya-live\" content=\"engine\">",
                                  kSilentMark = "<meta name=\"tabiya-live\" content=\"\">";

// The files come in the order in which their modules depend on each other.
std::span<const PageFile> page_files();

// The line with which an engine.js begins that belongs to this page.
std::string_view engine_stamp();

// "text/javascript; charset=utf-8", by the ending of the name.
std::string_view content_type(std::string_view name);

// A file of that list, by its name. With `folder`, it is read from there at each call (for those who change
// the page). The result is empty for other names, so that no path from outside reaches the disk. Throws
// Failure if the file cannot be read.
std::optional<std::string> page_file(std::string_view name, const std::string& folder);

}  // namespace tabiya::tools
