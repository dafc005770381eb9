#include "core/book/indexed_book.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <tuple>
#include <utility>

#include "codec/bits.h"
#include "codec/crc64.h"
#include "codec/fnv.h"
#include "codec/short_text.h"
#include "core/random.h"

namespace tabiya {
namespace {

constexpr std::size_t kFixedHead = 16;               // bytes, after which the size of the head is known
constexpr std::size_t kTable = 4 * kIndexedBuckets;  // bytes
constexpr std::size_t kSums = 16;                    // bytes: two checksums at the end of the head
constexpr std::uint64_t kRestMask = (std::uint64_t{1} << kIndexedRest) - 1;
constexpr std::uint64_t kReadAtOnce = 128;  // positions: of ten million, those around where a key should be

std::uint64_t number_at(std::span<const std::byte> bytes, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = size; i-- > 0;) number = number << 8 | static_cast<std::uint64_t>(bytes[at + i]);
  return number;
}

std::uint64_t rest_at(std::span<const std::byte> records, std::size_t place) {
  return number_at(records, place * kIndexedRecord, kIndexedRest / 8);
}

BookValue book_value_at(std::span<const std::byte> record, std::size_t value, std::size_t error) {
  const auto code = static_cast<std::int16_t>(static_cast<std::uint16_t>(number_at(record, value, 2)));
  return {value_of_index(code), error_of_index(static_cast<std::uint8_t>(record[error]))};
}

Error damaged_head(const std::string& what) {
  return corrupt("the head of the indexed book is damaged: " + what);
}

Error out_of_order(std::uint64_t place) {
  return corrupt("the positions of the indexed book are not sorted by key around the one at place " +
                 std::to_string(place));
}

bool is_counter(std::string_view field) {
  return field == "-" || std::ranges::all_of(field, [](char c) { return c >= '0' && c <= '9'; });
}

// Texts, each with its length in 16 bits; fewer where the bytes end.
std::vector<std::string> get_texts(codec::BitReader& reader) {
  std::vector<std::string> texts;
  for (std::uint64_t left = reader.get(32); left > 0 && !reader.overrun(); --left)
    texts.push_back(codec::get_text(reader));
  return texts;
}

// Reads the bytes between the fixed part and the table.
Result<IndexedHead> get_head(codec::BitReader& reader) {
  IndexedHead head;
  head.meta.rules = static_cast<std::uint32_t>(reader.get(32));
  for (Score* score : {&head.meta.search_error, &head.meta.repetition, &head.meta.tolerance})
    *score = static_cast<Score>(static_cast<std::uint32_t>(reader.get(32)));
  head.game = codec::get_text(reader);
  head.meta.judge = codec::get_text(reader);
  head.roots = get_texts(reader);
  const std::uint64_t rules = reader.get(32);
  if (reader.overrun() || rules > reader.remaining() / 8) return damaged_head("it ends early");
  head.rules_text.resize(static_cast<std::size_t>(rules));
  for (char& c : head.rules_text) c = static_cast<char>(reader.get(8));
  if (reader.overrun() || reader.remaining() != 8 * (kTable + kSums))
    return damaged_head("it has another size than it says");
  const auto is_value = [](Score score) { return score > -kInfiniteScore && score < kInfiniteScore; };
  if (!codec::is_printable(head.game) || !codec::is_printable(head.meta.judge) ||
      !std::ranges::all_of(head.roots, [](const std::string& root) { return codec::is_printable(root); }) ||
      !is_value(head.meta.search_error) || head.meta.search_error < 0 || !is_value(head.meta.repetition) ||
      head.meta.tolerance < 0)
    return damaged_head("a text or a value cannot be");
  return head;
}

}  // namespace

std::string indexed_text(const BookWalk& walk) {
  const std::unique_ptr<BookWalk> image = walk.first_image();
  std::string text = image == nullptr ? walk.text() : image->text();
  for (std::size_t blank; (blank = text.rfind(' ')) != text.npos && is_counter(text.substr(blank + 1));)
    text.resize(blank);
  return text;
}

std::uint64_t indexed_key(std::string_view text) { return Random(codec::fnv1a(text)).next() >> 4; }

std::vector<std::size_t> indexed_places(const BookWalk& walk) {
  const std::unique_ptr<BookWalk> image = walk.first_image();
  const BookWalk& at = image == nullptr ? walk : *image;
  std::vector<std::string> names;
  for (const MoveCode move : walk.moves()) names.push_back(at.move_text(move).wire);
  std::vector<std::size_t> places;
  for (const std::string& name : names)
    places.push_back(static_cast<std::size_t>(
        std::ranges::count_if(names, [&](const std::string& other) { return other < name; })));
  return places;
}

