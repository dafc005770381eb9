#include "tools/submission/submission.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "booksearch/learn/shrinking.h"
#include "codec/dense_text.h"
#include "codec/framing.h"
#include "codec/literal.h"
#include "codec/text.h"
#include "core/book/book_file.h"
#include "core/book/valued_book_file.h"
#include "core/games/games.h"
#include "player_sources.h"
#include "tools/assets/book_input.h"
#include "tools/assets/evaluation_input.h"
#include "tools/assets/network_input.h"
#include "tools/assets/shipped.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {

namespace {

// Networks that ship beside the one that `shipped` means, and the Elo that they lose against it (data/nets/shrinking.md).
struct SmallNetwork {
  const char* file;
  double lost;
};
constexpr std::array kSmallNetworks{SmallNetwork{"tiny.tbp", 39}, SmallNetwork{"mini.tbp", 191}};

constexpr char kFramedLines = 'L';  // what the frame of a book of moves says that it holds

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
      &text_encoding(request) == &codec::kUtf16, codec::cpp_string(network), codec::cpp_string(book),
      codec::cpp_string(lines), request.table_megabytes, request.max_loss, request.variety);
}

// Values serve the choice of setups; if some are missing, the book keeps its order alone.
BookContent content_of(const Book& book) {
  const auto has_value = [](const BookEntry& entry) { return entry.red_value.has_value(); };
  return std::ranges::all_of(book.entries, has_value) ? BookContent::kValues : BookContent::kOrder;
}

// The lines of a request as the source has them; empty if there are none.
std::optional<PackedLines> packed_lines(const SubmissionRequest& request, const GameModule& game) {
  const std::string name = request.lines.empty() ? request.book : request.lines;
  if (name == kNoBook || name == kShipped) return std::nullopt;
  const std::optional<LoadedMoveBook> loaded = request.lines.empty()
                                                   ? load_move_book(name, /*wants_lines=*/true)
                                                   : std::optional(require_valued_book(name, "--lines"));
  if (!loaded || loaded->lines == nullptr) return std::nullopt;
  if (loaded->game != &game)
    throw Failure(
        fmt::format("{}: a book of moves of {}, not of {}", loaded->name, loaded->game->name(), game.name()));
  const std::string file = file_with_lines(name).value();
  const std::vector<std::byte> section = take(valued_book_in(std::as_bytes(std::span(file))), loaded->name);
  Book alone;
  alone.meta.game = game.name();
  const std::vector<std::byte> bytes = encode_book_with(alone, section);
  return PackedLines{take(text_encoding(request).encode(codec::frame(kFramedLines, section)), loaded->name),
                     std::string(as_text(bytes)), loaded->lines->size()};
}

bool is_of_lines_alone(const std::string& book) {
  const std::optional<LoadedMoveBook> loaded = load_move_book(book);
  return loaded && loaded->lines != nullptr;
}

// The limits for a text, written as literals, that go with a source.
SizeLimits room_beside(const SizeLimits& limits, std::string_view source) {
  constexpr std::size_t kLiteralMarks = 32;
  const auto left = [](std::optional<std::size_t> limit, std::size_t taken) -> std::optional<std::size_t> {
    if (!limit) return std::nullopt;
    const std::size_t room = *limit - std::min(*limit, taken);
    return room - std::min(room, (room / codec::kMaxLiteral + 1) * kLiteralMarks);
  };
  return {left(limits.bytes, source.size()), left(limits.chars, codec::utf16_units(source))};
}

// A network that a player may carry.
struct Candidate {
  std::string name;
  double lost = 0;  // Elo, against the one that was asked for
  NamedNetwork network;
};

NamedNetwork network_of(const GameModule& game, const std::string& name) {
  NamedNetwork network = load_named_network(name);
  take_fitting(check_features(take(PackedNetwork::make(network.weights), input_name(name)),
                              game.facts().network_features),
               game, name);
  return network;
}

std::vector<Candidate> candidates_of(const SubmissionRequest& request) {
  if (request.network == kLinear) return {};
  std::vector<Candidate> candidates{{request.network, 0, network_of(*request.game, request.network)}};
  if (request.network != kShipped) return candidates;
  const std::filesystem::path folder = std::filesystem::path(network_path(request.network)).parent_path();
  for (const SmallNetwork& small : kSmallNetworks)
    if (const std::string path = folder / small.file; std::filesystem::exists(path))
      candidates.push_back({path, small.lost, network_of(*request.game, path)});
  return candidates;
}

