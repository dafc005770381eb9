#include "core/games/zero_point_one/wazirdrop_book.h"

#include "codec/base128.h"
#include "codec/encoding.h"
#include "codec/prefix.h"
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

}  // namespace tabiya::zero_point_one
