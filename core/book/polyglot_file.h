// Books of moves as files in the format of Fabien Letouzey's PolyGlot, which engines and their interfaces read:
// entries of 16 bytes, sorted by key, without a header. Numbers are big-endian: key (8 bytes), move (2), weight (2) and
// learn (4). Counts of games have no place in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "codec/result.h"
#include "core/book/move_book.h"

namespace tabiya {

inline constexpr std::size_t kPolyglotEntry = 16;  // bytes

// True if a file can be such a book, as far as one sees without its positions: whole entries with ascending
// keys.
bool looks_like_polyglot(std::span<const std::byte> file);

// The moves in the order of the file. Errors: kCorrupt with the offset, for a part of an entry at the end and for keys
// out of order.
Result<MoveBook> read_polyglot(std::span<const std::byte> file);

// All whole entries in the order of the file, whatever that is.
MoveBook polyglot_entries(std::span<const std::byte> file);

// A file of any size that is searched where it stands: for a position, some twenty reads of one entry, and those of its
// moves. Nothing of it is kept.
class PolyglotFile {
 public:
  // Reads the bytes from an offset on. Errors: kIo, also where the file ends before.
  using Read = std::function<Status(std::uint64_t offset, std::span<std::byte> bytes)>;

  // `size`: of the file, in bytes. Errors: those of reading; kCorrupt, for a part of an entry at the end, and where 256
  // entries all over the file are out of order.
  static Result<PolyglotFile> make(std::uint64_t size, Read read);

  std::uint64_t entries() const { return entries_; }
  // The moves of a position in the order of the file; none if it is not in the book. Errors: those of reading, and kCorrupt
  // where keys that were met are out of order.
  Result<std::vector<BookMove>> find(PositionKey key) const;

 private:
  PolyglotFile(std::uint64_t entries, Read read) : entries_(entries), read_(std::move(read)) {}
  Result<BookMove> entry(std::uint64_t place) const;

  std::uint64_t entries_;
  Read read_;
};

// If a position has a weight beyond 65,535, its weights are scaled so that the largest is that; none but 0
// becomes 0.
std::vector<std::byte> write_polyglot(const MoveBook& book);

}  // namespace tabiya
