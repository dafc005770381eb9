// Well-known compressors on the same bytes, for comparison.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace tabiya::tools {

// The size in bytes after zstd at level 19.
std::size_t zstd_19_size(std::string_view content);

// The size in bytes after `xz -9`; empty if that program is not installed.
std::optional<std::size_t> xz_9_size(std::string_view content);

}  // namespace tabiya::tools
