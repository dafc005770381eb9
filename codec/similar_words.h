// Finds the words of a set that differ by an exchange of two letters: their labels tell of each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codec/word.h"

namespace tabiya::codec {

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
