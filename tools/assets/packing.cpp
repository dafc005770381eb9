#include "tools/assets/packing.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include <fmt/format.h>

#include "codec/base128.h"
#include "codec/byte_coder.h"
#include "codec/container.h"
#include "codec/dense_text.h"
#include "codec/first_look.h"
#include "codec/seal.h"
#include "codec/zstd_frame.h"
#include "core/book/book_file.h"
#include "core/eval/compact_network.h"
#include "core/eval/wazirdrop_network.h"
#include "core/games/asset.h"
#include "core/games/games.h"
#include "tools/assets/decoder/decoder_frames.h"
#include "tools/assets/literal.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

using Bytes = std::vector<std::byte>;

// What a seal holds, beside books and networks.
constexpr char kSealedBytes = 'X', kSealedStored = 'S';

constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }
std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string carry(const Bytes& bytes, Carrier carrier) {
  switch (carrier) {
    case Carrier::kBase128:
      return codec::encode_base128(bytes);
    case Carrier::kDense:
      return codec::encode_dense(bytes);
    case Carrier::kCpp:
      return cpp_literal(codec::encode_printable(bytes));
    case Carrier::kRust:
      return rust_literal(codec::encode_printable(bytes));
    case Carrier::kZstd:
    case Carrier::kRaw:
      break;
  }
  return text_of(bytes);
}

// The same of a seal, with the decoder behind it if that is asked for.
std::string carry_seal(char kind, const Bytes& content, const PackRequest& request) {
  const Bytes bytes = codec::seal(kind, content);
  if (!request.decoder) return carry(bytes, request.carrier);
  const std::string text = codec::encode_printable(bytes);
  return request.carrier == Carrier::kCpp ? cpp_literal(text, cpp_decoder(kind))
                                          : rust_literal(text, rust_decoder(kind));
}

Bytes seal_bytes(std::string_view asset) {
  const Bytes coded = codec::encode_bytes(bytes_of(asset));
  return coded.size() < asset.size() ? codec::seal(kSealedBytes, coded)
                                     : codec::seal(kSealedStored, bytes_of(asset));
}

// The setup phase of a game that this program knows; null if it has none, or the game is unknown.
const SetupPhase* known_setups(std::string_view game) {
  const GameModule* module = find_game(game);
  return module == nullptr ? nullptr : module->setup_phase();
}

// What is asked for as a book is packed as one; else only what the compact form brings back: a book that
// verify_book() finds wanting is packed as bytes.
std::optional<Book> as_book(const std::string& asset, bool is_asked_for) {
  Result<Book> book = decode_book(bytes_of(asset));
  if (!book) return std::nullopt;
  const SetupPhase* setups = known_setups(book->meta.game);
  if (setups == nullptr) return std::nullopt;
  if (!is_asked_for && !check_compact_book(*book, setups->reds(), setups->blues())) return std::nullopt;
  return *std::move(book);
}
std::optional<NamedNetwork> as_network(const std::string& asset) {
  Result<NamedNetwork> network = decode_network(bytes_of(asset));
  if (!network || text_of(encode_network(*network)) != asset) return std::nullopt;
  return *std::move(network);
}

Book best_entries(const Book& book, std::size_t count) {
  return {book.meta,
          {book.entries.begin(), book.entries.begin() + static_cast<std::ptrdiff_t>(count)},
          book.origins};
}

std::string pack_best_entries(const Book& book, std::size_t count, const PackRequest& request,
                              std::string_view where) {
  const SetupPhase& setups = *known_setups(book.meta.game);
  const Bytes compact = take(encode_compact_book(best_entries(book, count), setups.reds(), setups.blues(),
                                                 request.keep.value_or(BookContent::kAll), request.precision),
                             where, "`tabiya verify` tells what is wrong");
  return carry_seal(kSealedBook, compact, request);
}

