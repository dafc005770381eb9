#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "codec/container.h"
#include "codec/sniff_format.h"
#include "codec/text.h"
#include "core/book/book_file.h"
#include "core/book/valued_book_file.h"
#include "core/games/asset.h"
#include "core/games/games.h"
#include "tools/assets/packing.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

std::span<const std::byte> view_of(std::string_view text) { return std::as_bytes(std::span(text)); }
std::string string_of(std::span<const std::byte> bytes) { return std::string(as_text(bytes)); }

// True for a game that this program knows, and that has a setup phase.
bool has_setups(std::string_view game) {
  const GameModule* module = find_game(game);
  return module != nullptr && module->setup_phase() != nullptr;
}

// The book or network of a file, if the packed form can bring the file back.
std::optional<Asset> model_of(const std::string& file) {
  if (!codec::looks_like_container(view_of(file))) return std::nullopt;
  Result<Asset> asset = open_asset(view_of(file));
  if (!asset) return std::nullopt;
  const Book* book = std::get_if<Book>(&*asset);
  if (book != nullptr ? !has_setups(book->meta.game) : file_of(*asset) != file) return std::nullopt;
  return *std::move(asset);
}

// Throws Failure for a damaged container: once packed, its damage would be found only where it is used.
void check_is_whole(const std::string& file, std::string_view where) {
  if (!codec::looks_like_container(view_of(file))) return;
  const Result<codec::Container> container = codec::decode_container(view_of(file));
  if (!container && container.error().code == ErrorCode::kCorrupt)
    throw Failure(
        describe(container.error(), where, "take another copy; --plain packs any bytes as they are"));
}

// The most likely encoding of a file that is not recognised. Only books and networks show more than their
// kind.
const codec::Encoding& likely_encoding(std::string_view packed) {
  if (codec::looks_like_container(view_of(packed))) return codec::kRaw;
  const bool has_kind = packed.starts_with(kFramedBytes) || packed.starts_with(kFramedStored);
  const bool is_text = codec::decode_dense(packed) || codec::decode_base128_bytes(packed);
  return has_kind && !is_text ? codec::kRaw : codec::kBase128;
}

// True if a file that is not recognised is no damaged file of ours either: our texts hold neither line ends
// nor NUL, and our bytes begin with their kind.
bool is_foreign(std::string_view packed) {
  constexpr auto kMostDamage = 1;
  if (codec::looks_like_container(view_of(packed))) return false;
  if (packed.starts_with(kFramedBytes) || packed.starts_with(kFramedStored)) return false;
  return packed.empty() || std::ranges::count(packed, '\n') + std::ranges::count(packed, '\0') > kMostDamage;
}

// The encoding of `packed` and its content: the recognised encoding, or else the most likely one. Throws
// Failure for a foreign file.
Carried recognised(std::string_view packed, std::string_view where) {
  if (std::optional<Carried> known = recognise_packed(packed, encodings())) return *std::move(known);
  if (is_foreign(packed))
    throw Failure(fmt::format(
        "{}: nothing that `tabiya pack` has made: {}; `tabiya unpack --from` says what it is carried "
        "as, if it is",
        where, codec::sniff_format(view_of(packed))));
  Carried likely = carried_as(likely_encoding(packed), packed);
  // One character is all that such bytes show of their kind: a foreign file may well begin with it.
  if (likely.encoding == &codec::kRaw && !codec::looks_like_container(view_of(packed)))
    throw Failure(
        fmt::format("{}: nothing that `tabiya pack` has made, or a damaged copy of it: it begins with '{}', "
                    "as packed bytes do, but fails its checksum",
                    where, packed.front()));
  return likely;
}

Asset open_carried(const Carried& carried, bool is_plain, std::string_view where) {
  if (!carried.bytes)
    throw Failure(describe(
        carried.bytes.error(), where,
        fmt::format("take another copy, or say by `tabiya unpack --from` what it is carried as, if not as "
                    "{}: then it is damaged",
                    carried.encoding->name)));
  const bool is_file = carried.encoding == &codec::kRaw && codec::looks_like_container(*carried.bytes);
  if (is_plain || is_file || carried.encoding == &kZstd) return string_of(*carried.bytes);
  if (!carried.frame)
    throw Failure(
        describe(carried.frame.error(), where,
                 fmt::format("take another copy; `tabiya unpack --plain --from {}` takes what was not "
                             "packed by tabiya",
                             carried.encoding->name)));
  const AssetKind* kind = find_any_asset_kind(carried.frame->kind);
  if (kind == nullptr)
    throw Failure(fmt::format("{}: packed by a later version of this program; use that one", where));
  return take(kind->decode(carried.frame->content), where);
}

}  // namespace

Asset read_asset(const std::string& path, std::size_t max_bytes) {
  std::string file = read_input(path, max_bytes);
  if (codec::looks_like_container(view_of(file))) return file;
  const std::optional<Carried> carried = recognise_packed(file, encodings());
  if (!carried) return file;
  return open_carried(*carried, /*is_plain=*/false, input_name(path));
}

std::optional<std::string> packed_file(const std::string& path, std::size_t max_bytes) {
  const std::string packed = read_input(path, max_bytes);
  const std::optional<Carried> carried = recognise_packed(packed, encodings());
  if (!carried || !carried->bytes) return std::nullopt;
  if (carried->encoding == &kZstd) return string_of(*carried->bytes);
  const AssetKind* kind = carried->frame ? find_any_asset_kind(carried->frame->kind) : nullptr;
  if (kind == nullptr || (kind->framed != kFramedBytes && kind->framed != kFramedStored)) return std::nullopt;
  return std::get<std::string>(take(kind->decode(carried->frame->content), input_name(path)));
}

std::string file_of(Asset asset) {
  if (const Book* book = std::get_if<Book>(&asset)) return string_of(encode_book(*book));
  if (const NamedNetwork* network = std::get_if<NamedNetwork>(&asset))
    return string_of(encode_network(*network));
  return std::get<std::string>(std::move(asset));
}

Packable read_packable(const std::string& path) {
  std::string file = read_input(path, kMaxAsset);
  const std::optional<Carried> carried = recognise_packed(file, encodings());
  // A frame of zstd may come from any program.
  if (carried && (carried->encoding != &kZstd || carried->bytes)) {
    Asset asset = open_carried(*carried, /*is_plain=*/false, input_name(path));
    if (!std::holds_alternative<std::string>(asset)) return {file_of(asset), std::move(asset)};
    std::string content = std::get<std::string>(std::move(asset));
    if (codec::looks_like_container(view_of(content))) file = std::move(content);
  }
  check_is_whole(file, input_name(path));
  // A model of books would lose a book of moves, which is packed already.
  if (may_have_lines(view_of(file))) return {std::move(file)};
  std::optional<Asset> model = model_of(file);
  return {std::move(file), std::move(model)};
}

UnpackedAsset unpack_asset(const std::string& packed, const UnpackRequest& request, std::string_view where) {
  if (request.plain && !request.encoding)
    throw Failure(
        "--plain needs --from: plain bytes do not show what they are carried as, which is base128 unless `pack "
        "--to` has said otherwise");
  const Carried carried =
      request.encoding ? carried_as(*request.encoding, packed) : recognised(packed, where);
  return {file_of(open_carried(carried, request.plain, where)), carried.encoding};
}

}  // namespace tabiya::tools
