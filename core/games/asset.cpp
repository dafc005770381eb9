#include "core/games/asset.h"

#include <algorithm>
#include <utility>

#include "codec/byte_coder.h"
#include "codec/container.h"
#include "codec/text.h"
#include "core/book/valued_book_file.h"
#include "core/eval/compact_network.h"
#include "core/games/games.h"

namespace tabiya {
namespace {

using Bytes = std::vector<std::byte>;
using ByteView = std::span<const std::byte>;

constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";

constexpr const codec::Encoding* kEncodings[] = {&codec::kRaw, &codec::kDense, &codec::kPrintable,
                                                 &codec::kBase128};

template <class T>
Result<Asset> as_asset(Result<T> result) {
  if (!result) return std::move(result).error();
  return Asset(std::move(result).value());
}

bool is_book(ByteView content) {
  const Result<std::string> game = compact_book_game(content);
  return game && setups_of_book(*game);
}
Result<Bytes> pack_book(const Asset& asset, const KeptContent& kept) {
  const Book& book = std::get<Book>(asset);
  const Result<const SetupPhase*> setups = setups_of_book(book.meta.game);
  if (!setups) return setups.error();
  return encode_compact_book(book, (*setups)->reds(), (*setups)->blues(), kept.content, kept.precision);
}
Result<Asset> unpack_book(ByteView content) {
  const Result<std::string> game = compact_book_game(content);
  if (!game) return game.error();
  const Result<const SetupPhase*> setups = setups_of_book(*game);
  if (!setups) return setups.error();
  return as_asset(decode_compact_book(content, (*setups)->reds(), (*setups)->blues()));
}

bool is_network(ByteView content) {
  const Result<NamedNetwork> network = decode_compact_network(content);
  return network || network.error().code == ErrorCode::kCorrupt;
}
Result<Bytes> pack_network(const Asset& asset, const KeptContent&) {
  return encode_compact_network(std::get<NamedNetwork>(asset));
}

// Nothing but the checksum tells of other bytes.
bool is_anything(ByteView) { return false; }

constexpr AssetKind kKinds[] = {
    {"book", kFramedBook, is_book, pack_book, unpack_book},
    {"network", kFramedNetwork, is_network, pack_network,
     [](ByteView content) { return as_asset(decode_compact_network(content)); }},
    {"bytes", kFramedBytes, is_anything,
     [](const Asset& asset, const KeptContent&) -> Result<Bytes> {
       return codec::encode_bytes(std::as_bytes(std::span(std::get<std::string>(asset))));
     },
     [](ByteView content) -> Result<Asset> {
       const Result<Bytes> bytes = codec::decode_bytes(content, kMaxAsset);
       if (!bytes) return bytes.error();
       return Asset(std::string(as_text(*bytes)));
     }},
    {"bytes", kFramedStored, is_anything,
     [](const Asset& asset, const KeptContent&) { return codec::kRaw.decode(std::get<std::string>(asset)); },
     [](ByteView content) -> Result<Asset> { return Asset(std::string(as_text(content))); }},
};

Result<Asset> open_file(ByteView bytes, LinesOfPlay lines) {
  Result<NamedNetwork> network = decode_network(bytes);
  if (network || network.error().code != ErrorCode::kUnsupported) return as_asset(std::move(network));
  Result<Book> book = decode_book(bytes, lines);
  if (book && book->entries.empty() && may_have_lines(bytes))
    return unsupported("a book of moves, which is neither a book of setups nor a network");
  return as_asset(std::move(book));
}

}  // namespace

Result<const SetupPhase*> setups_of_book(std::string_view name) {
  const GameModule* game = find_game(name);
  if (game != nullptr && game->setup_phase() != nullptr) return game->setup_phase();
  return unsupported("a book of the game \"" + std::string(name) +
                     "\", which is unknown here or has no setups");
}

std::span<const AssetKind> asset_kinds() { return kKinds; }

const AssetKind* find_asset_kind(char framed) {
  const auto kind = std::ranges::find(kKinds, framed, &AssetKind::framed);
  return kind == std::end(kKinds) ? nullptr : &*kind;
}

Carried carried_as(const codec::Encoding& encoding, std::string_view packed) {
  Result<Bytes> bytes = encoding.decode(packed);
  Result<codec::Framed> frame = bytes ? codec::open_frame(*bytes) : bytes.error();
  return {&encoding, std::move(bytes), std::move(frame)};
}

std::optional<Carried> recognise_packed(std::string_view packed,
                                        std::span<const codec::Encoding* const> encodings) {
  for (const codec::Encoding* encoding : encodings) {
    if (!encoding->beginning.empty() && packed.starts_with(encoding->beginning))
      return carried_as(*encoding, packed);
  }
  std::vector<Carried> possible;
  for (const codec::Encoding* encoding : encodings) {
    if (!encoding->beginning.empty()) continue;
    Carried carried = carried_as(*encoding, packed);
    if (carried.frame) return carried;
    if (carried.bytes && !carried.bytes->empty()) possible.push_back(std::move(carried));
  }
  for (Carried& carried : possible) {
    const AssetKind* kind = find_asset_kind(static_cast<char>(carried.bytes->front()));
    if (kind != nullptr && kind->recognise(ByteView(*carried.bytes).subspan(1))) return std::move(carried);
  }
  // Editors put a byte-order mark before a text.
  const std::string_view unmarked = without_mark(packed);
  return unmarked.size() < packed.size() ? recognise_packed(unmarked, encodings) : std::nullopt;
}

Result<Asset> open_asset(ByteView bytes, LinesOfPlay lines) {
  if (codec::looks_like_container(bytes)) return open_file(bytes, lines);
  if (as_text(bytes).starts_with(kZstdMagic))
    return unsupported("a zstd frame: unpack it with `tabiya unpack FILE --out NEW` or `zstd -d`");
  const std::optional<Carried> carried = recognise_packed(as_text(bytes), kEncodings);
  if (!carried) return unsupported("neither a book nor a network, or damaged");
  if (!carried->frame) return carried->frame.error();
  const AssetKind* kind = find_asset_kind(carried->frame->kind);
  if (kind == nullptr) return unsupported("packed by a later version of this program");
  return kind->decode(carried->frame->content);
}

}  // namespace tabiya