// A player in the making.
class Maker {
 public:
  explicit Maker(const SubmissionRequest& request)
      : request_(request),
        code_(code_of(*request.game)),
        candidates_(candidates_of(request)),
        lines_(packed_lines(request, *request.game)) {
    if (request.book != kNoBook && !is_of_lines_alone(request.book))
      book_ = load_book(request.book, *request.game, LinesOfPlay::kSkip).book;
  }

  // The whole player if it fits, else a divided one.
  Submission make() {
    const std::string bare = source({});
    submission_.code_bytes = bare.size();
    if (!request_.limits.allow(bare))
      throw Failure(fmt::format("its code alone takes {}; raise the limit", request_.limits.excess(bare)));
    Texts texts;
    if (!candidates_.empty()) texts.network = packed_text(candidates_.front().network);
    if (book_) texts.book = packed_book(*book_, {}).output;
    if (lines_) texts.lines = lines_->text;
    submission_.network = request_.network;
    if (!fits(texts)) texts = divided(texts);
    submission_.source = source(texts);
    submission_.network_bytes = texts.network.size();
    if (book_) report_book(texts.book);
    if (lines_) report_lines(texts.lines);
    return std::move(submission_);
  }

 private:
  struct Texts {
    std::string network, book, lines;
  };

  std::string source(const Texts& texts) const {
    return code_ + payload(request_, texts.network, texts.book, texts.lines);
  }
  bool fits(const Texts& texts) const { return request_.limits.allow(source(texts)); }

  std::string packed_text(const NamedNetwork& network) const {
    PackRequest request;
    request.encoding = &text_encoding(request_);
    return pack_network(network, request).output;
  }
  PackedAsset packed_book(const Book& book, const SizeLimits& limits) const {
    PackRequest request;
    request.encoding = &text_encoding(request_);
    request.keep = content_of(book);
    request.limits = limits;
    return pack_book(book, request, input_name(request_.book));
  }

  Texts divided(const Texts& whole) {
    const Choices choices{roundings(whole), book_portions(whole), line_portions(whole)};
    const auto room = [&](const std::string& book, const std::string& lines) {
      return room_of_network({"", book, lines}, whole.network);
    };
    const std::optional<Division> division = best_division(choices, room);
    if (!division) throw Failure(smallest(choices));
    Texts texts{"", choices.books[division->book].text, choices.lines[division->lines].text};
    submission_.lost = division->lost;
    if (!candidates_.empty()) fill_with_network(texts, candidates_[division->network]);
    if (book_) {
      const SizeLimits left = room_beside(request_.limits, source({texts.network, "", texts.lines}));
      if (left.allow(texts.book)) texts.book = packed_book(*book_, left).output;
    }
    return texts;
  }

  // The bytes of a text of the kind of `like` that fit beside others.
  std::optional<std::size_t> room_of_network(const Texts& others, const std::string& like) const {
    if (!fits(others)) return std::nullopt;
    const SizeLimits room = room_beside(request_.limits, source(others));
    std::size_t bytes = room.bytes.value_or(like.size());
    if (room.chars)
      bytes = std::min(bytes, *room.chars * like.size() / std::max<std::size_t>(codec::utf16_units(like), 1));
    return bytes;
  }

  std::string smallest(const Choices& choices) const {
    std::size_t bytes = std::numeric_limits<std::size_t>::max();
    for (const auto& network : choices.networks)
      if (!network.empty()) bytes = std::min(bytes, network.back().bytes);
    constexpr std::size_t kMarks = 128;  // of the literals, at most
    bytes += submission_.code_bytes + choices.books.back().text.size() + kMarks;
    return fmt::format(
        "{}: the smallest player takes {} bytes, of which {} are code; raise the limit, or take --net linear",
        input_name(request_.network), bytes, submission_.code_bytes);
  }

  // Each network as it is, and rounded more and more, until it leaves room for all else.
  std::vector<std::vector<Rounding>> roundings(const Texts& whole) {
    if (candidates_.empty()) return {{{}}};
    std::vector<std::vector<Rounding>> networks;
    double enough = std::numeric_limits<double>::infinity();  // lost where all else is whole
    for (const Candidate& candidate : candidates_) {
      networks.emplace_back();
      if (candidate.lost >= enough) continue;
      networks.back() = roundings_of(candidate, whole);
      enough = std::min(enough, networks.back().back().lost);
    }
    return networks;
  }

