// Lossless coding of a set of words over a small alphabet, such as the setups of a book, and of a label for
// each word, such as the reply to it, or its rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "codec/range_coder.h"
#include "codec/result.h"

namespace tabiya::codec {

// Up to 16 letters of 4 bits, the first on top; letters are 1 to 15, and 0 follows after the last. So words
// of one length are in lexicographic order when they are in numeric order.
using Word = std::uint64_t;
inline constexpr unsigned kMaxWordLength = 16;
inline constexpr unsigned kMaxLetters = 15;

constexpr unsigned letter_shift(unsigned position) { return 60 - 4 * position; }
constexpr unsigned letter_at(Word word, unsigned position) { return word >> letter_shift(position) & 15; }
constexpr Word with_letter(Word word, unsigned position, unsigned letter) {
  return (word & ~(Word{15} << letter_shift(position))) | Word{letter} << letter_shift(position);
}

struct WordShape {
  unsigned length = 0;   // of every word, 1 to kMaxWordLength
  unsigned letters = 0;  // in use: 1 … letters
};

// Bounds the memory (about 100 bytes for each) and the time of decoding.
inline constexpr std::size_t kMaxWords = std::size_t{1} << 18;

// `words` are different, in ascending order. A set costs what its members cost in a good order, less the
// order.
void encode_words(RangeEncoder& coder, WordShape shape, std::span<const Word> words);

// `count` (at most kMaxWords) words in ascending order. Errors: kCorrupt where the data end or hold another
// number.
Result<std::vector<Word>> decode_words(RangeDecoder& coder, WordShape shape, std::size_t count);

// Labels 0 … label_count - 1 of words that both sides know, in ascending order. Words that differ by an
// exchange of two letters are expected to have like labels. With `distinct`, no two words have the same
// label.
struct LabelShape {
  std::uint32_t label_count = 0;
  bool distinct = false;
};
void encode_labels(RangeEncoder& coder, std::span<const Word> words, LabelShape shape,
                   std::span<const std::uint32_t> labels);
std::vector<std::uint32_t> decode_labels(RangeDecoder& coder, std::span<const Word> words, LabelShape shape);

}  // namespace tabiya::codec
