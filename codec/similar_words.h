// Finds the words of a set that differ by an exchange of two letters: their labels tell of each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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

// Refers to the words, which are different, in ascending order, and at most kMaxWords. Memory: 480 bytes a
// word at most.
class SimilarWords {
 public:
  explicit SimilarWords(std::span<const Word> words);

  std::span<const Word> words() const { return words_; }

  // The indices of those words that come before, and become this one by an exchange of two letters.
  std::span<const std::uint32_t> before(std::size_t index) const {
    return std::span(before_).subspan(begins_[index], begins_[index + 1] - begins_[index]);
  }

 private:
  std::span<const Word> words_;
  std::vector<std::uint32_t> before_;
  std::vector<std::uint32_t> begins_;  // in `before_`
};

}  // namespace tabiya::codec