  std::vector<Rounding> roundings_of(const Candidate& candidate, const Texts& whole) {
    const auto& [name, lost, network] = candidate;
    const std::string where = input_name(name), text = packed_text(network);
    std::vector<Rounding> roundings{{text.size(), lost}};
    if (fits({text, whole.book, whole.lines})) return roundings;
    if (positions_.empty())
      positions_ = sample_positions(network, {request_.positions, std::string(request_.game->name())}, where);
    constexpr std::size_t kCompared = 20'000;
    const auto positions = std::span(positions_).first(std::min(kCompared, positions_.size()));
    const auto noise = [](int step) { return std::exp2(step / 2.0); };
    constexpr int kSteps = 25;  // to a noise of four times the greatest weight, with which nothing is left
    const auto steps = std::views::iota(0, kSteps);
    const auto fitting = std::ranges::partition_point(steps, [&](int step) {
      const NetworkWeights weights =
          take(booksearch::round_rows(network.weights, positions, noise(step)), where);
      return !fits({packed_text({"", "", weights}), "", ""});
    });
    const int first = static_cast<int>(fitting - steps.begin());
    for (int step = std::max(first - 1, 0); step < kSteps; ++step) {
      const ShrunkNetwork rounded = rounded_network(network, positions, noise(step), packing(), where);
      const std::size_t bytes = rounded.output.size();
      if (bytes < roundings.back().bytes)
        roundings.push_back({bytes, lost + elo_of_error(rounded.error.root_mean_square)});
      if (fits({rounded.output, whole.book, whole.lines})) break;
    }
    return roundings;
  }

  // The book, its first half, quarter and so on.
  std::vector<Portion> book_portions(const Texts& whole) const {
    std::vector<Portion> portions{{whole.book, 0}};
    if (!book_) return portions;
    Book part = *book_;
    while (part.entries.size() > 1) {
      part.entries.resize(part.entries.size() / 2);
      portions.push_back({packed_book(part, {}).output, elo_without_rest(part.entries.size())});
    }
    return portions;
  }

  // The Elo that the book loses if so many entries are kept.
  double elo_without_rest(std::size_t kept) const {
    const std::vector<double> weights = entry_weights(*book_);
    return elo_of_entries(
        std::accumulate(weights.begin() + static_cast<std::ptrdiff_t>(kept), weights.end(), 0.0));
  }

  std::vector<Portion> line_portions(const Texts& whole) const {
    if (whole.lines.empty()) return {{"", 0}};
    return {{whole.lines, 0}, {"", kEloOfLines}};
  }

  // The network of a candidate with as little noise as there is room beside a book and lines.
  void fill_with_network(Texts& texts, const Candidate& candidate) {
    submission_.network = candidate.name;
    texts.network = packed_text(candidate.network);
    if (fits(texts)) return;
    submission_.shrunk = shrunk_network(
        candidate.network, positions_, packing(),
        [&](std::string_view output) {
          return request_.limits.excess(source({std::string(output), texts.book, texts.lines}));
        },
        input_name(candidate.name));
    texts.network = submission_.shrunk->output;
    submission_.lost->network = candidate.lost + elo_of_error(submission_.shrunk->error.root_mean_square);
  }

  NetworkPacking packing() const {
    return [this](const NamedNetwork& network) { return packed_text(network); };
  }

  void report_book(const std::string& text) {
    const UnpackedAsset unpacked =
        unpack_asset(text, {.encoding = &text_encoding(request_)}, input_name(request_.book));
    submission_.book = unpacked.content;
    submission_.book_bytes = text.size();
    submission_.entries =
        take(decode_book(std::as_bytes(std::span(unpacked.content)), LinesOfPlay::kSkip), "the book")
            .entries.size();
    submission_.all_entries = book_->entries.size();
    if (submission_.lost) submission_.lost->book = elo_without_rest(submission_.entries);
  }
  void report_lines(const std::string& text) {
    if (text.empty()) {
      submission_.dropped_lines_bytes = lines_->text.size();
      return;
    }
    submission_.lines_bytes = text.size();
    submission_.positions = lines_->positions;
    submission_.lines = lines_->file;
  }

  const SubmissionRequest& request_;
  const std::string code_;
  const std::vector<Candidate> candidates_;
  const std::optional<PackedLines> lines_;
  std::optional<Book> book_;
  std::vector<SeenPosition> positions_;  // over which networks are compared, once they are
  Submission submission_;
};

}  // namespace

Submission make_submission(const SubmissionRequest& request) { return Maker(request).make(); }

std::string player_source(std::string_view game) {
  std::string source;
  for (const PlayerSource& player : kPlayerSources)
    if (player.game == game)
      for (const char* piece : player.pieces) source += piece;
  return source;
}

}  // namespace tabiya::tools
