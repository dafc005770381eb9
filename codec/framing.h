// A small wrapping for what is packed: one character that says what it is, the content, and its CRC-64/XZ.
// Nine bytes in all, where the container of our files (container.h) takes a hundred.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codec/result.h"

namespace tabiya::codec {

struct Framed {
  char kind = 0;
  std::vector<std::byte> content;
};

std::vector<std::byte> frame(char kind, std::span<const std::byte> content);

// Errors: kCorrupt; any flipped bit is found, and any cut or appended byte except for one chance in 2^64.
Result<Framed> open_frame(std::span<const std::byte> bytes);

}  // namespace tabiya::codec
