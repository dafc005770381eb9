#include "booksearch/work/messages.h"

#include <utility>

namespace tabiya::booksearch::cluster {
namespace {

template <std::size_t... kKinds>
std::optional<Words> decode_kind(std::size_t kind, serialization::Reader& reader,
                                 std::index_sequence<kKinds...>) {
  std::optional<Words> words;
  const auto read = [&]<std::size_t kKind>(std::in_place_index_t<kKind>) {
    if (kKind == kind) reader(words.emplace().template emplace<kKind>());
  };
  (read(std::in_place_index<kKinds>), ...);
  return reader.ended_well() ? words : std::nullopt;
}

}  // namespace

Bytes encode(const Words& words) {
  serialization::Writer writer;
  writer(static_cast<std::uint8_t>(words.index()));
  std::visit(writer, words);
  return writer.take();
}

std::optional<Words> decode(std::span<const std::byte> bytes) {
  if (bytes.empty()) return std::nullopt;
  serialization::Reader reader(bytes.subspan(1));
  return decode_kind(std::to_integer<std::size_t>(bytes.front()), reader,
                     std::make_index_sequence<std::variant_size_v<Words>>());
}

}  // namespace tabiya::booksearch::cluster
