#include "codec/similar_words.h"

#include <array>
#include <bit>

namespace tabiya::codec {
namespace {

// The places of different words, by open addressing. A word asks for a hundred others, most of them absent: a
// small table of bits tells most of these.
class WordPlaces {
 public:
  explicit WordPlaces(std::span<const Word> words)
      : words_(words),
        places_(std::bit_ceil(2 * words.size() + 2), kNone),
        perhaps_(std::bit_ceil(16 * words.size() + 64) / 64),
        place_shift_(shift_for(places_.size())),
        bit_shift_(shift_for(64 * perhaps_.size())) {
    for (std::uint32_t i = 0; i < words.size(); ++i) {
      const std::uint64_t hash = words[i] * kFactor;
      perhaps_[hash >> bit_shift_ >> 6] |= std::uint64_t{1} << (hash >> bit_shift_ & 63);
      places_[place_of(words[i])] = i;
    }
  }

  // The index of a word, or kNone.
  std::uint32_t find(Word word) const {
    const std::uint64_t hash = word * kFactor;
    if ((perhaps_[hash >> bit_shift_ >> 6] >> (hash >> bit_shift_ & 63) & 1) == 0) return kNone;
    return places_[place_of(word)];
  }

  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

 private:
  static constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;
  static int shift_for(std::size_t size) { return 64 - static_cast<int>(std::bit_width(size - 1)); }

  // The place that holds the word, or the empty one where it would be.
  std::size_t place_of(Word word) const {
    std::size_t place = word * kFactor >> place_shift_;
    while (places_[place] != kNone && words_[places_[place]] != word) place = (place + 1) % places_.size();
    return place;
  }

  std::span<const Word> words_;
  std::vector<std::uint32_t> places_;   // indices; their number is a power of two, as that of the bits
  std::vector<std::uint64_t> perhaps_;  // a bit for each hash that a word has
  int place_shift_, bit_shift_;
};

}  // namespace

SimilarWords::SimilarWords(std::span<const Word> words) : words_(words), begins_(1) {
  const WordPlaces places(words);
  begins_.reserve(words.size() + 1);
  for (std::uint32_t index = 0; index < words.size(); ++index) {
    const Word word = words[index];
    std::array<std::uint32_t, 16> standing{};  // for each letter its places, as bits
    for (unsigned i = 0; i < kMaxWordLength; ++i) standing[letter_at(word, i)] |= 1u << i;
    std::array<std::uint32_t, 16> lower{};  // where letters below it stand
    for (unsigned letter = 2; letter < 16; ++letter) lower[letter] = lower[letter - 1] | standing[letter - 1];
    for (unsigned i = 0; i < kMaxWordLength; ++i) {
      const unsigned letter = letter_at(word, i);
      for (std::uint32_t later = lower[letter] >> i; later != 0; later &= later - 1) {
        const unsigned j = i + static_cast<unsigned>(std::countr_zero(later));
        const Word change = letter ^ letter_at(word, j);
        const Word exchanged = word ^ change << letter_shift(i) ^ change << letter_shift(j);
        if (const std::uint32_t found = places.find(exchanged); found < index) before_.push_back(found);
      }
    }
    begins_.push_back(static_cast<std::uint32_t>(before_.size()));
  }
}

}  // namespace tabiya::codec
