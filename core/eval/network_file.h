// The file of a network (.tbn): a container (codec/container.h) of kind "NNUE". All integers are
// little-endian.
//
//   SHAP  features u32, width u32
//   NAME  the network's name, UTF-8 text
//   FROM  its provenance: where the numbers come from, UTF-8 text
//   NUMS  the numbers in the published order: the feature transformer and its bias as i16, w0, w1 and w2 as i8, the
//         other biases as i32
//   RULE  of a game from a file: the version of its rules, u32
//
// The same network is always the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "codec/container.h"
#include "codec/result.h"
#include "core/eval/network.h"

namespace tabiya {

inline constexpr std::uint32_t kNetworkFileVersion = 1;
inline constexpr std::size_t kMaxNetworkText = 65'535;  // bytes, of a name or a provenance

struct NamedNetwork {
  std::string name;
  std::string provenance;  // both without control characters
  NetworkWeights weights;
  std::uint32_t rules = 0;  // GameModule::rules_version(); 0: those of a game that the program knows

  bool operator==(const NamedNetwork&) const = default;
};

// The section RULE, the last one, of a container; none for 0.
void put_rules(std::uint32_t rules, codec::Container& file);
// Takes it out; 0 if there is none. Errors: kCorrupt.
Result<std::uint32_t> take_rules(codec::Container& file);

std::vector<std::byte> encode_network(const NamedNetwork& network);

// Accepts exactly what encode_network() makes of networks whose shape is supported and whose numbers are in
// range. Errors: kCorrupt, with the offset where the container is damaged or a number is out of range;
// kUnsupported for another kind of file, another version or an unsupported shape.
Result<NamedNetwork> decode_network(std::span<const std::byte> file);

}  // namespace tabiya
