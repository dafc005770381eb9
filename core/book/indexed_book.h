// Books of moves that are searched where they stand, as large as they may be: 15 bytes a position, sorted by keys that are
// made of the text of the position, so that other programs can read and write them without our tables of random numbers.
// data/books/indexed.md describes the file. A position's moves are its legal moves that lead to positions of the file, and the
// best one outside: the rules of the game are with who reads it.
//
// Measured against valued_book_file.h: 15 bytes a position instead of 2.7, and a position is found by one read of 2 kB instead
// of by decoding all positions before it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"
#include "core/book/book_walk.h"
#include "core/book/valued_book.h"

namespace tabiya {

inline constexpr std::string_view kIndexedMagic = "TABINDEX";
inline constexpr std::size_t kIndexedRecord = 15;  // bytes
inline constexpr std::uint64_t kIndexedLayout = 1;
inline constexpr std::size_t kMostIndexedHead = std::size_t{16} << 20;  // bytes before the positions
inline constexpr std::size_t kIndexedBuckets = 4096;                    // by the uppermost 12 bits of keys
inline constexpr int kIndexedRest = 48;                                 // the other bits

// The text by which such files know a position: as it is written, of the first one of its images by their texts, and without
// the fields at its end that are whole numbers or "-", which are counters or nothing.
std::string indexed_text(const BookWalk& walk);
// The key of such a text, 60 bits: the number that SplitMix64 draws first from FNV-1a of its bytes, without the lowest 4 bits.
std::uint64_t indexed_key(std::string_view text);

// The result has, for each legal move as BookWalk::moves() has them, its place among them in the order of the wire notation of
// that image, by its bytes. A move outside the book is known by its place.
std::vector<std::size_t> indexed_places(const BookWalk& walk);

// Files state an error in one byte: in multiples of kValueStep up to 192, then 192 and the square of what the code is above
// that; 255 stands for all that are greater, and is read as kWinScore. Rounding is by 4 % at most, and by nothing up to 1,920.
std::uint8_t indexed_error(Score error);
Score error_of_index(std::uint8_t code);
// Files state a value in two bytes: in multiples of kValueStep, which reach to 310,000; 32,767 - n is a win in n plies.
std::int16_t indexed_value(Score value);
Score value_of_index(std::int16_t code);

// The head of a file describes the book.
struct IndexedHead {
  std::string game;        // as options name it
  std::string rules_text;  // of a game from a file of rules; else empty
  ValuedBookMeta meta;
  std::vector<std::string> roots;  // the positions in which its lines begin
};

struct IndexedPosition {
  static constexpr std::uint16_t kNoMove = 0xffff;

  std::uint64_t key = 0;                 // indexed_key()
  BookValue value{};                     // for its side to move
  SearchEffort effort = kUnknownEffort;  // of all searches behind its value; unknown where it is proved
  std::uint16_t outside = kNoMove;       // the best move outside the book, by its place (indexed_places())
  BookValue outside_value{};             // for the side that plays it
};

// A file of these positions, which may come in any order. Errors: kInvalid for two positions with one key, and for texts that
// are too long; kTooLarge for too many positions or roots.
Result<std::vector<std::byte>> encode_indexed(const IndexedHead& head,
                                              std::vector<IndexedPosition> positions);

// The same of a book of moves of the game that `walk` walks on. `game`, `rules_text`: as IndexedHead has them. Errors: also
// those of BookWalk::go_to().
Result<std::vector<std::byte>> index_lines(const ValuedBook& book, const BookWalk& walk,
                                           std::string_view game, std::string_view rules_text = {});

class IndexedBook {
 public:
  // Reads the bytes from an offset on. Errors: kIo, also where the file ends before.
  using Read = std::function<Status(std::uint64_t offset, std::span<std::byte> bytes)>;

  // `size`: of the file, in bytes. Errors: those of reading; kUnsupported for another layout or kind of file; kCorrupt where
  // the head is damaged, the file has another size than it says, or positions in 64 places are out of order.
  static Result<IndexedBook> make(std::uint64_t size, Read read);

  const IndexedHead& head() const { return head_; }
  std::uint64_t size() const { return first_of_bucket_.back(); }  // positions

  // Nothing if the book does not know the position. In its choices, `to` is a place in the file. From any thread, if reading
  // is. Errors: those of reading, and kCorrupt where what was met is out of order or a move is none of the position.
  Result<std::optional<KnownPosition>> find(const BookWalk& walk) const;

  // Reads the whole file. Errors: those of reading, and kCorrupt where positions are out of order or not those that were
  // written.
  Status verify() const;

 private:
  struct Found;
  IndexedBook() = default;

  Status check_order() const;
  Result<std::vector<std::byte>> records(std::uint64_t first, std::size_t count, std::uint64_t least,
                                         std::uint64_t most) const;
  Result<std::optional<Found>> find_key(std::uint64_t key) const;
  Status add_choices(const BookWalk& walk, const Found& found, KnownPosition& known) const;

  IndexedHead head_;
  Read read_;
  std::uint64_t begin_ = 0;                     // of the positions, in bytes
  std::uint64_t checksum_ = 0;                  // of all positions
  std::vector<std::uint32_t> first_of_bucket_;  // and the number of all at the end
};

}  // namespace tabiya
