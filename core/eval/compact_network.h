// Networks, compressed as far as possible without loss: their shape, names, and numbers
// (codec/matrix_coder.h).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codec/result.h"
#include "core/eval/network_file.h"

namespace tabiya {

inline constexpr char kFramedNetwork = 'N';  // what a frame (codec/framing.h) says that holds one

// `network` is what decode_network() accepts.
std::vector<std::byte> encode_compact_network(const NamedNetwork& network);

// Errors: kCorrupt with an offset, kUnsupported for a shape that this build cannot run or another version.
// Damage may also give another network: keep a checksum.
Result<NamedNetwork> decode_compact_network(std::span<const std::byte> bytes);

}  // namespace tabiya
