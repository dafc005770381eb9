// Words over a small alphabet, such as the names of setups.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tabiya::codec {

// A word has up to 16 letters of 4 bits, the first on top; letters are 1 to 15, and 0 follows after the last.
// So words of one length are in lexicographic order when they are in numeric order.
using Word = std::uint64_t;
inline constexpr unsigned kMaxWordLength = 16;
inline constexpr unsigned kMaxLetters = 15;

constexpr unsigned letter_shift(unsigned position) { return 60 - 4 * position; }
constexpr unsigned letter_at(Word word, unsigned position) { return word >> letter_shift(position) & 15; }
constexpr Word with_letter(Word word, unsigned position, unsigned letter) {
  return (word & ~(Word{15} << letter_shift(position))) | Word{letter} << letter_shift(position);
}

// Bounds the memory of decoding (about 200 bytes for each of words like those of books, a kilobyte at most),
// and its time.
inline constexpr std::size_t kMaxWords = std::size_t{1} << 18;

}  // namespace tabiya::codec
