// CRC-64/XZ (ECMA-182, reflected): the checksum of our files and the fingerprint of their contents.
// Detects every change of up to two bits, and every burst of up to 64 bits, in inputs of any size we have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tabiya::codec {

// The checksum of `bytes`; `previous` is the checksum of what came before them, to continue from there.
std::uint64_t crc64(std::span<const std::byte> bytes, std::uint64_t previous = 0);

}  // namespace tabiya::codec
