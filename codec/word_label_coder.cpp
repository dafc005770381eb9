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
  std::uint32_t between(std::uint32_t first, std::uint32_t end) const { return below(end) - below(first); }
  void take(std::uint32_t label) {
    for (++label; label < sums_.size(); label += label & (0 - label)) --sums_[label];
  }

 private:
  std::vector<std::uint32_t> sums_;
};

// For each letter the places where it stands, as bits; the letters by how often they occur, the rarest first.
class LetterPlaces {
 public:
  explicit LetterPlaces(Word word) {
    for (unsigned i = 0; i < kMaxWordLength; ++i) places_[letter_at(word, i)] |= 1u << i;
    places_[0] = 0;
    std::ranges::stable_sort(places_, {}, [](std::uint32_t places) { return std::popcount(places); });
    first_ =
        std::ranges::find_if(places_, [](std::uint32_t places) { return places != 0; }) - places_.begin();
  }
  std::uint32_t of_rare(std::size_t rank) const { return places_[std::min<std::size_t>(first_ + rank, 15)]; }
  std::uint32_t of_most_frequent() const { return places_.back(); }

 private:
  std::array<std::uint32_t, 16> places_{};
  std::size_t first_;
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
        shape_(shape),
        free_(shape.distinct ? shape.label_count : 0),
        model_(64, words.size() * static_cast<std::size_t>(std::bit_width(shape.label_count))) {
    model_.set_opinion_weight(0, shape.distinct ? decltype(model_)::Weights::kUnit : 0);
    model_.set_opinion_weight(1, 0);
  }

  // Codes the label of the word at `index`; `labels` has those of the words before.
  std::uint32_t code(std::size_t index, std::uint32_t label, std::span<const std::uint32_t> labels) {
    collect_similar(index, labels);
    const std::uint32_t previous = index == 0 ? 0 : labels[index - 1];
    std::uint32_t low = 0, end = shape_.label_count;
    while (end - low > 1) {
      const std::uint32_t middle = low + (end - low) / 2;
      bool bit = label >= middle;
      std::uint32_t left = 1, right = 1;
      if (shape_.distinct) {
        left = free_.between(low, middle);
        right = free_.between(middle, end);
      }
      if (left == 0 || right == 0) {
        bit = left == 0;
      } else {
        bit = code_decision(bit, words_[index], {low, middle, end}, previous, log_ratio(left, right));
      }
      (bit ? low : end) = middle;
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

  bool code_decision(bool bit, Word word, Range range, std::uint32_t previous, int left_over) {
    std::array<unsigned, 3> votes{};
    for (std::uint32_t label : similar_) ++votes[range.half_of(label)];
    const LetterPlaces places(word);
    const std::uint32_t size = range.end - range.low;
    const std::uint64_t node = size > shape_.label_count / kNodes ? std::uint64_t{range.low} << 32 | range.end
                                                                  : std::uint64_t{size} << 32;
    const unsigned said = coarse(votes[0]) * 8 + coarse(votes[1]);
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
    const std::array<int, kOpinions> opinions{left_over, log_ratio(10 * votes[0] + 3, 10 * votes[1] + 3)};
    const std::size_t mixer =
        coarse(votes[0] + votes[1]) * 8 + std::min<unsigned>(std::bit_width(size) - 1, 7);
    return model_.code(coder_, bit, contexts, opinions, mixer, shape_.distinct ? kRateOfDistinct : kRate,
                       kLimit);
  }

  // The labels of words that come before and differ by an exchange of two letters, and the most frequent of
  // them.
  void collect_similar(std::size_t index, std::span<const std::uint32_t> labels) {
    similar_.clear();
    const Word word = words_[index];
    const auto before = words_.first(index);
    for (unsigned i = 0; i < kMaxWordLength; ++i) {
      for (unsigned j = i + 1; j < kMaxWordLength; ++j) {
        const unsigned first = letter_at(word, i), second = letter_at(word, j);
        if (second >= first || second == 0) continue;
        const Word exchanged = with_letter(with_letter(word, i, second), j, first);
        const auto found = std::ranges::lower_bound(before, exchanged);
        if (found != before.end() && *found == exchanged) similar_.push_back(labels[found - before.begin()]);
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
