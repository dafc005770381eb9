// Sizes and times of the packed forms of a book and a network, next to well-known compressors and the
// published formats.
#include <string>

#include "codec/base128.h"
#include "codec/dense_text.h"
#include "codec/text.h"
#include "core/book/book_file.h"
#include "core/book/compact_book.h"
#include "core/eval/compact_network.h"
#include "core/games/zero_point_one/setup.h"
#include "core/games/zero_point_one/wazirdrop.h"
#include "tools/assets/book_input.h"
#include "tools/assets/network_input.h"
#include "tools/assets/shipped.h"
#include "tools/bench/bench.h"
#include "tools/bench/other_compressors.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

constexpr int kRepeats = 2;
const zero_point_one::Setups kSetups;

using Figures = std::vector<BenchFigure>;

void add(Figures& figures, const std::string& name, double value) { figures.push_back({name, value}); }

void add_size(Figures& figures, const std::string& name, std::size_t bytes) {
  add(figures, name + "_bytes", static_cast<double>(bytes));
}

void add_others(Figures& figures, const std::string& asset, std::size_t published, std::string_view file) {
  add_size(figures, asset + "_published", published);
  add_size(figures, asset + "_zstd_19", zstd_19_size(file));
  if (const auto xz = xz_9_size(file)) add_size(figures, asset + "_xz_9", *xz);
}

// Measures one codec: binary size, size as text of both kinds, and times. `decode` returns true if everything
// came back.
template <class Encode, class Decode>
void add_codec(Figures& figures, const std::string& name, Encode encode, Decode decode) {
  std::vector<std::byte> coded;
  const double encode_seconds = least_seconds(1, [&] { coded = encode(); });
  bool same = false;
  const double decode_seconds = least_seconds(kRepeats, [&] { same = decode(coded); });
  if (!same) throw Failure("bench codec: " + name + " does not come back", kInternalError);
  add_size(figures, name, coded.size());
  add_size(figures, name + "_base128", codec::encode_base128(coded).size());
  add_size(figures, name + "_dense", codec::encode_dense(coded).size());
  add(figures, name + "_encode_s", encode_seconds);
  add(figures, name + "_decode_s", decode_seconds);
}

void add_book(Figures& figures, const Book& book) {
  const std::vector<std::byte> file = encode_book(book);
  const std::string_view text = as_text(file);
  const auto published = take(zero_point_one::export_wazirdrop_book(book), "bench codec");
  add_others(figures, "book", published.size(), text);
  const auto add_content = [&](const char* name, BookContent content) {
    add_codec(
        figures, name,
        [&] { return take(encode_compact_book(book, kSetups, kSetups, content), "bench codec"); },
        [&](const std::vector<std::byte>& coded) {
          const Result<Book> decoded = decode_compact_book(coded, kSetups, kSetups);
          return decoded && decoded->entries.size() == book.entries.size() &&
                 (content != BookContent::kAll || *decoded == book);
        });
  };
  add_content("book_moves", BookContent::kMoves);
  add_content("book_order", BookContent::kOrder);
  add(figures, "book_order_times_smaller",
      static_cast<double>(published.size()) / figure(figures, "book_order_bytes"));
  add_content("book_all", BookContent::kAll);
}

void add_network(Figures& figures, const NamedNetwork& network) {
  const std::vector<std::byte> file = encode_network(network);
  const std::string_view text = as_text(file);
  add_others(figures, "network", zero_point_one::export_wazirdrop_network(network.weights).size(), text);
  add_codec(
      figures, "network_compact", [&] { return encode_compact_network(network); },
      [&](const std::vector<std::byte>& coded) {
        const Result<NamedNetwork> decoded = decode_compact_network(coded);
        return decoded && *decoded == network;
      });
}

}  // namespace

std::vector<BenchFigure> bench_codec(const BenchOptions& options) {
  const std::string book = options.book.empty() ? std::string(kShipped) : options.book;
  const std::string network = options.network.empty() ? std::string(kShipped) : options.network;
  Figures figures;
  add_book(figures, load_book(book, LinesOfPlay::kSkip).book);
  add_network(figures, load_named_network(network));
  return figures;
}

}  // namespace tabiya::tools