Result<IndexedBook> IndexedBook::make(std::uint64_t size, Read read) {
  std::vector<std::byte> bytes(kFixedHead);
  if (size < kFixedHead + kTable + kSums) return corrupt("an indexed book is cut short in its head");
  if (Status status = read(0, bytes); !status) return status.error();
  const auto magic = std::as_bytes(std::span(kIndexedMagic));
  if (!std::ranges::equal(magic, std::span(bytes).first(magic.size())))
    return unsupported("not an indexed book: it does not begin with " + std::string(kIndexedMagic));
  if (const std::uint64_t layout = number_at(bytes, 8, 4); layout != kIndexedLayout)
    return unsupported("an indexed book of layout " + std::to_string(layout) +
                       "; this program reads layout " + std::to_string(kIndexedLayout));
  IndexedBook book;
  book.begin_ = number_at(bytes, 12, 4);
  if (book.begin_ < kFixedHead + kTable + kSums || book.begin_ > kMostIndexedHead)
    return damaged_head("it cannot have " + std::to_string(book.begin_) + " bytes");
  if (size < book.begin_) return corrupt("an indexed book is cut short in its head");
  bytes.resize(static_cast<std::size_t>(book.begin_));
  if (Status status = read(0, bytes); !status) return status.error();
  if (codec::crc64(std::span(bytes).first(bytes.size() - 8)) != number_at(bytes, bytes.size() - 8, 8))
    return damaged_head("its checksum differs");
  codec::BitReader reader(std::span<const std::byte>(bytes).subspan(kFixedHead));
  const std::uint64_t positions = reader.get(32);
  Result<IndexedHead> head = get_head(reader);
  if (!head) return head.error();
  book.head_ = *std::move(head);
  for (std::size_t bucket = 0; bucket < kIndexedBuckets; ++bucket)
    book.first_of_bucket_.push_back(static_cast<std::uint32_t>(reader.get(32)));
  book.first_of_bucket_.push_back(static_cast<std::uint32_t>(positions));
  book.checksum_ = reader.get(64);
  if (book.first_of_bucket_[0] != 0 || !std::ranges::is_sorted(book.first_of_bucket_))
    return damaged_head("its table is not in order");
  const std::uint64_t expected = book.begin_ + positions * kIndexedRecord;
  if (size != expected)
    return corrupt("an indexed book of " + std::to_string(positions) + " positions has " +
                   std::to_string(expected) + " bytes, and this one " + std::to_string(size) +
                   (size < expected ? ": it is cut short" : ""));
  book.read_ = std::move(read);
  if (Status status = book.check_order(); !status) return status.error();
  return book;
}

Status IndexedBook::check_order() const {
  constexpr std::uint64_t kSampled = 64;  // places
  constexpr std::size_t kNeighbours = 4;  // positions
  for (std::uint64_t i = 0; i < kSampled; ++i) {
    const auto bucket = static_cast<std::size_t>(i * (kIndexedBuckets / kSampled));
    const std::uint64_t first = first_of_bucket_[bucket], count = first_of_bucket_[bucket + 1] - first;
    const auto sampled = static_cast<std::size_t>(std::min<std::uint64_t>(count, kNeighbours));
    const auto met = records(first, sampled, 0, kRestMask);
    if (!met) return met.error();
  }
  return ok_status();
}

// Positions of one bucket, whose keys are known to be between these.
Result<std::vector<std::byte>> IndexedBook::records(std::uint64_t first, std::size_t count,
                                                    std::uint64_t least, std::uint64_t most) const {
  std::vector<std::byte> bytes(count * kIndexedRecord);
  if (count == 0) return bytes;
  if (Status status = read_(begin_ + first * kIndexedRecord, bytes); !status) return status.error();
  for (std::size_t place = 0; place < count; ++place) {
    const std::uint64_t key = rest_at(bytes, place);
    if (key < least || key > most) return out_of_order(first + place);
    least = key + 1;
  }
  return bytes;
}

struct IndexedBook::Found {
  std::uint64_t place;
  BookValue value;
  SearchEffort effort;
  std::uint16_t outside;
  BookValue outside_value;
};

