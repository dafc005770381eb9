// Books and networks laid out plainly (codec/plain_layout.h), for decoders in any language (tools/assets/decoder/plain/):
//
//   book      game, maker, whether it is ordered, whether it has values; the words of the first side, a word once for each
//             entry; the words of replies. For each entry its reply as a place in the list of replies, from which it then
//             moves to the front; if ordered, for each entry, the best first, its place among those that are left; if it
//             has values, of each entry its change from the one before (signed), and the depths
//   network   name, provenance, features, width; a step for each row of the first layer, the weights in these steps, and
//             the other arrays of core/eval/network.h in their order, row by row (signed)
#include "core/games/asset.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "codec/plain_layout.h"
#include "core/games/games.h"

namespace tabiya {
namespace {

using Bytes = std::vector<std::byte>;
using ByteView = std::span<const std::byte>;
using Numbers = codec::PlainNumbers;
using codec::plain_signed;
using codec::PlainReader;
using codec::PlainWriter;
using codec::signed_of_plain;

// The kept part of a book, as it comes back from the compact form.
Result<Book> kept_of(const Book& book, const SetupPhase& setups, KeptContent kept) {
  const bool has_all = kept.content == BookContent::kAll;
  const Result<Bytes> compact = encode_compact_book(
      book, setups.reds(), setups.blues(), has_all ? BookContent::kValues : kept.content, kept.precision);
  if (!compact) return compact.error();
  return decode_compact_book(*compact, setups.reds(), setups.blues());
}

// The replies of entries in their order, each as its place among those that came last.
Numbers recent_places(std::vector<std::string> recent, const std::vector<std::string>& replies) {
  Numbers places;
  for (const std::string& reply : replies) {
    const auto at = std::ranges::find(recent, reply);
    places.push_back(static_cast<std::uint64_t>(at - recent.begin()));
    std::rotate(recent.begin(), at, at + 1);
  }
  return places;
}

// `order` is a permutation of the first whole numbers.
Numbers places_among_those_left(const std::vector<std::size_t>& order) {
  std::vector<std::size_t> left(order.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  Numbers places;
  for (const std::size_t index : order) {
    const auto at = std::ranges::lower_bound(left, index);
    places.push_back(static_cast<std::uint64_t>(at - left.begin()));
    left.erase(at);
  }
  return places;
}

void write_values(PlainWriter& writer, const std::vector<BookEntry>& entries) {
  Numbers changes, depths;
  Score last = 0;
  for (const BookEntry& entry : entries) {
    changes.push_back(plain_signed(std::int64_t{*entry.red_value} - std::exchange(last, *entry.red_value)));
    depths.push_back(entry.depth);
  }
  writer.numbers(changes);
  writer.numbers(depths);
}

Result<Bytes> encode_plain_book(const Asset& asset, const KeptContent& wanted) {
  const Book& whole = std::get<Book>(asset);
  const Result<const SetupPhase*> setups = setups_of_book(whole.meta.game);
  if (!setups) return setups.error();
  const Result<Book> book = kept_of(whole, **setups, wanted);
  if (!book) return book.error();
  const std::size_t count = book->entries.size();
  std::vector<std::string> names;
  for (const BookEntry& entry : book->entries) names.push_back((*setups)->reds().name(entry.red));
  std::vector<std::size_t> by_name(count),
      order(count);  // places in the book by names, and the other way round
  std::iota(by_name.begin(), by_name.end(), std::size_t{0});
  std::ranges::sort(by_name, {}, [&](std::size_t i) -> const std::string& { return names[i]; });
  std::vector<std::string> firsts, replies;
  for (std::size_t place = 0; place < count; ++place) {
    order[by_name[place]] = place;
    firsts.push_back(names[by_name[place]]);
    replies.push_back((*setups)->blues().name(book->entries[by_name[place]].reply));
  }
  std::vector<std::string> distinct = replies;
  std::ranges::sort(distinct);
  distinct.erase(std::ranges::unique(distinct).begin(), distinct.end());
  const bool has_values =
      (wanted.content == BookContent::kValues || wanted.content == BookContent::kAll) &&
      std::ranges::all_of(book->entries, [](const BookEntry& entry) { return entry.red_value.has_value(); });
  PlainWriter writer;
  writer.string(book->meta.game);
  writer.string(book->meta.maker);
  writer.number(book->meta.ordered);
  writer.number(has_values);
  writer.words(firsts);
  writer.words(distinct);
  writer.numbers(recent_places(distinct, replies));
  if (book->meta.ordered) writer.numbers(places_among_those_left(order));
  if (has_values) write_values(writer, book->entries);
  return writer.take();
}

// Takes the things at these places of what is left of a list, one after the other; nothing if there is no such place.
template <class T>
std::optional<std::vector<T>> taken(std::vector<T> list, const Numbers& places) {
  std::vector<T> result;
  for (const std::uint64_t place : places) {
    if (place >= list.size()) return std::nullopt;
    const auto at = list.begin() + static_cast<std::ptrdiff_t>(place);
    result.push_back(*at);
    list.erase(at);
  }
  return result;
}

Status read_values(PlainReader& reader, std::vector<BookEntry>& entries) {
  const Numbers changes = reader.numbers(entries.size()), depths = reader.numbers(entries.size());
  if (!reader.is_whole()) return corrupt("a plain book that ends early");
  std::int64_t value = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    value += std::clamp<std::int64_t>(signed_of_plain(changes[i]), -kInfiniteScore * 2, kInfiniteScore * 2);
    if (std::abs(value) > kInfiniteScore || depths[i] > 255)
      return corrupt("a value or depth that cannot be");
    entries[i].red_value = static_cast<Score>(value);
    entries[i].depth = static_cast<std::uint8_t>(depths[i]);
  }
  return ok_status();
}

Result<Asset> decode_plain_book(ByteView content) {
  PlainReader reader(content);
  Book book;
  book.meta.game = reader.string();
  const Result<const SetupPhase*> setups = setups_of_book(book.meta.game);
  if (!setups) return setups.error();
  book.meta.maker = reader.string();
  book.meta.ordered = reader.number() != 0;
  const bool has_values = reader.number() != 0;
  const std::vector<std::string> firsts = reader.words();
  std::vector<std::string> recent = reader.words();
  for (const std::uint64_t place : reader.numbers(firsts.size())) {
    if (place >= recent.size()) return corrupt("a reply that the plain book does not have");
    const auto at = recent.begin() + static_cast<std::ptrdiff_t>(place);
    std::rotate(recent.begin(), at, at + 1);
    const auto red = (*setups)->reds().parse(firsts[book.entries.size()]);
    const auto reply = (*setups)->blues().parse(recent.front());
    if (!red || !reply) return corrupt("a setup that the game does not have");
    book.entries.push_back({*red, *reply, {}, 0});
  }
  if (book.meta.ordered) {
    auto sorted = taken(std::move(book.entries), reader.numbers(firsts.size()));
    if (!sorted) return corrupt("an order that cannot be");
    book.entries = *std::move(sorted);
  }
  if (has_values)
    if (Status status = read_values(reader, book.entries); !status) return std::move(status).error();
  if (!reader.is_at_end() || book.entries.size() != firsts.size())
    return corrupt("a plain book that ends early or late");
  return Asset(std::move(book));
}

bool is_plain_book(ByteView content) {
  const std::string game = PlainReader(content).string();
  return !game.empty() && setups_of_book(game);
}

// The greatest number of which all weights of a row are multiples.
std::int16_t step_of(std::span<const std::int16_t> row) {
  int step = 0;
  for (const std::int16_t weight : row) step = std::gcd(step, weight);
  return static_cast<std::int16_t>(std::max(step, 1));
}

// Calls visit(array, length of its rows) for the arrays behind the first layer.
template <class Weights, class Visit>
void visit_rows(Weights& weights, Visit visit) {
  visit(std::span(weights.transformer_bias), weights.shape.width);
  visit(std::span(weights.w0), 2 * weights.shape.width);
  visit(std::span(weights.b0), kHidden0);
  visit(std::span(weights.w1), kHidden0);
  visit(std::span(weights.b1), kHidden1);
  visit(std::span(weights.w2), kHidden1);
  visit(std::span(&weights.b2, 1), 1u);
}

Result<Bytes> encode_plain_network(const Asset& asset, const KeptContent&) {
  const NamedNetwork& network = std::get<NamedNetwork>(asset);
  const NetworkShape shape = network.weights.shape;
  PlainWriter writer;
  writer.string(network.name);
  writer.string(network.provenance);
  writer.number(shape.features);
  writer.number(shape.width);
  Numbers steps, weights;
  for (std::size_t row = 0; row < shape.features; ++row) {
    const auto of_row = std::span(network.weights.transformer).subspan(row * shape.width, shape.width);
    const std::int16_t step = step_of(of_row);
    steps.push_back(static_cast<std::uint64_t>(step));
    for (const std::int16_t weight : of_row) weights.push_back(plain_signed(weight / step));
  }
  writer.numbers(steps);
  writer.numbers(weights);
  visit_rows(network.weights, [&](auto array, std::size_t length) {
    for (std::size_t begin = 0; begin < array.size(); begin += length) {
      Numbers row;
      for (const auto number : array.subspan(begin, length)) row.push_back(plain_signed(number));
      writer.numbers(row);
    }
  });
  return writer.take();
}

Result<Asset> decode_plain_network(ByteView content) {
  PlainReader reader(content);
  NamedNetwork network{reader.string(), reader.string(), {}};
  NetworkShape shape;
  const std::uint64_t features = reader.number(), width = reader.number();
  if (features > kMaxNetworkFeatures || width > kMaxNetworkWidth)
    return corrupt("a network of a shape that cannot be");
  shape.features = static_cast<std::uint32_t>(features);
  shape.width = static_cast<std::uint32_t>(width);
  if (Status status = check_shape(shape); !status) return std::move(status).error();
  network.weights = NetworkWeights(shape);
  bool fits = true;
  const auto put = [&fits](auto& number, std::uint64_t coded, std::uint64_t step) {
    constexpr std::int64_t kMost = std::int64_t{1} << 24;
    const std::int64_t value = std::clamp(signed_of_plain(coded), -kMost, kMost) *
                               static_cast<std::int64_t>(std::min<std::uint64_t>(step, kMost));
    number = static_cast<std::remove_reference_t<decltype(number)>>(value);
    fits = fits && number == value;
  };
  const Numbers steps = reader.numbers(shape.features),
                weights = reader.numbers(network.weights.transformer.size());
  for (std::size_t i = 0; i < weights.size(); ++i)
    put(network.weights.transformer[i], weights[i], steps[i / shape.width]);
  visit_rows(network.weights, [&](auto array, std::size_t length) {
    for (std::size_t begin = 0; begin < array.size(); begin += length) {
      const Numbers row = reader.numbers(length);
      for (std::size_t i = 0; i < row.size(); ++i) put(array[begin + i], row[i], 1);
    }
  });
  if (!reader.is_at_end()) return corrupt("a plain network that ends early or late");
  if (!fits || !check_ranges(network.weights))
    return corrupt("a plain network with numbers beyond their range");
  return Asset(std::move(network));
}

bool is_plain_network(ByteView) { return false; }

constexpr AssetKind kPlainKinds[] = {
    {"book", kFramedPlainBook, is_plain_book, encode_plain_book, decode_plain_book},
    {"network", kFramedPlainNetwork, is_plain_network, encode_plain_network, decode_plain_network}};

}  // namespace

const AssetKind* find_any_asset_kind(char framed) {
  const auto kind = std::ranges::find(kPlainKinds, framed, &AssetKind::framed);
  return kind == std::end(kPlainKinds) ? find_asset_kind(framed) : &*kind;
}

}  // namespace tabiya
