// Files of the program's own formats, read, or refused with a remedy.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "booksearch/work/own_files.h"
#include "codec/container.h"
#include "codec/result.h"
#include "codec/text.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {

// The object that was read from `file`. Throws Failure with a remedy: a whole file of another kind or version
// was only named by mistake; a damaged one must be made again; another one may be in a format that `importer`
// reads. `noun`: "a book".
template <class T>
T take_decoded(Result<T> decoded, std::span<const std::byte> file, const std::string& path,
               std::string_view noun, std::string_view importer) {
  if (decoded) return *std::move(decoded);
  std::string remedy = "make it again, or take another copy";
  if (decoded.error().code == ErrorCode::kUnsupported)
    remedy = fmt::format("name {}, or take the version of the program that wrote this", noun);
  const OwnFormat* format = own_format(as_text(file));
  if (format != nullptr && !codec::looks_like_container(file))
    throw Failure(
        fmt::format("{}: {}, not {}; `{}` reads it", input_name(path), format->what, noun, format->command));
  if (!codec::looks_like_container(file)) remedy = fmt::format("`{}` reads other formats", importer);
  throw Failure(describe(decoded.error(), input_name(path), remedy));
}

// The text of a file in a published format, of `most` bytes at most. Throws Failure, also for a file of the program's
// own.
inline std::string read_published(const std::string& path, std::uint64_t most) {
  std::string text = read_text(path, most);
  if (const OwnFormat* format = own_format(text))
    throw Failure(fmt::format("{}: {} already, which `{}` reads: there is nothing to import",
                              input_name(path), format->what, format->command));
  return text;
}

}  // namespace tabiya::tools
