// Bytes as a stream of gzip (RFC 1952), which the standard libraries of many languages read. Its checksum is CRC-32; that of
// zlib, Adler-32, misses changes of short streams.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codec/result.h"

namespace tabiya::codec {

// The smallest that libdeflate makes.
std::vector<std::byte> compress_gzip(std::span<const std::byte> bytes);

// The content of a stream, which must be whole, with nothing behind it. Errors: kCorrupt; kTooLarge where it has more than
// `max_size` bytes.
Result<std::vector<std::byte>> decompress_gzip(std::span<const std::byte> stream, std::size_t max_size);

}  // namespace tabiya::codec
