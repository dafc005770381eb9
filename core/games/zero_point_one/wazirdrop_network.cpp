#include "core/games/zero_point_one/wazirdrop_network.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <vector>

#include "codec/base128.h"
#include "codec/encoding.h"
#include "codec/varint.h"

namespace tabiya::zero_point_one {
namespace {

constexpr std::size_t kBitsPerSymbol = 7;  // of text
constexpr std::size_t kMostBytesOfNumber = 8;

struct Number {
  std::int64_t value;
  std::size_t offset;  // in the text, bytes
};

// All numbers, but no more than `most` are kept: a text of blanks has more of them than memory may hold.
struct Numbers {
  std::vector<Number> first;
  std::size_t count = 0;
};

Result<Numbers> decode_numbers(std::string_view text, std::size_t most) {
  const Result<codec::Bits> bits = codec::decode_base128(codec::without_line_end(text));
  if (!bits) return bits.error();
  codec::BitReader reader(*bits);
  Numbers numbers;
  while (reader.remaining() > 0) {
    const std::size_t offset = reader.position() / kBitsPerSymbol;
    const Result<std::int64_t> value = codec::get_varint(reader);
    if (!value) return corrupt(value.error().message, offset);
    if (numbers.count++ < most) numbers.first.push_back({*value, offset});
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
  const std::size_t most = number_count({features, std::ranges::max(kNetworkWidths)});
  if (text.size() / kMostBytesOfNumber > most)
    return unsupported(
        "the text is longer than that of any network of " + std::to_string(features) + " features",
        most * kMostBytesOfNumber);
  const Result<Numbers> numbers = decode_numbers(text, most);
  if (!numbers) return numbers.error();
  const std::optional<NetworkShape> shape = shape_of(features, numbers->count);
  if (!shape) {
    return unsupported("the text holds " + std::to_string(numbers->count) + " numbers; a network of " +
                           std::to_string(features) + " features has one of " + describe_counts(features),
                       text.size());
  }
  NetworkWeights weights(*shape);
  auto next = numbers->first.begin();
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

}  // namespace tabiya::zero_point_one
