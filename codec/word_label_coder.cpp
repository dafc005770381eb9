// A label is found by bisection of the range of labels. Each decision mixes what the labels of similar words
// say (those that an exchange of two letters makes, as far as they are coded) with what was seen for like
// words: with the same half of their letters, or the rare letters at the same places. Where labels are
// distinct, it also counts how many of either half are left: with nothing else to go by, a permutation costs
// log2(n!) bits.
#include <algorithm>
#include <array>
#include <bit>

#include "codec/context_model.h"
#include "codec/mixing.h"
#include "codec/word_coder.h"

namespace tabiya::codec {
namespace {

constexpr std::size_t kContexts = 9;
constexpr unsigned kTableBits = 16;
constexpr std::size_t kOpinions = 2;  // what is left, what similar words say
constexpr std::uint32_t kLimit = 250;
constexpr int kRate = 2500, kRateOfDistinct = 1000;
constexpr std::uint32_t kNodes = 512;  // about as many parts of the range are told apart

// Labels that are not given away yet, as a Fenwick tree.
class FreeLabels {
 public:
  explicit FreeLabels(std::uint32_t count) : sums_(count + 1) {
    for (std::uint32_t i = 1; i <= count; ++i) sums_[i] = i & (0 - i);
  }
  std::uint32_t below(std::uint32_t label) const {
    std::uint32_t sum = 0;
    for (; label > 0; label &= label - 1) sum += sums_[label];
    return sum;
  }
  void take(std::uint32_t label) {
    for (++label; label < sums_.size(); label += label & (0 - label)) --sums_[label];
  }

 private:
  std::vector<std::uint32_t> sums_;
};

// Where each of some different words is, by open addressing: a label asks for a hundred words, most of them
// absent.
class WordPlaces {
 public:
  explicit WordPlaces(std::span<const Word> words)
      : words_(words),
        places_(std::bit_ceil(4 * words.size() + 2), kNone),
        shift_(64 - static_cast<int>(std::bit_width(places_.size() - 1))) {
    for (std::uint32_t i = 0; i < words.size(); ++i) place_of(words[i]) = i;
  }

  // Its index, or kNone.
  std::uint32_t find(Word word) { return place_of(word); }

  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

 private:
  // The place that holds the word, or the empty one where it would be.
  std::uint32_t& place_of(Word word) {
    std::size_t place = word * 0x9E3779B97F4A7C15 >> shift_;
    while (places_[place] != kNone && words_[places_[place]] != word) place = (place + 1) % places_.size();
    return places_[place];
  }

  std::span<const Word> words_;
  std::vector<std::uint32_t> places_;  // indices; their number is a power of two
  int shift_;
};

// For each letter the places where it stands, as bits; the letters by how often they occur, the rarest first.
class LetterPlaces {
 public:
  explicit LetterPlaces(Word word) {
    std::array<std::uint32_t, 16> places{};
    for (unsigned i = 0; i < kMaxWordLength; ++i) places[letter_at(word, i)] |= 1u << i;
    places[0] = 0;
    for (std::uint32_t letter = 0; letter < 16; ++letter) {
      const auto frequency = static_cast<std::uint32_t>(std::popcount(places[letter]));
      sorted_[letter] = frequency << 20 | letter << 16 | places[letter];
      missing_ += frequency == 0;
    }
    std::ranges::sort(sorted_);
  }
  std::uint32_t of_rare(std::size_t rank) const { return of(std::min<std::size_t>(missing_ + rank, 15)); }
  std::uint32_t of_most_frequent() const { return of(15); }

 private:
  std::uint32_t of(std::size_t index) const { return sorted_[index] & 0xFFFF; }

  std::array<std::uint32_t, 16> sorted_{};  // by frequency, then by letter
  std::size_t missing_ = 0;                 // letters that do not occur
};

// ln(right / left)
int log_ratio(std::uint64_t left, std::uint64_t right) {
  return stretch(static_cast<std::uint32_t>((right << kProbabilityBits) / (left + right)));
}

unsigned coarse(unsigned count) {
  return count < 4 ? count : count < 6 ? 4 : count < 9 ? 5 : count < 14 ? 6 : 7;
}

template <class Coder>
class LabelModel {
 public:
  LabelModel(Coder& coder, std::span<const Word> words, LabelShape shape)
      : coder_(coder),
        words_(words),
        places_(words),
        shape_(shape),
        free_(shape.distinct ? shape.label_count : 0),
        model_(64, words.size() * static_cast<std::size_t>(std::bit_width(shape.label_count))) {
    model_.set_opinion_weight(0, shape.distinct ? decltype(model_)::Weights::kUnit : 0);
    model_.set_opinion_weight(1, 0);
  }

