#include "core/eval/compact_network.h"

#include <string>

#include "codec/bits.h"
#include "codec/matrix_coder.h"
#include "codec/short_text.h"

namespace tabiya {
namespace {

using codec::BitReader;
using codec::BitWriter;
using codec::MatrixShape;
using codec::Steps;

constexpr std::uint32_t kVersion = 3, kVersionWithSteps = 4;

// The arrays in the published order.
std::vector<MatrixShape> matrix_shapes(NetworkShape shape) {
  return {{shape.features, shape.width},
          {1, shape.width},
          {kHidden0, 2 * shape.width},
          {1, kHidden0},
          {kHidden1, kHidden0},
          {1, kHidden1},
          {1, kHidden1},
          {1, 1}};
}

}  // namespace

std::vector<std::byte> encode_compact_network(const NamedNetwork& network) {
  std::vector<std::int32_t> values;
  values.reserve(number_count(network.weights.shape));
  visit_arrays(network.weights, [&](auto numbers, int, const char*) {
    values.insert(values.end(), numbers.begin(), numbers.end());
  });
  const std::vector<MatrixShape> shapes = matrix_shapes(network.weights.shape);
  const std::vector<std::byte> plain = codec::encode_matrices(shapes, values),
                               with_steps = codec::encode_matrices(shapes, values, Steps::kCoded);
  const bool has_steps = with_steps.size() < plain.size();
  BitWriter writer;
  writer.put(has_steps ? kVersionWithSteps : kVersion, 8);
  writer.put(network.weights.shape.features, 32);
  writer.put(network.weights.shape.width, 32);
  put_text(writer, network.name);
  put_text(writer, network.provenance);
  std::vector<std::byte> bytes = writer.take_bytes();
  const std::vector<std::byte>& coded = has_steps ? with_steps : plain;
  bytes.insert(bytes.end(), coded.begin(), coded.end());
  return bytes;
}

Result<NamedNetwork> decode_compact_network(std::span<const std::byte> bytes) {
  BitReader reader(bytes);
  const std::uint64_t version = reader.get(8);
  if (version != kVersion && version != kVersionWithSteps)
    return unsupported("a network packed in format " + std::to_string(version) +
                           ", where this program reads formats " + std::to_string(kVersion) + " and " +
                           std::to_string(kVersionWithSteps) + "; pack the network again",
                       0);
  NetworkShape shape;
  shape.features = static_cast<std::uint32_t>(reader.get(32));
  shape.width = static_cast<std::uint32_t>(reader.get(32));
  if (Status status = check_shape(shape); !status) return std::move(status).error();
  NamedNetwork network{get_text(reader), get_text(reader), {}};
  if (reader.overrun()) return corrupt("a compact network that ends early", bytes.size());
  if (!codec::is_printable(network.name) || !codec::is_printable(network.provenance))
    return corrupt("a compact network whose name or provenance holds control characters", 0);
  const auto values = codec::decode_matrices(bytes.subspan(reader.position() / 8), matrix_shapes(shape),
                                             version == kVersionWithSteps ? Steps::kCoded : Steps::kNone);
  if (!values) return values.error();

  network.weights = NetworkWeights(shape);
  auto next = values->begin();
  bool in_range = true;
  visit_arrays(network.weights, [&](auto numbers, std::int32_t bound, const char*) {
    for (auto& number : numbers) {
      in_range = in_range && *next >= -bound && *next <= bound;
      number = static_cast<std::remove_reference_t<decltype(number)>>(*next++);
    }
  });
  if (!in_range) return corrupt("a compact network with numbers beyond their range", bytes.size());
  return network;
}

}  // namespace tabiya
