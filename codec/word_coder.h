// Lossless coding of a set of words over a small alphabet, such as the setups of a book, and of a label for
// each word, such as the reply to it, or its rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codec/range_coder.h"
#include "codec/result.h"
#include "codec/similar_words.h"

namespace tabiya::codec {

struct WordShape {
  unsigned length = 0;   // of every word, 1 to kMaxWordLength
  unsigned letters = 0;  // in use: 1 … letters
};

// `words` are different, in ascending order. A set costs what its members cost in a good order, less the
// order.
void encode_words(RangeEncoder& coder, WordShape shape, std::span<const Word> words);

// `count` (at most kMaxWords) words in ascending order. Errors: kCorrupt if the data end or hold another
// number.
Result<std::vector<Word>> decode_words(RangeDecoder& coder, WordShape shape, std::size_t count);

// Labels 0 … label_count - 1 of words that both sides know, in ascending order. Words that differ by an
// exchange of two letters are expected to have like labels. With `distinct`, no two words have the same
// label.
struct LabelShape {
  std::uint32_t label_count = 0;
  bool distinct = false;
};
void encode_labels(RangeEncoder& coder, const SimilarWords& words, LabelShape shape,
                   std::span<const std::uint32_t> labels);
std::vector<std::uint32_t> decode_labels(RangeDecoder& coder, const SimilarWords& words, LabelShape shape);

}  // namespace tabiya::codec
