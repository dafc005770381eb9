#include "tools/submission/submission.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

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
      "const Payload kPayload{{\n{},\n{},\n{},\nstd::size_t{{{}}} << 20, {}, {}}};\n"
      "}}\n",
      cpp_string(network), cpp_string(book), cpp_string(lines), request.table_megabytes, request.max_loss,
      request.variety);
}

// The network of that name as dense text of at most `max_bytes`; shrunk where it is larger.
ShrunkNetwork packed_network(const std::string& name, const GameModule& game, std::size_t max_bytes) {
  const NamedNetwork network = load_named_network(name);
  take_fitting(check_features(take(PackedNetwork::make(network.weights), input_name(name)),
                              game.facts().network_features),
               game, name);
  PackRequest request;
  request.encoding = &codec::kDense;
  return shrunk_network(
      network, {{}, std::string(game.name())},
      [&](const NamedNetwork& smaller) { return pack_network(smaller, request).output; },
      [&](std::string_view output) { return output.size() <= max_bytes; }, input_name(name));
}

// Values serve the choice of setups; if some are missing, the book keeps its order alone.
BookContent content_of(const Book& book) {
  const auto has_value = [](const BookEntry& entry) { return entry.red_value.has_value(); };
  return std::ranges::all_of(book.entries, has_value) ? BookContent::kValues : BookContent::kOrder;
}

PackedAsset packed_book(const std::string& path, const GameModule& game, std::size_t max_bytes) {
  const Book book = load_book(path, game, Lines::kSkip).book;
  PackRequest request;
  request.encoding = &codec::kDense;
  request.keep = content_of(book);
  request.limits.bytes = max_bytes;
  return pack_book(book, request, input_name(path));
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
  return PackedLines{take(codec::kDense.encode(codec::frame(kFramedLines, section)), loaded->name),
                     {reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                     loaded->lines->size()};
}

bool is_of_lines_alone(const std::string& book) {
  const std::optional<LoadedMoveBook> loaded = load_move_book(book);
  return loaded && loaded->lines != nullptr;
}

// The text of a book that takes at most `bytes` as literals.
std::size_t text_within(std::size_t bytes) {
  constexpr std::size_t kLiteralMarks = 32;
  return bytes - std::min(bytes, (bytes / kMaxLiteral + 1) * kLiteralMarks);
}

}  // namespace

Submission make_submission(const SubmissionRequest& request) {
  constexpr std::size_t kShareOfBook = 8;
  Submission submission;
  const GameModule& game = *request.game;
  const std::string code = code_of(game);
  submission.code_bytes = code.size() + payload(request, "", "", "").size();
  if (submission.code_bytes > request.max_bytes)
    throw Failure(fmt::format("{} bytes of code are more than --max-bytes {}; raise the limit",
                              submission.code_bytes, request.max_bytes));
  const bool has_book = request.book != kNoBook && !is_of_lines_alone(request.book);
  const std::size_t room = text_within(request.max_bytes - submission.code_bytes);
  std::string network;
  if (request.network != kLinear) {
    const std::size_t of_book =
        has_book ? std::min(room / kShareOfBook, packed_book(request.book, game, room).output.size()) : 0;
    ShrunkNetwork packed = packed_network(request.network, game, room - of_book);
    network = packed.output;
    if (packed.positions > 0) submission.shrunk = std::move(packed);
  }
  submission.source = code + payload(request, network, "", "");
  submission.network_bytes = network.size();
  std::string book;
  if (has_book) {
    const PackedAsset packed =
        packed_book(request.book, game, text_within(request.max_bytes - submission.source.size()));
    book = packed.output;
    submission.source = code + payload(request, network, book, "");
    submission.book_bytes = book.size();
    submission.entries = packed.units;
    submission.book = unpack_asset(book, {.encoding = &codec::kDense}, input_name(request.book)).content;
  }
  const std::optional<PackedLines> lines = packed_lines(request, game);
  if (!lines) return submission;
  if (lines->text.size() > text_within(request.max_bytes - submission.source.size())) {
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
