#include "tools/assets/packing.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "codec/container.h"
#include "codec/sniff_format.h"
#include "codec/text.h"
#include "codec/zstd_frame.h"
#include "core/book/book_file.h"
#include "core/book/compact_book.h"
#include "core/book/valued_book_file.h"
#include "core/eval/compact_network.h"
#include "core/games/asset.h"
#include "core/games/games.h"
#include "decoder_sources.h"
#include "tools/assets/languages.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

using Bytes = std::vector<std::byte>;

// The decoder of a framed book or network (kFramedBook, kFramedNetwork), which is written around a literal, as the build puts it
// together (tools/submission/decoders_main.cpp): in C++ decoder/book.cpp or network.cpp with the parts of the project that they
// need; in Rust a few files that do the same by themselves.
codec::LiteralFrame cpp_decoder(char framed_kind) {
  return framed_kind == kFramedBook ? codec::LiteralFrame{kBookCppBefore, kBookCppAfter}
                                    : codec::LiteralFrame{kNetworkCppBefore, kNetworkCppAfter};
}

codec::LiteralFrame rust_decoder(char framed_kind) {
  return {kRustBefore, framed_kind == kFramedBook ? kBookRustAfter : kNetworkRustAfter};
}

Result<Bytes> decode_literal(std::string_view source, Result<std::string> text) {
  if (!text) return std::move(text).error();
  return codec::holds_dense_text(source) ? codec::decode_dense(*text) : codec::decode_printable(*text);
}

using Bytes = std::vector<std::byte>;

constexpr std::string_view kLinesLeftOut = "lines of play, which `--to zstd --lines` keeps";

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

// The asset as the content of a frame of that kind, in the requested encoding, with the decoder behind it if
// that is requested.
std::string pack_framed(char kind, const Asset& asset, const PackRequest& request, std::string_view where) {
  const Language* language = language_of(*request.encoding);
  if (language != nullptr) kind = kind == kFramedBook ? kFramedPlainBook : kFramedPlainNetwork;
  const Bytes content = take(
      find_any_asset_kind(kind)->encode(asset, {request.keep.value_or(BookContent::kAll), request.precision}),
      where, "`tabiya verify` says what is wrong");
  if (language != nullptr)
    return language->source(
        kind, content,
        {.in_utf16 = request.limits.chars && !request.limits.bytes, .compact = request.limits.any()});
  const Bytes bytes = codec::frame(kind, content);
  if (!request.decoder) return take(request.encoding->encode(bytes), where);
  const std::string text = codec::encode_printable(bytes);
  return request.encoding == &kCpp ? codec::cpp_literal(text, cpp_decoder(kind))
                                   : codec::rust_literal(text, rust_decoder(kind));
}

std::string pack_bytes(const std::string& file, const PackRequest& request, std::string_view where) {
  if (request.plain || request.encoding == &kZstd)
    return take(request.encoding->encode(bytes_of(file)), where);
  const Bytes coded = take(find_asset_kind(kFramedBytes)->encode(Asset(file), {}), where);
  if (coded.size() >= file.size()) return pack_framed(kFramedStored, Asset(file), request, where);
  return take(request.encoding->encode(codec::frame(kFramedBytes, coded)), where);
}

// The setup phase of a game that this program knows; null if it has none, or the game is unknown.
const SetupPhase* known_setups(std::string_view game) {
  const GameModule* module = find_game(game);
  return module == nullptr ? nullptr : module->setup_phase();
}

Book best_entries(const Book& book, std::size_t count) {
  return {book.meta,
          {book.entries.begin(), book.entries.begin() + static_cast<std::ptrdiff_t>(count)},
          book.origins};
}

std::string pack_best_entries(const Book& book, std::size_t count, const PackRequest& request,
                              std::string_view where) {
  return pack_framed(kFramedBook, best_entries(book, count), request, where);
}

// The message that not even an empty book is small enough, with its size.
std::string smallest_text(const Book& book, std::string_view empty, const PackRequest& request,
                          std::string_view where) {
  std::string text = "an empty book takes " + request.limits.excess(empty);
  if (!request.decoder || language_of(*request.encoding)) return text + "; raise the limit";
  PackRequest alone = request;
  alone.decoder = false;
  const std::size_t rest = pack_best_entries(book, 0, alone, where).size();
  return text +
         fmt::format(
             "; {} bytes are its decoder, which every book needs once: raise the limit, or leave out --decoder",
             empty.size() - rest);
}