  // Codes the label of the word at `index`; `labels` has those of the words before.
  std::uint32_t code(std::size_t index, std::uint32_t label, std::span<const std::uint32_t> labels) {
    collect_similar(index, labels);
    const WordContext context{words_[index], LetterPlaces(words_[index]), index == 0 ? 0 : labels[index - 1]};
    std::span<const std::uint32_t> similar = similar_;  // those in the range
    std::uint32_t low = 0, end = shape_.label_count;
    std::uint32_t free_below = 0, free_inside = shape_.distinct ? free_.below(end) : 0;  // the range
    while (end - low > 1) {
      const std::uint32_t middle = low + (end - low) / 2;
      const auto similar_left =
          static_cast<std::size_t>(std::ranges::lower_bound(similar, middle) - similar.begin());
      bool bit = label >= middle;
      std::uint32_t left = 1, right = 1;
      if (shape_.distinct) {
        left = free_.below(middle) - free_below;
        right = free_inside - left;
      }
      if (left == 0 || right == 0) {
        bit = left == 0;
      } else {
        const Votes votes{static_cast<unsigned>(similar_left),
                          static_cast<unsigned>(similar.size() - similar_left)};
        bit = code_decision(bit, context, {low, middle, end}, votes, log_ratio(left, right));
      }
      (bit ? low : end) = middle;
      if (bit) free_below += left;
      free_inside = bit ? right : left;
      similar = bit ? similar.subspan(similar_left) : similar.first(similar_left);
    }
    if (shape_.distinct) free_.take(low);
    return low;
  }

 private:
  struct Range {
    std::uint32_t low, middle, end;
    // 0 and 1: in the left and the right half; 2: outside
    unsigned half_of(std::uint32_t label) const { return label < low || label >= end ? 2 : label >= middle; }
  };

  struct WordContext {
    Word word;
    LetterPlaces places;
    std::uint32_t previous;  // label
  };
  struct Votes {
    unsigned left, right;  // of similar words
  };

  bool code_decision(bool bit, const WordContext& context, Range range, Votes votes, int left_over) {
    const auto& [word, places, previous] = context;
    const std::uint32_t size = range.end - range.low;
    const std::uint64_t node = size > shape_.label_count / kNodes ? std::uint64_t{range.low} << 32 | range.end
                                                                  : std::uint64_t{size} << 32;
    const unsigned said = coarse(votes.left) * 8 + coarse(votes.right);
    const unsigned favoured = range.half_of(favourite_) * 3 + range.half_of(previous);
    const std::array<std::uint32_t, kContexts> contexts{
        context_hash(0, node),
        context_hash(1, said),
        context_hash(2, node, said),
        context_hash(3, node, word >> 32),
        context_hash(4, node, word << 32 >> 32),
        context_hash(5, node, places.of_rare(0), places.of_rare(1)),
        context_hash(6, node, places.of_rare(0), places.of_rare(1), places.of_rare(2)),
        context_hash(7, node, places.of_most_frequent()),
        context_hash(8, node, favoured),
    };
    const std::array<int, kOpinions> opinions{left_over,
                                              log_ratio(10 * votes.left + 3, 10 * votes.right + 3)};
    const std::size_t mixer =
        coarse(votes.left + votes.right) * 8 + std::min<unsigned>(std::bit_width(size) - 1, 7);
    return model_.code(coder_, bit, contexts, opinions, mixer, shape_.distinct ? kRateOfDistinct : kRate,
                       kLimit);
  }

  // The labels of words that come before and differ by an exchange of two letters, and the most frequent of
  // them.
  void collect_similar(std::size_t index, std::span<const std::uint32_t> labels) {
    similar_.clear();
    const Word word = words_[index];
    for (unsigned i = 0; i < kMaxWordLength; ++i) {
      for (unsigned j = i + 1; j < kMaxWordLength; ++j) {
        const unsigned first = letter_at(word, i), second = letter_at(word, j);
        if (second >= first || second == 0) continue;
        const Word exchanged = with_letter(with_letter(word, i, second), j, first);
        const std::uint32_t found = places_.find(exchanged);
        if (found < index) similar_.push_back(labels[found]);
      }
    }
    std::ranges::sort(similar_);
    favourite_ = shape_.label_count;
    std::size_t most = 0;
    for (std::size_t begin = 0, end = 0; begin < similar_.size(); begin = end) {
      while (end < similar_.size() && similar_[end] == similar_[begin]) ++end;
      if (end - begin <= most) continue;
      most = end - begin;
      favourite_ = similar_[begin];
    }
  }

  Coder& coder_;
  std::span<const Word> words_;
  WordPlaces places_;
  LabelShape shape_;
  FreeLabels free_;
  std::vector<std::uint32_t> similar_;
  std::uint32_t favourite_ = 0;
  ContextModel<kContexts, kOpinions, kTableBits> model_;
};

}  // namespace

void encode_labels(RangeEncoder& coder, std::span<const Word> words, LabelShape shape,
                   std::span<const std::uint32_t> labels) {
  LabelModel<RangeEncoder> model(coder, words, shape);
  for (std::size_t i = 0; i < words.size(); ++i) model.code(i, labels[i], labels.first(i));
}

std::vector<std::uint32_t> decode_labels(RangeDecoder& coder, std::span<const Word> words, LabelShape shape) {
  LabelModel<RangeDecoder> model(coder, words, shape);
  std::vector<std::uint32_t> labels;
  labels.reserve(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) labels.push_back(model.code(i, 0, labels));
  return labels;
}

}  // namespace tabiya::codec
