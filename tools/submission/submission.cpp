#include "tools/submission/submission.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "codec/dense_text.h"
#include "codec/framing.h"
#include "core/book/line_book_file.h"
#include "core/games/games.h"
#include "tools/assets/book_input.h"
#include "tools/assets/evaluation_input.h"
#include "tools/assets/literal.h"
#include "tools/assets/network_input.h"
#include "tools/assets/packing.h"
#include "tools/assets/shipped.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/submission/player_source.h"

namespace tabiya::tools {
namespace {

constexpr char kFramedLines = 'L';  // what the frame of a book of lines says that it holds

struct PackedLines {
  std::string text;  // dense text of a frame
  std::string file;  // a book file without entries
  std::size_t positions = 0;
};

const codec::Encoding& text_encoding(const SubmissionRequest& request) {
  return request.limits.bytes ? codec::kDense : codec::kUtf16;
}

// Throws Failure if the game has no such player.
std::string code_of(const GameModule& game) {
  const std::string source = player_source(game.name());
  if (source.empty())
    throw Failure(fmt::format("{} has no single-file player: `submit` cannot be used with it", game.name()));
  return fmt::format("// A player of {} in one file, made by tabiya " TABIYA_VERSION
                     " out of its own sources (MIT licence).\n"
                     "// g++ -std=c++20 -O2\n{}",
                     game.title(), source);
}

std::string payload(const SubmissionRequest& request, std::string_view network, std::string_view book,
                    std::string_view lines) {
  return fmt::format(
      "namespace tabiya::submission {{\n"
      "const Payload kPayload{{{},\n{},\n{},\n{},\nstd::size_t{{{}}} << 20, {}, {}}};\n"
      "}}\n",
      &text_encoding(request) == &codec::kUtf16, cpp_string(network), cpp_string(book), cpp_string(lines),
      request.table_megabytes, request.max_loss, request.variety);
}

// The network of a request as a text within limits; shrunk where it is larger.
ShrunkNetwork packed_network(const SubmissionRequest& submission, const SizeLimits& limits) {
  const std::string& name = submission.network;
  const GameModule& game = *submission.game;
  const NamedNetwork network = load_named_network(name);
  take_fitting(check_features(take(PackedNetwork::make(network.weights), input_name(name)),
                              game.facts().network_features),
               game, name);
  PackRequest request;
  request.encoding = &text_encoding(submission);
  return shrunk_network(
      network, {{}, std::string(game.name())},
      [&](const NamedNetwork& smaller) { return pack_network(smaller, request).output; },
      [&](std::string_view output) { return limits.allow(output); }, input_name(name));
}

// Values serve the choice of setups; if some are missing, the book keeps its order alone.
BookContent content_of(const Book& book) {
  const auto has_value = [](const BookEntry& entry) { return entry.red_value.has_value(); };
  return std::ranges::all_of(book.entries, has_value) ? BookContent::kValues : BookContent::kOrder;
}

PackedAsset packed_book(const SubmissionRequest& submission, const SizeLimits& limits) {
  const Book book = load_book(submission.book, *submission.game, Lines::kSkip).book;
  PackRequest request;
  request.encoding = &text_encoding(submission);
  request.keep = content_of(book);
  request.limits = limits;
  return pack_book(book, request, input_name(submission.book));
}

// The lines of a request as the source has them; empty if there are none.
std::optional<PackedLines> packed_lines(const SubmissionRequest& request, const GameModule& game) {
  const std::string name = request.lines.empty() ? request.book : request.lines;
  if (name == kNoBook || name == kShipped) return std::nullopt;
  const std::optional<LoadedMoveBook> loaded = request.lines.empty()
                                                   ? load_move_book(name, /*wants_lines=*/true)
                                                   : std::optional(require_lines(name, "--lines"));
  if (!loaded || loaded->lines == nullptr) return std::nullopt;
  if (loaded->game != &game)
    throw Failure(
        fmt::format("{}: a book of lines of {}, not of {}", loaded->name, loaded->game->name(), game.name()));
  const std::string file = file_with_lines(name).value();
  const std::vector<std::byte> section = take(line_book_in(std::as_bytes(std::span(file))), loaded->name);
  Book alone;
  alone.meta.game = game.name();
  const std::vector<std::byte> bytes = encode_book_with(alone, section);
  return PackedLines{take(text_encoding(request).encode(codec::frame(kFramedLines, section)), loaded->name),
                     {reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                     loaded->lines->size()};
}

bool is_of_lines_alone(const std::string& book) {
  const std::optional<LoadedMoveBook> loaded = load_move_book(book);
  return loaded && loaded->lines != nullptr;
}

// What limits leave for a text, written as literals, beside a source.
SizeLimits room_beside(const SizeLimits& limits, std::string_view source) {
  constexpr std::size_t kLiteralMarks = 32;
  const auto left = [](std::optional<std::size_t> limit, std::size_t taken) -> std::optional<std::size_t> {
    if (!limit) return std::nullopt;
    const std::size_t room = *limit - std::min(*limit, taken);
    return room - std::min(room, (room / kMaxLiteral + 1) * kLiteralMarks);
  };
  return {left(limits.bytes, source.size()), left(limits.chars, codec::utf16_units(source))};
}

// Limits less what an output takes, but at most a share of them.
SizeLimits without_some(const SizeLimits& limits, std::string_view output, std::size_t share) {
  const auto less = [&](std::optional<std::size_t> limit, std::size_t taken) -> std::optional<std::size_t> {
    if (!limit) return std::nullopt;
    return *limit - std::min(*limit / share, taken);
  };
  return {less(limits.bytes, output.size()), less(limits.chars, codec::utf16_units(output))};
}

}  // namespace

Submission make_submission(const SubmissionRequest& request) {
  constexpr std::size_t kShareOfBook = 8;
  Submission submission;
  const GameModule& game = *request.game;
  const std::string code = code_of(game);
  const std::string bare = code + payload(request, "", "", "");
  submission.code_bytes = bare.size();
  if (!request.limits.allow(bare))
    throw Failure(fmt::format("its code alone takes {}; raise the limit", request.limits.excess(bare)));
  const bool has_book = request.book != kNoBook && !is_of_lines_alone(request.book);
  const SizeLimits room = room_beside(request.limits, bare);
  std::string network;
  if (request.network != kLinear) {
    const SizeLimits of_network =
        has_book ? without_some(room, packed_book(request, room).output, kShareOfBook) : room;
    ShrunkNetwork packed = packed_network(request, of_network);
    network = packed.output;
    if (packed.positions > 0) submission.shrunk = std::move(packed);
  }
  submission.source = code + payload(request, network, "", "");
  submission.network_bytes = network.size();
  std::string book;
  if (has_book) {
    const PackedAsset packed = packed_book(request, room_beside(request.limits, submission.source));
    book = packed.output;
    submission.source = code + payload(request, network, book, "");
    submission.book_bytes = book.size();
    submission.entries = packed.units;
    submission.book =
        unpack_asset(book, {.encoding = &text_encoding(request)}, input_name(request.book)).content;
  }
  const std::optional<PackedLines> lines = packed_lines(request, game);
  if (!lines) return submission;
  if (!room_beside(request.limits, submission.source).allow(lines->text)) {
    submission.dropped_lines_bytes = lines->text.size();
    return submission;
  }
  submission.source = code + payload(request, network, book, lines->text);
  submission.lines_bytes = lines->text.size();
  submission.positions = lines->positions;
  submission.lines = lines->file;
  return submission;
}

}  // namespace tabiya::tools
