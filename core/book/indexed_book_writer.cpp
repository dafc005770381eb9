// Writes indexed books of moves.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "codec/bits.h"
#include "codec/crc64.h"
#include "codec/short_text.h"
#include "core/book/indexed_book.h"

namespace tabiya {
namespace {

constexpr Score kMostWritten = 310'000;
constexpr std::int32_t kWinAtOnce = 32'767;
constexpr int kExact = 192;  // codes of errors up to this are multiples of kValueStep

void put_texts(codec::BitWriter& writer, const std::vector<std::string>& texts) {
  writer.put(texts.size(), 32);
  for (const std::string& text : texts) codec::put_text(writer, text);
}

Status check_texts(const IndexedHead& head) {
  constexpr std::size_t kMost = 0xffff;
  const auto fits = [](const std::string& text) { return text.size() <= kMost && codec::is_printable(text); };
  if (!fits(head.game) || !fits(head.meta.judge) || !std::ranges::all_of(head.roots, fits))
    return invalid("a name or a position of the book cannot be written");
  return ok_status();
}

std::vector<std::byte> head_bytes(const IndexedHead& head, const std::vector<IndexedPosition>& positions,
                                  std::uint64_t checksum, std::uint64_t size) {
  codec::BitWriter writer;
  for (const char c : kIndexedMagic) writer.put(static_cast<unsigned char>(c), 8);
  writer.put(kIndexedLayout, 32);
  writer.put(size, 32);
  writer.put(positions.size(), 32);
  writer.put(head.meta.rules, 32);
  for (const Score score : {head.meta.search_error, head.meta.repetition, head.meta.tolerance})
    writer.put(static_cast<std::uint32_t>(score), 32);
  codec::put_text(writer, head.game);
  codec::put_text(writer, head.meta.judge);
  put_texts(writer, head.roots);
  writer.put(head.rules_text.size(), 32);
  for (const char c : head.rules_text) writer.put(static_cast<unsigned char>(c), 8);
  std::size_t place = 0;
  for (std::uint64_t bucket = 0; bucket < kIndexedBuckets; ++bucket) {
    while (place < positions.size() && positions[place].key >> kIndexedRest < bucket) ++place;
    writer.put(place, 32);
  }
  writer.put(checksum, 64);
  std::vector<std::byte> bytes = writer.take_bytes();
  const std::uint64_t own = codec::crc64(bytes);
  for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<std::byte>(own >> (8 * i) & 0xff));
  return bytes;
}

void put_position(std::byte* to, const IndexedPosition& position) {
  const auto put = [&](std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) *to++ = static_cast<std::byte>(number >> (8 * i) & 0xff);
  };
  put(position.key, kIndexedRest / 8);
  put(static_cast<std::uint16_t>(indexed_value(position.value.value)), 2);
  put(indexed_error(position.value.error), 1);
  put(position.effort, 1);
  put(position.outside, 2);
  put(static_cast<std::uint16_t>(indexed_value(position.outside_value.value)), 2);
  put(indexed_error(position.outside_value.error), 1);
}

// The book's positions with their walks, each once, those of a root in the order of a tour.
class Indexer {
 public:
  Indexer(const ValuedBook& book, const BookWalk& walk)
      : book_(book), walk_(walk), nodes_(nodes_behind(book)), is_met_(book.size()) {
    positions_.reserve(book.size());
  }

  Result<std::vector<IndexedPosition>> run() {
    for (const BookRoot& root : book_.roots()) {
      std::unique_ptr<BookWalk> at = walk_.clone();
      if (Status there = at->go_to(root.position); !there) return there.error();
      if (Status status = enter(std::move(at), root.node); !status) return status.error();
      while (!open_.empty()) {
        auto [from, node] = std::move(open_.back());
        open_.pop_back();
        for (const BookLink& link : book_.moves(node)) {
          if (is_met_[link.to]) continue;
          std::unique_ptr<BookWalk> after = from->clone();
          after->play(link.move);
          if (Status status = enter(std::move(after), link.to); !status) return status.error();
        }
      }
    }
    return std::move(positions_);
  }