// Drops the last entries, which Red is least likely to choose, until the output is small enough.
void drop_entries(const Book& book, const PackRequest& request, std::string_view where, PackedAsset& packed) {
  const std::vector<double> weights = entry_weights(book);
  const auto point = [&](std::size_t entries, std::size_t bytes) {
    const double kept =
        std::accumulate(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(entries), 0.0);
    return SizePoint{entries, bytes, std::max(1 - kept, 0.0)};
  };
  packed.curve.push_back(point(book.entries.size(), packed.output.size()));
  std::size_t fits = 0, too_many = book.entries.size();
  std::string best = pack_best_entries(book, 0, request, where);
  if (best.size() > *request.max_bytes)
    throw Failure(fmt::format("{}: not even an empty book fits into {} bytes; raise --max-bytes", where,
                              *request.max_bytes));
  while (too_many - fits > 1) {
    const std::size_t count = fits + (too_many - fits) / 2;
    std::string output = pack_best_entries(book, count, request, where);
    packed.curve.push_back(point(count, output.size()));
    if (output.size() > *request.max_bytes) {
      too_many = count;
    } else {
      fits = count;
      best = std::move(output);
    }
  }
  std::ranges::sort(packed.curve, std::greater{}, &SizePoint::entries);
  packed.output = std::move(best);
  packed.units = fits;
}

// The asset is coded as what it is, not carried as its bytes.
bool is_coded(const PackRequest& request) { return !request.plain && request.carrier != Carrier::kZstd; }

// Less of a book is kept than there is.
bool is_in_part(const PackRequest& request) {
  return request.keep || request.precision.value > 1 || request.precision.depth > 1;
}

void check_request(const PackRequest& request) {
  if (request.decoder &&
      (request.plain || (request.carrier != Carrier::kCpp && request.carrier != Carrier::kRust)))
    throw Failure("--decoder goes with --to cpp or --to rust, and not with --plain");
  if (is_coded(request) || !is_in_part(request)) return;
  throw Failure(fmt::format(
      "{} and --keep, --value-step or --depth-step do not go together; it takes the file as it is",
      request.plain ? "--plain" : "--to zstd"));
}

Book open_compact_book(std::span<const std::byte> bytes, std::string_view where) {
  const std::string game = take(compact_book_game(bytes), where);
  const SetupPhase& setups = setup_phase_of(game_named(game, where), "book");
  return take(decode_compact_book(bytes, setups.reds(), setups.blues()), where);
}

Asset unseal(const codec::Sealed& sealed, std::string_view where) {
  switch (sealed.kind) {
    case kSealedBook:
      return open_compact_book(sealed.content, where);
    case kSealedNetwork:
      return take(decode_compact_network(sealed.content), where);
    case kSealedBytes:
      return text_of(take(codec::decode_bytes(sealed.content, kMaxAsset), where));
    case kSealedStored:
      return text_of(sealed.content);
    default:
      throw Failure(fmt::format("{}: packed by a later version of this program; use that one", where));
  }
}

// The bytes that `packed` carries.
Result<Bytes> carried(std::string_view packed, Carrier carrier) {
  switch (carrier) {
    case Carrier::kBase128:
      return codec::decode_base128_bytes(packed);
    case Carrier::kDense:
      return codec::decode_dense(packed);
    case Carrier::kCpp:
    case Carrier::kRust: {
      const Result<std::string> text =
          carrier == Carrier::kCpp ? cpp_literal_text(packed) : rust_literal_text(packed);
      if (!text) return text.error();
      return holds_dense_text(packed) ? codec::decode_dense(*text) : codec::decode_printable(*text);
    }
    case Carrier::kZstd:
      return codec::decompress_zstd(bytes_of(packed), kMaxAsset);
    case Carrier::kRaw:
      break;
  }
  const auto bytes = bytes_of(packed);
  return Bytes(bytes.begin(), bytes.end());
}

// Whether bytes that fail their checksum are ours: books and networks show it in how they begin.
bool looks_sealed(std::span<const std::byte> bytes) {
  if (bytes.empty()) return false;
  const std::span<const std::byte> content = bytes.subspan(1);
  if (static_cast<char>(bytes.front()) == kSealedBook) {
    const Result<std::string> game = compact_book_game(content);
    return game && known_setups(*game) != nullptr;
  }
  if (static_cast<char>(bytes.front()) != kSealedNetwork) return false;
  const Result<NamedNetwork> network = decode_compact_network(content);
  return network || network.error().code == ErrorCode::kCorrupt;
}

