// Opens books and networks: files, or the output of `tabiya pack`.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "codec/encoding.h"
#include "codec/framing.h"
#include "codec/result.h"
#include "core/book/book.h"
#include "core/book/book_file.h"
#include "core/book/compact_book.h"
#include "core/eval/network_file.h"
#include "core/game/setup_phase.h"

namespace tabiya {

// A book, a network, or the bytes of any other file.
using Asset = std::variant<Book, NamedNetwork, std::string>;

// The largest file that is packed, in bytes. Unpacking needs less than 256 MB.
inline constexpr std::size_t kMaxAsset = std::size_t{32} << 20;

// The part of a book that is kept.
struct KeptContent {
  BookContent content = BookContent::kAll;
  BookPrecision precision{};
};

// The setups of the game of that name, for its books. Errors: kUnsupported if the game is unknown here or has none.
Result<const SetupPhase*> setups_of_book(std::string_view game);

// A frame (codec/framing.h) says by these letters what it holds, unless it is a book or a network.
inline constexpr char kFramedBytes = 'X';   // coded bytes (codec/byte_coder.h)
inline constexpr char kFramedStored = 'S';  // bytes as they are

// An asset of one kind becomes the content of a frame, and comes back, by these functions.
struct AssetKind {
  std::string_view name;  // "book"
  char framed;
  // True if content shows that it is of this kind, though it may be damaged further on.
  bool (*recognise)(std::span<const std::byte> content);
  // Encodes an asset of this kind. Errors: as encode_compact_book(); kUnsupported for a book of an unknown
  // game.
  Result<std::vector<std::byte>> (*encode)(const Asset& asset, const KeptContent& kept);
  // Errors: kCorrupt with the offset; kUnsupported as open_asset().
  Result<Asset> (*decode)(std::span<const std::byte> content);
};
std::span<const AssetKind> asset_kinds();
const AssetKind* find_asset_kind(char framed);  // null for one of a later version

// The bytes that something carries, and its frame where that is whole.
struct Carried {
  const codec::Encoding* encoding = nullptr;
  Result<std::vector<std::byte>> bytes;
  Result<codec::Framed> frame;
};
Carried carried_as(const codec::Encoding& encoding, std::string_view packed);

// Recognises the encoding that `packed` was packed with, though it may be damaged: by its beginning, by the
// checksum of what it carries, or by how that begins. Nothing if it shows none.
std::optional<Carried> recognise_packed(std::string_view packed,
                                        std::span<const codec::Encoding* const> encodings);

// Opens a book or a network out of its file (.tbk, .tbn) or out of what `tabiya pack` makes of it as raw,
// dense or base128 (.tbp), or the text that its literals hold; of other packed files, the bytes. The result is
// well-formed; verify_book() judges what a book's entries say. Errors: kCorrupt with the offset; kUnsupported for
// anything else, a zstd frame (codec/zstd_frame.h) too, and for a book of a game that is unknown or has no setups.
Result<Asset> open_asset(std::span<const std::byte> bytes, LinesOfPlay lines = LinesOfPlay::kDecode);

// Frames say by these letters that they hold such a book or network.
inline constexpr char kFramedPlainBook = 'b', kFramedPlainNetwork = 'n';

// This finds what find_asset_kind() does, and these kinds, too. Books keep moves, order, values and depths at most; errors are
// those of encode_compact_book().
const AssetKind* find_any_asset_kind(char framed);

}  // namespace tabiya
