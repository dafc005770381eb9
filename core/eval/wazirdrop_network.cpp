#include "core/eval/wazirdrop_network.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "codec/base128.h"
#include "codec/varint.h"

namespace tabiya {
namespace {

constexpr std::size_t kBitsPerByte = 7;  // of text

struct Number {
  std::int64_t value;
  std::size_t offset;  // in the text, bytes
};

Result<std::vector<Number>> decode_numbers(std::string_view text) {
  const Result<codec::Bits> bits = codec::decode_base128(text);
  if (!bits) return bits.error();
  codec::BitReader reader(*bits);
  std::vector<Number> numbers;
  while (reader.remaining() > 0) {
    const std::size_t offset = reader.position() / kBitsPerByte;
    const Result<std::int64_t> value = codec::get_varint(reader);
    if (!value) return corrupt(value.error().message, offset);
    numbers.push_back({*value, offset});
  }
  return numbers;
}

std::optional<NetworkShape> shape_of(std::uint32_t features, std::size_t numbers) {
  for (std::uint32_t width : kNetworkWidths) {
    const NetworkShape shape{features, width};
    if (number_count(shape) == numbers) return shape;
  }
  return std::nullopt;
}

std::string describe_counts(std::uint32_t features) {
  std::string text;
  for (std::uint32_t width : kNetworkWidths) {
    text += (text.empty() ? "" : ", ") + std::to_string(number_count({features, width})) + " (width " +
            std::to_string(width) + ")";
  }
  return text;
}

}  // namespace

Result<NetworkWeights> import_wazirdrop_network(std::string_view text, std::uint32_t features) {
  const Result<std::vector<Number>> numbers = decode_numbers(text);
  if (!numbers) return numbers.error();
  const std::optional<NetworkShape> shape = shape_of(features, numbers->size());
  if (!shape) {
    return unsupported("the text holds " + std::to_string(numbers->size()) + " numbers; a network of " +
                           std::to_string(features) + " features has one of " + describe_counts(features),
                       text.size());
  }
  NetworkWeights weights(*shape);
  auto next = numbers->begin();
  Status status = ok_status();
  visit_arrays(weights, [&](auto array, int limit, const char* name) {
    for (auto& number : array) {
      if (status && (next->value < -limit || next->value > limit)) {
        status = corrupt(std::string(name) + " weight " + std::to_string(next->value) + " is outside -" +
                             std::to_string(limit) + "..." + std::to_string(limit),
                         next->offset);
      }
      number = static_cast<std::remove_reference_t<decltype(number)>>(next++->value);
    }
  });
  if (!status) return status.error();
  return weights;
}

std::string export_wazirdrop_network(const NetworkWeights& weights) {
  codec::BitWriter writer;
  visit_arrays(weights, [&](auto numbers, int, const char*) {
    for (auto number : numbers) codec::put_varint(writer, number);
  });
  return codec::encode_base128(writer.take());
}

}  // namespace tabiya