 private:
  Status enter(std::unique_ptr<BookWalk> walk, BookNode node) {
    if (is_met_[node]) return ok_status();
    is_met_[node] = true;
    const BookPosition& known = book_[node];
    if (walk->key() != known.key)
      return invalid("the moves of the book lead to another position than it says: " + walk->text());
    IndexedPosition& position = positions_.emplace_back();
    position.key = indexed_key(indexed_text(*walk));
    position.value = known.value;
    position.outside_value = known.outside_value;
    position.effort = effort_of(nodes_[node]);
    if (known.outside) {
      const std::vector<MoveCode> moves = walk->moves();
      const std::optional<MoveCode> legal = walk->legal(*known.outside);
      const auto found = legal ? std::ranges::find(moves, *legal) : moves.end();
      if (found == moves.end()) return invalid("a move of the book is not legal in " + walk->text());
      position.outside =
          static_cast<std::uint16_t>(indexed_places(*walk)[static_cast<std::size_t>(found - moves.begin())]);
    }
    open_.emplace_back(std::move(walk), node);
    return ok_status();
  }

  const ValuedBook& book_;
  const BookWalk& walk_;
  const std::vector<double> nodes_;
  std::vector<bool> is_met_;
  std::vector<IndexedPosition> positions_;
  std::vector<std::pair<std::unique_ptr<BookWalk>, BookNode>> open_;
};

}  // namespace

std::uint8_t indexed_error(Score error) {
  if (error <= 0) return 0;
  const long steps = std::max(1L, std::lround(error / double{kValueStep}));
  if (steps <= kExact) return static_cast<std::uint8_t>(steps);
  const long code = kExact + std::max(1L, std::lround(std::sqrt(static_cast<double>(steps - kExact))));
  return static_cast<std::uint8_t>(std::min(code, 0xffL));
}

Score error_of_index(std::uint8_t code) {
  if (code == 0xff) return kWinScore;
  const Score above = std::max(0, code - kExact);
  return kValueStep * (std::min<Score>(code, kExact) + above * above);
}

std::int16_t indexed_value(Score value) {
  if (const auto plies = plies_to_win(value))
    return static_cast<std::int16_t>(value > 0 ? kWinAtOnce - *plies : -kWinAtOnce - *plies);
  const double steps = std::clamp(value, -kMostWritten, kMostWritten) / double{kValueStep};
  return static_cast<std::int16_t>(std::lround(steps));
}

Score value_of_index(std::int16_t code) {
  constexpr std::int32_t kLeastWin = kWinAtOnce - (kWinScore - kProvenWin);
  if (code >= kLeastWin) return kWinScore - (kWinAtOnce - code);
  if (code <= -kLeastWin) return -kWinScore + (kWinAtOnce + std::max<std::int32_t>(code, -kWinAtOnce));
  return kValueStep * code;
}

Result<std::vector<std::byte>> encode_indexed(const IndexedHead& head,
                                              std::vector<IndexedPosition> positions) {
  constexpr std::size_t kMostPositions = 0xffffffff;
  if (Status status = check_texts(head); !status) return status.error();
  if (positions.size() > kMostPositions)
    return too_large("an indexed book has at most 4,294,967,295 positions");
  std::ranges::sort(positions, {}, &IndexedPosition::key);
  if (std::ranges::adjacent_find(positions, {}, &IndexedPosition::key) != positions.end())
    return invalid(
        "two positions of the book have one key, so that it cannot be indexed; leave one of them out");
  const std::size_t size = head_bytes(head, {}, 0, 0).size();
  if (size > kMostIndexedHead)
    return too_large("the rules and " + std::to_string(head.roots.size()) + " roots of the book take " +
                     std::to_string(size) + " bytes, and an indexed book has " +
                     std::to_string(kMostIndexedHead) + " for them; let fewer lines begin it");
  std::vector<std::byte> file(size + positions.size() * kIndexedRecord);
  for (std::size_t place = 0; place < positions.size(); ++place)
    put_position(file.data() + size + place * kIndexedRecord, positions[place]);
  const std::uint64_t checksum = codec::crc64(std::span<const std::byte>(file).subspan(size));
  std::ranges::copy(head_bytes(head, positions, checksum, size), file.begin());
  return file;
}

Result<std::vector<std::byte>> index_lines(const ValuedBook& book, const BookWalk& walk,
                                           std::string_view game, std::string_view rules_text) {
  IndexedHead head{std::string(game), std::string(rules_text), book.meta(), {}};
  for (const BookRoot& root : book.roots()) head.roots.push_back(root.position);
  Result<std::vector<IndexedPosition>> positions = Indexer(book, walk).run();
  if (!positions) return positions.error();
  return encode_indexed(head, *std::move(positions));
}

}  // namespace tabiya
