// The decoder of a packed network: with the parts of the project that it needs, `tabiya pack --to cpp --decoder` writes
// it behind the literal (tools/submission/decoders_main.cpp), all of it in an unnamed namespace.
#include "tools/assets/decoder/network.h"

#include <span>

#include "core/eval/compact_network.h"
#include "tools/assets/decoder/opened.h"

// The network of a literal. Throws std::runtime_error where it is damaged.
[[maybe_unused]] tabiya_network::Network decode(std::span<const char* const> pieces) {
  const tabiya::NamedNetwork network =
      checked(tabiya::decode_compact_network(opened(pieces, tabiya::kFramedNetwork)));
  const tabiya::NetworkWeights& weights = network.weights;
  const auto numbers = [](const auto& array) { return std::vector(array.begin(), array.end()); };
  return {network.name,        network.provenance,           weights.shape.features,
          weights.shape.width, numbers(weights.transformer), numbers(weights.transformer_bias),
          weights.w0,          numbers(weights.b0),          numbers(weights.w1),
          numbers(weights.b1), numbers(weights.w2),          weights.b2};
}
