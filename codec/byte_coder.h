// Lossless coding of bytes of any kind, for assets without a model of their own.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codec/result.h"

namespace tabiya::codec {

// Takes about 2 microseconds a byte, either way, and 24 MB of memory in addition to the bytes. At most 2^32 -
// 1 bytes.
std::vector<std::byte> encode_bytes(std::span<const std::byte> bytes);

// Errors: kTooLarge if the data declare more than `max_size` bytes, before anything is allocated; kCorrupt
// where they end early. Other damage gives other bytes: keep a checksum.
Result<std::vector<std::byte>> decode_bytes(std::span<const std::byte> coded, std::size_t max_size);

}  // namespace tabiya::codec