// Drops the last entries, which Red is least likely to choose, until the output is small enough.
void drop_entries(const Book& book, const PackRequest& request, std::string_view where, PackedAsset& packed) {
  const std::vector<double> weights = entry_weights(book);
  const auto point = [&](std::size_t entries, std::string_view output) {
    const double kept =
        std::accumulate(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(entries), 0.0);
    return SizePoint{entries, output.size(), codec::utf16_units(output), std::max(1 - kept, 0.0)};
  };
  packed.curve.push_back(point(book.entries.size(), packed.output));
  std::size_t fits = 0, too_many = book.entries.size();
  std::string best = pack_best_entries(book, 0, request, where);
  if (!request.limits.allow(best))
    throw Failure(fmt::format("{}: {}", where, smallest_text(book, best, request, where)));
  while (too_many - fits > 1) {
    const std::size_t count = fits + (too_many - fits) / 2;
    std::string output = pack_best_entries(book, count, request, where);
    packed.curve.push_back(point(count, output));
    if (!request.limits.allow(output)) {
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

// The parts of a book that a compact book has no place for, or the source of a language.
std::vector<std::string> left_out_of(const Book& book, const PackRequest& request) {
  std::vector<std::string> left_out;
  const auto has_more = [](const BookEntry& entry) { return entry.nodes != 0 || entry.standard_error; };
  if (!request.keep && language_of(*request.encoding) && std::ranges::any_of(book.entries, has_more))
    left_out.emplace_back("nodes and standard errors, which `--to cpp` and `--to rust` keep");
  const auto has_line = [](const BookEntry& entry) { return !entry.line.empty(); };
  if (std::ranges::any_of(book.entries, has_line)) left_out.emplace_back(kLinesLeftOut);
  return left_out;
}

// Packs the bytes of a file, without lines of play unless they are requested.
PackedAsset pack_file(const std::string& file, const PackRequest& request, std::string_view where) {
  PackedAsset packed{"", "bytes", file.size(), 0, {}, {}};
  const bool drops_lines = request.encoding == &kZstd && !request.plain && !request.lines;
  const auto shorter = drops_lines ? without_lines_of_play(bytes_of(file)) : Result<Bytes>(Bytes());
  const std::string kept = drops_lines && shorter ? std::string(as_text(*shorter)) : file;
  if (kept.size() != file.size()) packed.left_out.emplace_back(kLinesLeftOut);
  packed.output = pack_bytes(kept, request, where);
  return packed;
}

// The reason why a book is packed as its bytes, so that no part can be left out; empty for other files.
std::string kept_whole(const std::string& file) {
  const auto book = decode_book(bytes_of(file), LinesOfPlay::kSkip);
  if (!book) return "";
  if (may_have_lines(bytes_of(file))) return "a book of moves";
  if (known_setups(book->meta.game) == nullptr)
    return fmt::format("a book of {}, which is not a built-in game", book->meta.game);
  return "";
}

// The asset is coded as what it is, not carried as its bytes.
bool is_coded(const PackRequest& request) { return !request.plain && request.encoding != &kZstd; }

// True if the request keeps only a part of a book.
bool is_in_part(const PackRequest& request) {
  return request.keep || request.precision.value > 1 || request.precision.depth > 1;
}

void check_request(const PackRequest& request) {
  const Language* language = language_of(*request.encoding);
  if (language != nullptr && request.plain)
    throw Failure(fmt::format("--plain and --to {} do not go together: its decoder is for books and networks",
                              request.encoding->name));
  if (language != nullptr && request.keep == BookContent::kAll)
    throw Failure(
        fmt::format("--keep all and --to {} do not go together; its readers get values and depths at most",
                    request.encoding->name));
  if (request.decoder && language == nullptr &&
      (request.plain || (request.encoding != &kCpp && request.encoding != &kRust)))
    throw Failure("--decoder goes with --to cpp, rust or another language, and not with --plain");
  if (request.lines && (request.plain || request.encoding != &kZstd))
    throw Failure(
        "--lines goes with --to zstd: --plain keeps lines of play anyway, and other formats have no room for them");
  if (is_coded(request) || !is_in_part(request)) return;
  throw Failure(fmt::format(
      "{} and --keep, --value-step or --depth-step do not go together; it takes the file as it is",
      request.plain ? "--plain" : "--to zstd"));
}

// The book or network to be coded as one. A book that verify_book() finds wanting is packed as bytes, unless
// the request applies to books only.
const Asset* coded_model(const Packable& asset, const PackRequest& request) {
  if (!asset.model || !is_coded(request)) return nullptr;
  const NamedNetwork* network = std::get_if<NamedNetwork>(&*asset.model);
  if (network != nullptr && network->rules != 0) return nullptr;  // the packed form has no place for them
  const Book* book = std::get_if<Book>(&*asset.model);
  if (book == nullptr || is_in_part(request) || request.limits.any()) return &*asset.model;
  const SetupPhase& setups = *known_setups(book->meta.game);
  return check_compact_book(*book, setups.reds(), setups.blues()) ? &*asset.model : nullptr;
}

}  // namespace

constinit const codec::Encoding kZstd{
    "zstd", "\x28\xB5\x2F\xFD",
    [](std::span<const std::byte> bytes) -> Result<std::string> {
      const Result<Bytes> frame = codec::compress_zstd(bytes);
      if (!frame) return frame.error();
      return codec::kRaw.encode(*frame);
    },
    [](std::string_view text) { return codec::decompress_zstd(std::as_bytes(std::span(text)), kMaxAsset); }};

constinit const codec::Encoding kCpp{
    "cpp", codec::kCppLiteralStart,
    [](std::span<const std::byte> bytes) -> Result<std::string> {
      return codec::cpp_literal(codec::encode_printable(bytes));
    },
    [](std::string_view text) { return decode_literal(text, codec::cpp_literal_text(text)); }};

constinit const codec::Encoding kRust{
    "rust", codec::kRustLiteralStart,
    [](std::span<const std::byte> bytes) -> Result<std::string> {
      return codec::rust_literal(codec::encode_printable(bytes));
    },
    [](std::string_view text) { return decode_literal(text, codec::rust_literal_text(text)); }};

std::span<const codec::Encoding* const> encodings() {
  static const auto all = [] {
    std::vector<const codec::Encoding*> list{&codec::kBase128, &codec::kDense, &codec::kUtf16, &kZstd,
                                             &codec::kRaw,     &kCpp,          &kRust};
    for (const Language& language : languages()) list.push_back(&language.encoding);
    return list;
  }();
  return all;
}

CommandOption add_encoding_option(CommandLine& app, const char* name, const char* meaning,
                                  std::function<void(const codec::Encoding&)> set) {
  std::vector<std::string> names;
  for (const codec::Encoding* encoding : encodings()) names.emplace_back(encoding->name);
  const auto set_by_name = [set = std::move(set)](const std::string& value) {
    set(**std::ranges::find(encodings(), std::string_view(value), &codec::Encoding::name));
  };
  return app.add_option_function(name, set_by_name, meaning).type_name("FORMAT").one_of(std::move(names));
}

bool SizeLimits::allow(std::string_view output) const {
  return (!bytes || output.size() <= *bytes) && (!chars || codec::utf16_units(output) <= *chars);
}

std::string SizeLimits::excess(std::string_view output) const {
  std::string text;
  if (bytes && output.size() > *bytes)
    text = fmt::format("{} bytes, more than --max-bytes {}", output.size(), *bytes);
  if (const std::size_t units = codec::utf16_units(output); chars && units > *chars)
    text += fmt::format("{}{} units of UTF-16, more than --max-chars {}", text.empty() ? "" : ", and ", units,
                        *chars);
  return text;
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
  PackedAsset packed{pack_best_entries(book, book.entries.size(), request, where),
                     "book",
                     book.entries.size(),
                     0,
                     {},
                     left_out_of(book, request)};
  if (!request.limits.allow(packed.output)) drop_entries(book, request, where, packed);
  if (const BookFormat* format = known_setups(book.meta.game)->published_books()) {
    const Result<std::string> published = format->write(best_entries(book, packed.units));
    packed.published_bytes = published ? published->size() : 0;
  }
  return packed;
}

PackedAsset pack_network(NamedNetwork network, const PackRequest& request) {
  std::size_t published = 0;
  for (const GameModule* game : games()) {
    const NetworkFormat* format = game->facts().published_networks;
    if (format != nullptr && game->facts().network_features == network.weights.shape.features)
      published = format->write(network.weights).size();
  }
  const std::size_t numbers = number_count(network.weights.shape);
  return {pack_framed(kFramedNetwork, std::move(network), request, "network"),
          "network",
          numbers,
          published,
          {},
          {}};
}

PackedAsset pack_asset(const Packable& asset, const PackRequest& request, std::string_view where) {
  check_request(request);
  const Asset* model = coded_model(asset, request);
  const Book* book = model ? std::get_if<Book>(model) : nullptr;
  const std::string whole = book || !is_coded(request) ? "" : kept_whole(asset.file);
  if (!whole.empty() && (is_in_part(request) || request.decoder))
    throw Failure(fmt::format(
        "{}: {}, and packed as its bytes; --keep, --value-step, --depth-step and --decoder are for other books",
        where, whole));
  if (is_in_part(request) && !book)
    throw Failure(
        fmt::format("{}: not a book; --keep, --value-step and --depth-step say what to keep of one (`tabiya "
                    "unpack` gives back a packed one)",
                    where));
  if ((request.decoder || language_of(*request.encoding) != nullptr) && !model)
    throw Failure(
        fmt::format("{}: neither a book that `tabiya verify` finds sound nor a network; {} is for these",
                    where, request.decoder ? "--decoder" : fmt::format("--to {}", request.encoding->name)));
  const PackedAsset packed = book    ? pack_book(*book, request, where)
                             : model ? pack_network(std::get<NamedNetwork>(*model), request)
                                     : pack_file(asset.file, request, where);
  if (!request.limits.allow(packed.output))
    throw Failure(fmt::format(
        "{}: takes {}; only entries of books can be dropped, where neither --plain nor --to zstd takes the file as it is",
        where, request.limits.excess(packed.output)));
  return packed;
}

}  // namespace tabiya::tools
