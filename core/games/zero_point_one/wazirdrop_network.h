// Networks as WazirDrop publishes them: base-128 text (codec/base128.h) of the numbers in the published
// order, each a varint (codec/varint.h). The text does not say its shape.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "codec/result.h"
#include "core/eval/network.h"

namespace tabiya::zero_point_one {

// `features`: of the game that the network is for; the width follows from how many numbers there are.
// Errors, with the offset in bytes: kCorrupt where the text is damaged or a number is out of range,
// kUnsupported for a number of numbers that no supported width has.
Result<NetworkWeights> import_wazirdrop_network(std::string_view text, std::uint32_t features);

// The inverse of the import, byte for byte.
std::string export_wazirdrop_network(const NetworkWeights& weights);

}  // namespace tabiya::zero_point_one