// Keys are even over their range, so that a position is next to where its key says; where it is not, the middle is tried.
Result<std::optional<IndexedBook::Found>> IndexedBook::find_key(std::uint64_t key) const {
  const auto bucket = static_cast<std::size_t>(key >> kIndexedRest);
  const std::uint64_t rest = key & kRestMask;
  std::uint64_t begin = first_of_bucket_[bucket], end = first_of_bucket_[bucket + 1];
  std::uint64_t least = 0, most = kRestMask;
  for (int reads = 0; begin < end && least <= most; ++reads) {
    std::uint64_t first = begin;
    const std::uint64_t count = std::min(end - begin, kReadAtOnce);
    if (end - begin > kReadAtOnce) {
      constexpr int kGuesses = 3;
      const double share =
          reads < kGuesses ? static_cast<double>(rest - least) / static_cast<double>(most - least + 1) : 0.5;
      const auto guess = static_cast<std::uint64_t>(share * static_cast<double>(end - begin));
      first += std::min(guess - std::min(guess, kReadAtOnce / 2), end - begin - count);
    }
    const auto met = records(first, static_cast<std::size_t>(count), least, most);
    if (!met) return met.error();
    const auto last = static_cast<std::size_t>(count - 1);
    if (rest < rest_at(*met, 0)) {
      end = first;
      most = rest_at(*met, 0) - 1;
    } else if (rest > rest_at(*met, last)) {
      begin = first + count;
      least = rest_at(*met, last) + 1;
    } else {
      std::size_t place = 0;
      while (rest_at(*met, place) < rest) ++place;
      if (rest_at(*met, place) != rest) return std::optional<Found>();
      const auto record = std::span<const std::byte>(*met).subspan(place * kIndexedRecord, kIndexedRecord);
      return std::optional(
          Found{first + place, book_value_at(record, 6, 8), static_cast<SearchEffort>(record[9]),
                static_cast<std::uint16_t>(number_at(record, 10, 2)), book_value_at(record, 12, 14)});
    }
  }
  return std::optional<Found>();
}

Status IndexedBook::add_choices(const BookWalk& walk, const Found& found, KnownPosition& known) const {
  for (const MoveCode move : walk.moves()) {
    const std::unique_ptr<BookWalk> after = walk.clone();
    after->play(move);
    const auto behind = find_key(indexed_key(indexed_text(*after)));
    if (!behind) return behind.error();
    if (!*behind) continue;
    const bool is_same_side = after->side_to_move() == walk.side_to_move();
    known.choices.push_back({move,
                             {value_before((*behind)->value.value, is_same_side), (*behind)->value.error},
                             static_cast<BookNode>((*behind)->place)});
  }
  if (found.outside != IndexedPosition::kNoMove) {
    const std::vector<std::size_t> places = indexed_places(walk);
    const auto place = std::ranges::find(places, found.outside);
    if (place == places.end())
      return corrupt("an indexed book names move " + std::to_string(found.outside) + " in " + walk.text() +
                     ", which has fewer: it is damaged or of other rules");
    // A position that is in the book by another way is known better behind the move.
    const MoveCode move = walk.moves()[static_cast<std::size_t>(place - places.begin())];
    if (std::ranges::count(known.choices, move, &BookChoice::move) == 0)
      known.choices.push_back({move, found.outside_value, {}});
  }
  std::ranges::sort(known.choices, [](const BookChoice& a, const BookChoice& b) {
    return std::tuple(b.value.value, !a.to, a.move) < std::tuple(a.value.value, !b.to, b.move);
  });
  return ok_status();
}

Result<std::optional<KnownPosition>> IndexedBook::find(const BookWalk& walk) const {
  const auto found = find_key(indexed_key(indexed_text(walk)));
  if (!found) return found.error();
  if (!*found) return std::optional<KnownPosition>();
  KnownPosition known{(*found)->value, {}, (*found)->effort};
  if (Status status = add_choices(walk, **found, known); !status) return status.error();
  return std::optional(std::move(known));
}

Status IndexedBook::verify() const {
  std::uint64_t checksum = 0;
  for (std::size_t bucket = 0; bucket < kIndexedBuckets; ++bucket) {
    std::uint64_t least = 0;
    for (std::uint64_t first = first_of_bucket_[bucket], end = first_of_bucket_[bucket + 1]; first < end;) {
      constexpr std::uint64_t kChunk = 1 << 16;  // positions
      const auto count = static_cast<std::size_t>(std::min(end - first, kChunk));
      const auto met = records(first, count, least, kRestMask);
      if (!met) return met.error();
      checksum = codec::crc64(*met, checksum);
      least = rest_at(*met, count - 1) + 1;
      first += count;
    }
  }
  if (checksum != checksum_)
    return corrupt("the positions of the indexed book are not those that were written: its checksum differs");
  return ok_status();
}

}  // namespace tabiya
