// A small wrapping for what is packed: one character that says what it is, the content, and its CRC-64/XZ.
// Nine bytes in all, where the container of our files (container.h) takes a hundred.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codec/result.h"

namespace tabiya::codec {

struct Sealed {
  char kind = 0;
  std::vector<std::byte> content;
};

std::vector<std::byte> seal(char kind, std::span<const std::byte> content);

// Errors: kCorrupt; any flipped bit is found, and any cut or appended byte but for one chance in 2^64.
Result<Sealed> open_seal(std::span<const std::byte> bytes);

}  // namespace tabiya::codec
