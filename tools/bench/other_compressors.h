// What well-known compressors make of the same bytes, to compare with.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace tabiya::tools {

// Bytes after zstd at level 19.
std::size_t zstd_19_size(std::string_view content);

// Bytes after `xz -9`; nothing if that program is not installed.
std::optional<std::size_t> xz_9_size(std::string_view content);

}  // namespace tabiya::tools