// The carrier that `packed` shows, if it was packed by us; it may be damaged. The carriers of a seal are told
// apart by what they carry.
std::optional<Carrier> recognise(std::string_view packed) {
  if (packed.starts_with(kZstdMagic)) return Carrier::kZstd;
  if (packed.starts_with(kCppLiteralStart)) return Carrier::kCpp;
  if (packed.starts_with(kRustLiteralStart)) return Carrier::kRust;
  for (const bool damaged : {false, true}) {
    for (const Carrier carrier : {Carrier::kRaw, Carrier::kDense, Carrier::kBase128}) {
      const Result<Bytes> bytes = carried(packed, carrier);
      if (bytes && (damaged ? looks_sealed(*bytes) : codec::open_seal(*bytes).ok())) return carrier;
    }
  }
  return std::nullopt;
}

// Which carrier what nobody recognises is most likely to be. Other files than books and networks show no more
// than their kind.
Carrier likely_carrier(std::string_view packed) {
  if (codec::looks_like_container(bytes_of(packed))) return Carrier::kRaw;
  const bool has_kind = packed.starts_with(kSealedBytes) || packed.starts_with(kSealedStored);
  const bool is_text = carried(packed, Carrier::kDense) || carried(packed, Carrier::kBase128);
  return has_kind && !is_text ? Carrier::kRaw : Carrier::kBase128;
}

// Whether what nobody recognises is no damaged file of ours either: our texts hold neither ends of lines nor
// NUL, and our bytes begin with their kind.
bool is_foreign(std::string_view packed) {
  constexpr auto kMostDamage = 1;
  if (codec::looks_like_container(bytes_of(packed))) return false;
  if (packed.starts_with(kSealedBytes) || packed.starts_with(kSealedStored)) return false;
  return packed.empty() || std::ranges::count(packed, '\n') + std::ranges::count(packed, '\0') > kMostDamage;
}

struct Opened {
  Asset asset;
  Carrier carrier = Carrier::kRaw;
};

Opened open_packed(const std::string& packed, const UnpackRequest& request, std::string_view where) {
  const std::optional<Carrier> known = request.carrier ? request.carrier : recognise(packed);
  if (!known && !request.plain && is_foreign(packed))
    throw Failure(
        fmt::format("{}: nothing that `tabiya pack` has made: {}; `tabiya unpack --from` says what "
                    "it is carried as, if it is",
                    where, codec::first_look(bytes_of(packed))));
  const Carrier carrier = known.value_or(likely_carrier(packed));
  const Bytes bytes =
      take(carried(packed, carrier), where,
           fmt::format("take another copy, or say by `tabiya unpack --from` what it is carried as, if not as "
                       "{}: then it is damaged",
                       carrier_name(carrier)));
  if (request.plain || carrier == Carrier::kZstd) return {text_of(bytes), carrier};
  if (carrier == Carrier::kRaw && codec::looks_like_container(bytes)) return {packed, carrier};
  Result<codec::Sealed> sealed = codec::open_seal(bytes);
  // One character is all that such bytes show of their kind: a foreign file may well begin with it.
  if (!sealed && !known && carrier == Carrier::kRaw)
    throw Failure(
        fmt::format("{}: nothing that `tabiya pack` has made, or a damaged copy of it: it begins with '{}', "
                    "as packed bytes do, but fails its checksum",
                    where, packed.front()));
  return {unseal(take(std::move(sealed), where,
                      "take another copy; `tabiya unpack --plain` takes what was not packed by tabiya"),
                 where),
          carrier};
}

}  // namespace

std::string_view carrier_name(Carrier carrier) { return kCarrierNames[static_cast<std::size_t>(carrier)]; }

void add_carrier_option(CommandLine& app, const char* name, const char* meaning,
                        std::function<void(Carrier)> set) {
  const auto set_by_name = [set = std::move(set)](const std::string& value) {
    set(static_cast<Carrier>(std::ranges::find(kCarrierNames, value) - std::begin(kCarrierNames)));
  };
  app.add_option_function(name, set_by_name, meaning)
      .type_name("FORMAT")
      .one_of(std::vector<std::string>(std::begin(kCarrierNames), std::end(kCarrierNames)));
}

