// Describes a file of an unknown format, for messages.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tabiya::codec {

// "it is empty", "it looks like text", "it begins with 'SQLite format 3'" or "it begins with the bytes 7F 00
// 01 02".
std::string sniff_format(std::span<const std::byte> file);

// Returns the program that unpacks a file of a compression other than zstd, by how the file begins: "gzip -d". Empty for other
// files.
std::string_view unpacker_of(std::span<const std::byte> file);

}  // namespace tabiya::codec
