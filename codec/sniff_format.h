// Describes a file of an unknown format, for messages.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace tabiya::codec {

// "it is empty", "it looks like text", "it begins with 'SQLite format 3'" or "it begins with the bytes 7F 00
// 01 02".
std::string sniff_format(std::span<const std::byte> file);

}  // namespace tabiya::codec
