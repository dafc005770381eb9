#include "core/book/polyglot_file.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace tabiya {
namespace {

constexpr std::uint64_t kMaxWeight = 0xffff;

std::uint64_t get_number(std::span<const std::byte> bytes) {
  std::uint64_t number = 0;
  for (const std::byte byte : bytes) number = number << 8 | static_cast<std::uint64_t>(byte);
  return number;
}

void put_number(std::vector<std::byte>& bytes, std::uint64_t number, int size) {
  for (int i = size - 1; i >= 0; --i) bytes.push_back(static_cast<std::byte>(number >> (8 * i) & 0xff));
}

BookMove entry_at(std::span<const std::byte> file, std::size_t offset) {
  const auto entry = file.subspan(offset, kPolyglotEntry);
  BookMove move;
  move.key = get_number(entry.first(8));
  move.move = static_cast<MoveCode>(get_number(entry.subspan(8, 2)));
  move.weight = get_number(entry.subspan(10, 2));
  move.learn = static_cast<std::uint32_t>(get_number(entry.subspan(12, 4)));
  return move;
}

Error cut_short(std::uint64_t size) {
  const std::uint64_t rest = size % kPolyglotEntry;
  return corrupt("cut short: entries have 16 bytes, and the last one has " + std::to_string(rest),
                 size - rest);
}

// `place`: of the entry, from 0.
Error entry_out_of_order(std::uint64_t place) {
  return corrupt("the entries are not sorted by key: entry " + std::to_string(place + 1) +
                     " belongs before the one in front of it",
                 place * kPolyglotEntry);
}

// `largest`: of the position's weights.
std::uint64_t scaled_weight(std::uint64_t weight, std::uint64_t largest) {
  if (largest <= kMaxWeight || weight == 0) return weight;
  const double share = static_cast<double>(weight) / static_cast<double>(largest);
  return std::clamp(static_cast<std::uint64_t>(share * kMaxWeight + 0.5), std::uint64_t{1}, kMaxWeight);
}

}  // namespace

bool looks_like_polyglot(std::span<const std::byte> file) {
  if (file.empty() || file.size() % kPolyglotEntry != 0) return false;
  for (std::size_t at = kPolyglotEntry; at < file.size(); at += kPolyglotEntry)
    if (get_number(file.subspan(at, 8)) < get_number(file.subspan(at - kPolyglotEntry, 8))) return false;
  return true;
}

MoveBook polyglot_entries(std::span<const std::byte> file) {
  MoveBook book;
  const std::size_t entries = file.size() / kPolyglotEntry;
  book.moves.reserve(entries);
  for (std::size_t place = 0; place < entries; ++place)
    book.moves.push_back(entry_at(file, place * kPolyglotEntry));
  return book;
}

Result<MoveBook> read_polyglot(std::span<const std::byte> file) {
  if (file.size() % kPolyglotEntry != 0) return cut_short(file.size());
  MoveBook book = polyglot_entries(file);
  const auto wrong = std::ranges::adjacent_find(book.moves, std::ranges::greater(), &BookMove::key);
  if (wrong != book.moves.end())
    return entry_out_of_order(static_cast<std::uint64_t>(wrong - book.moves.begin()) + 1);
  return book;
}

Result<PolyglotFile> PolyglotFile::make(std::uint64_t size, Read read) {
  if (size % kPolyglotEntry != 0) return cut_short(size);
  PolyglotFile file(size / kPolyglotEntry, std::move(read));
  constexpr std::uint64_t kSampled = 256;
  const std::uint64_t step = file.entries_ / kSampled + 1;
  PositionKey least = 0;
  for (std::uint64_t place = 0; place < file.entries_; place += step) {
    const Result<BookMove> met = file.entry(place);
    if (!met) return met.error();
    if (met->key < least) return entry_out_of_order(place);
    least = met->key;
  }
  return file;
}

Result<BookMove> PolyglotFile::entry(std::uint64_t place) const {
  std::array<std::byte, kPolyglotEntry> bytes;
  if (Status status = read_(place * kPolyglotEntry, bytes); !status) return status.error();
  return entry_at(bytes, 0);
}

Result<std::vector<BookMove>> PolyglotFile::find(PositionKey key) const {
  // Entries before `begin` have smaller keys, those from `end` on have not; the keys next to both are known.
  std::uint64_t begin = 0, end = entries_;
  PositionKey least = 0, most = ~PositionKey{0};
  while (begin < end) {
    const std::uint64_t middle = begin + (end - begin) / 2;
    const Result<BookMove> met = entry(middle);
    if (!met) return met.error();
    if (met->key < least || met->key > most) return entry_out_of_order(middle);
    (met->key < key ? least : most) = met->key;
    met->key < key ? begin = middle + 1 : end = middle;
  }
  std::vector<BookMove> moves;
  for (std::uint64_t place = begin; place < entries_; ++place) {
    const Result<BookMove> met = entry(place);
    if (!met) return met.error();
    if (met->key < key) return entry_out_of_order(place);
    if (met->key > key) break;
    moves.push_back(*met);
  }
  return moves;
}

std::vector<std::byte> write_polyglot(const MoveBook& book) {
  std::vector<std::byte> file;
  file.reserve(book.moves.size() * kPolyglotEntry);
  for_each_position(book, [&](std::span<const BookMove> moves) {
    const std::uint64_t largest = std::ranges::max(moves, {}, &BookMove::weight).weight;
    for (const BookMove& move : moves) {
      put_number(file, move.key, 8);
      put_number(file, move.move, 2);
      put_number(file, scaled_weight(move.weight, largest), 2);
      put_number(file, move.learn, 4);
    }
  });
  return file;
}

}  // namespace tabiya
