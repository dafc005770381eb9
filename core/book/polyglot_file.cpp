#include "core/book/polyglot_file.h"

#include <algorithm>
#include <cstdint>
#include <string>

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

Result<MoveBook> read_polyglot(std::span<const std::byte> file) {
  MoveBook book;
  const std::size_t rest = file.size() % kPolyglotEntry;
  if (rest != 0)
    return corrupt("cut short: entries have 16 bytes, and the last one has " + std::to_string(rest),
                   file.size() - rest);
  book.moves.reserve(file.size() / kPolyglotEntry);
  for (std::size_t at = 0; at < file.size(); at += kPolyglotEntry) {
    const BookMove move = entry_at(file, at);
    if (!book.moves.empty() && move.key < book.moves.back().key)
      return corrupt("the entries are not sorted by key: entry " + std::to_string(book.moves.size() + 1) +
                         " belongs before the one in front of it",
                     at);
    book.moves.push_back(move);
  }
  return book;
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