std::vector<double> entry_weights(const Book& book) {
  std::vector<double> weights;
  const auto has_value = [](const BookEntry& entry) { return entry.red_value.has_value(); };
  const bool by_value = std::ranges::all_of(book.entries, has_value);
  Score best = -kInfiniteScore;
  for (const BookEntry& entry : book.entries) best = std::max(best, entry.red_value.value_or(best));
  for (const BookEntry& entry : book.entries) {
    const double rank = book.meta.ordered ? static_cast<double>(weights.size() + 1) : 1;
    weights.push_back(by_value ? std::exp2((double{1} * *entry.red_value - best) / 1000) : 1 / rank);
  }
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= total;
  return weights;
}

PackedAsset pack_book(const Book& book, const PackRequest& request, std::string_view where) {
  PackedAsset packed{
      pack_best_entries(book, book.entries.size(), request, where), "book", book.entries.size(), 0, {}};
  if (request.max_bytes && packed.output.size() > *request.max_bytes)
    drop_entries(book, request, where, packed);
  if (const BookFormat* format = known_setups(book.meta.game)->published_books()) {
    const Result<std::string> published = format->write(best_entries(book, packed.units));
    packed.published_bytes = published ? published->size() : 0;
  }
  return packed;
}

PackedAsset pack_network(const NamedNetwork& network, const PackRequest& request) {
  return {carry_seal(kSealedNetwork, encode_compact_network(network), request),
          "network",
          number_count(network.weights.shape),
          export_wazirdrop_network(network.weights).size(),
          {}};
}

PackedAsset pack_asset(const std::string& asset, const PackRequest& request, std::string_view where) {
  check_request(request);
  PackedAsset packed{"", "bytes", asset.size(), 0, {}};
  const std::optional<Book> book =
      is_coded(request) ? as_book(asset, is_in_part(request) || request.max_bytes) : std::nullopt;
  if (is_in_part(request) && !book)
    throw Failure(
        fmt::format("{}: not a book; --keep, --value-step and --depth-step say what to keep of one (`tabiya "
                    "unpack` gives "
                    "back a packed one)",
                    where));
  if (request.carrier == Carrier::kZstd) {
    packed.output = text_of(take(codec::compress_zstd(bytes_of(asset)), where));
  } else if (request.plain) {
    const auto bytes = bytes_of(asset);
    packed.output = carry({bytes.begin(), bytes.end()}, request.carrier);
  } else if (book) {
    packed = pack_book(*book, request, where);
  } else if (const std::optional<NamedNetwork> network = as_network(asset)) {
    packed = pack_network(*network, request);
  } else if (request.decoder) {
    throw Failure(fmt::format(
        "{}: neither a book that `tabiya verify` finds sound nor a network; --decoder is for these", where));
  } else {
    packed.output = carry(seal_bytes(asset), request.carrier);
  }
  if (request.max_bytes && packed.output.size() > *request.max_bytes)
    throw Failure(fmt::format(
        "{}: takes {} bytes, more than --max-bytes {}; only entries of books can be dropped, where "
        "neither --plain nor --to zstd takes the file as it is",
        where, packed.output.size(), *request.max_bytes));
  return packed;
}

Asset read_asset(const std::string& path, std::size_t max_bytes) {
  std::string file = read_input(path, max_bytes);
  if (codec::looks_like_container(bytes_of(file))) return file;
  const std::optional<Carrier> carrier = recognise(file);
  if (!carrier) return file;
  return open_packed(file, {.carrier = carrier}, input_name(path)).asset;
}

std::string file_of(Asset asset) {
  if (const Book* book = std::get_if<Book>(&asset)) return text_of(encode_book(*book));
  if (const NamedNetwork* network = std::get_if<NamedNetwork>(&asset))
    return text_of(encode_network(*network));
  return std::get<std::string>(std::move(asset));
}

std::string read_packable(const std::string& path) {
  std::string file = read_input(path, kMaxAsset);
  const std::optional<Carrier> carrier = recognise(file);
  if (!carrier) return file;
  // A frame may be anybody's.
  if (*carrier == Carrier::kZstd && !carried(file, *carrier)) return file;
  std::string content = unpack_asset(file, {.carrier = carrier}, input_name(path)).content;
  return codec::looks_like_container(bytes_of(content)) ? content : file;
}

UnpackedAsset unpack_asset(const std::string& packed, const UnpackRequest& request, std::string_view where) {
  Opened opened = open_packed(packed, request, where);
  return {file_of(std::move(opened.asset)), opened.carrier};
}

}  // namespace tabiya::tools
