#include "core/games/zero_point_one/wazirdrop.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <vector>

#include "codec/base128.h"
#include "codec/encoding.h"
#include "codec/prefix.h"
#include "codec/varint.h"
#include "core/games/zero_point_one/setup.h"

namespace tabiya::zero_point_one {
namespace {

constexpr std::size_t kSetupBits = 30;   // of the codes of any complete setup
constexpr std::size_t kBitsPerByte = 7;  // of base-128 text

void put_setup(codec::BitWriter& writer, const Setup& setup) {
  for (Kind kind : setup) codec::put_prefix(writer, static_cast<unsigned>(index(kind)), kKinds);
}

Result<SetupId> get_setup(codec::BitReader& reader) {
  const std::size_t offset = reader.position() / kBitsPerByte;
  Setup setup{};
  std::array<std::uint8_t, kKinds> counts{};
  for (Kind& kind : setup) {
    const std::optional<unsigned> symbol = codec::get_prefix(reader, kKinds);
    if (!symbol) return corrupt("the book ends within a setup", offset);
    kind = kAllKinds[*symbol];
    ++counts[*symbol];
  }
  if (counts != kSetupCounts) return corrupt("a setup that does not have the pieces of the game", offset);
  return rank(setup);
}

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
    const std::size_t offset = reader.position() / kBitsPerByte;
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

Result<Book> import_wazirdrop_book(std::string_view text) {
  const Result<codec::Bits> bits = codec::decode_base128(codec::without_line_end(text));
  if (!bits) return bits.error();
  codec::BitReader reader(*bits);
  Book book{{std::string(Setups().game()), 0, 0, "WazirDrop"}, {}};
  book.entries.reserve(bits->size / (2 * kSetupBits));
  while (reader.remaining() > 0) {
    const Result<SetupId> red = get_setup(reader);
    if (!red) return red.error();
    const Result<SetupId> reply = get_setup(reader);
    if (!reply) return reply.error();
    book.entries.push_back({*red, *reply, std::nullopt, 0});
  }
  return book;
}

Result<std::string> export_wazirdrop_book(const Book& book) {
  if (!book.meta.ordered) return invalid("the book has lost its order, which the published format needs");
  codec::BitWriter writer;
  for (std::size_t i = 0; i < book.entries.size(); ++i) {
    for (const SetupId id : {book.entries[i].red, book.entries[i].reply}) {
      if (id >= SetupRanking::size())
        return invalid("entry " + std::to_string(i + 1) + " holds " + std::to_string(id) +
                       ", which is not the number of a setup");
      put_setup(writer, unrank(id));
    }
  }
  return codec::encode_base128(writer.take());
}

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
