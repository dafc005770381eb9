// A label is found by bisection of the range of labels. Each decision mixes what the labels of similar words
// say (those that an exchange of two letters makes, as far as they are coded) with what was seen for like
// words: with the same first half of their letters, or the rare letters at the same places. Where labels are
// distinct, it also counts how many of either half are left: with nothing else to go by, a permutation costs
// log2(n!) bits. If labels are distinct, only the first kMixedHalvings decisions are worth mixing; the others
// go by what is left, and by how that turned out where little is.
#include <algorithm>
#include <array>
#include <bit>

#include "codec/context_model.h"
#include "codec/mixing.h"
#include "codec/word_coder.h"

namespace tabiya::codec {
namespace {

constexpr std::size_t kContexts = 3;
constexpr unsigned kTableBits = 16;
constexpr std::size_t kOpinions = 2;  // what is left, what similar words say
constexpr std::uint32_t kLimit = 250;
constexpr int kRate = 2500, kRateOfDistinct = 1000;
constexpr std::uint32_t kNodes = 512;  // about as many parts of the range are distinguished
constexpr unsigned kMixedHalvings = 3;

// Labels that are not given away yet, as a Fenwick tree.
class FreeLabels {
 public:
  // Makes room for a power of two.
  explicit FreeLabels(std::uint32_t count) : sums_(count == 0 ? 1 : std::bit_ceil(count) + 1) {
    for (std::uint32_t i = 1; i < sums_.size(); ++i) {
      const std::uint32_t first = i - (i & (0 - i));
      sums_[i] = std::min(i, count) - std::min(first, count);
    }
  }
  // The number of free labels among the 2^k before `end`, for the greatest 2^k that divides `end`.
  std::uint32_t in_block_before(std::uint32_t end) const { return sums_[end]; }

  void take(std::uint32_t label) {
    for (++label; label < sums_.size(); label += label & (0 - label)) --sums_[label];
  }

 private:
  std::vector<std::uint32_t> sums_;
};

// The places of the rarest letters of a word, as bits.
struct RarePlaces {
  std::uint32_t rarest = 0, second_rarest = 0;  // the same where a word has one letter only
};

RarePlaces rare_places(Word word) {
  std::array<std::uint32_t, 16> keys{};  // by frequency, then by letter
  for (unsigned i = 0; i < kMaxWordLength; ++i) {
    const unsigned letter = letter_at(word, i);
    keys[letter] = (keys[letter] + (1u << 20)) | letter << 16 | 1u << i;
  }
  std::uint32_t first = ~0u, second = ~0u;
  for (unsigned letter = 1; letter < 16; ++letter) {
    const std::uint32_t key = keys[letter] == 0 ? ~0u : keys[letter];
    second = std::min(second, std::max(first, key));
    first = std::min(first, key);
  }
  if (second == ~0u) second = first;
  return {first & 0xFFFF, second & 0xFFFF};
}

// ln(right / left)
int log_ratio(std::uint64_t left, std::uint64_t right) {
  return stretch(static_cast<std::uint32_t>((right << kProbabilityBits) / (left + right)));
}

unsigned coarse(unsigned count) {
  return count < 4 ? count : count < 6 ? 4 : count < 9 ? 5 : count < 14 ? 6 : 7;
}

// Decisions between labels that are left, by their numbers on either side and the size of the range: where
// words with like labels come in order, as words of equal worth do in a ranking, the last free labels of a
// range are not equally likely.
class LeftOver {
 public:
  template <class Coder>
  bool code(Coder& coder, bool bit, std::uint32_t size, std::uint32_t left, std::uint32_t right) {
    if (size > kModelled) {
      const auto p = static_cast<std::uint32_t>((std::uint64_t{right} << kProbabilityBits) / (left + right));
      return coder.code(bit, std::clamp<std::uint32_t>(p, 1, 65535));
    }
    AdaptiveBit& adaptive = modelled_[(size * kModelled + left) * kModelled + right];
    bit = coder.code(bit, std::clamp<std::uint32_t>(adaptive.p(), 32, 65536 - 32));
    adaptive.update(bit, kMaxAdaptiveLimit);
    return bit;
  }

 private:
  static constexpr std::uint32_t kModelled = 16;
  std::vector<AdaptiveBit> modelled_ = std::vector<AdaptiveBit>((kModelled + 1) * kModelled * kModelled);
};

template <class Coder>
class LabelModel {
 public:
  LabelModel(Coder& coder, const SimilarWords& words, LabelShape shape)
      : coder_(coder),
        words_(words),
        shape_(shape),
        free_(shape.distinct ? shape.label_count : 0),
        model_(64, words.words().size() * static_cast<std::size_t>(std::bit_width(shape.label_count))) {
    model_.set_opinion_weight(0, shape.distinct ? decltype(model_)::Weights::kUnit : 0);
    model_.set_opinion_weight(1, 0);
  }

  // Codes the label of the word at `index`; `labels` has those of the words before.
  std::uint32_t code(std::size_t index, std::uint32_t label, std::span<const std::uint32_t> labels) {
    collect_similar(index, labels);
    const Word word = words_.words()[index];
    const WordContext context{word >> 32, rare_places(word)};
    std::span<const std::uint32_t> similar = similar_;  // those in the range
    std::uint32_t low = 0, end = shape_.distinct ? std::bit_ceil(shape_.label_count) : shape_.label_count;
    std::uint32_t free_inside = shape_.label_count - static_cast<std::uint32_t>(index);  // the range
    while (end - low > 1) {
      const std::uint32_t middle = low + (end - low) / 2;
      const auto similar_left =
          static_cast<std::size_t>(std::ranges::lower_bound(similar, middle) - similar.begin());
      bool bit = label >= middle;
      std::uint32_t left = 1, right = 1;
      if (shape_.distinct) {
        left = free_.in_block_before(middle);
        right = free_inside - left;
      }
      if (left == 0 || right == 0) {
        bit = left == 0;
      } else if (shape_.distinct && end - low <= shape_.label_count >> kMixedHalvings) {
        bit = left_over_.code(coder_, bit, end - low, left, right);
      } else {
        const Votes votes{static_cast<unsigned>(similar_left),
                          static_cast<unsigned>(similar.size() - similar_left)};
        bit = code_decision(bit, context, low, end, votes, log_ratio(left, right));
      }
      (bit ? low : end) = middle;
      free_inside = bit ? right : left;
      similar = bit ? similar.subspan(similar_left) : similar.first(similar_left);
    }
    if (shape_.distinct) free_.take(low);
    return low;
  }

 private:
  struct WordContext {
    Word first_half;
    RarePlaces places;
  };
  struct Votes {
    unsigned left, right;  // of similar words
  };

  bool code_decision(bool bit, const WordContext& word, std::uint32_t low, std::uint32_t end, Votes votes,
                     int left_over) {
    const std::uint32_t size = end - low;
    const std::uint64_t node =
        size > shape_.label_count / kNodes ? std::uint64_t{low} << 32 | end : std::uint64_t{size} << 32;
    const std::array<std::uint32_t, kContexts> contexts{
        context_hash(0, node, coarse(votes.left) * 8 + coarse(votes.right)),
        context_hash(1, node, word.first_half),
        context_hash(2, node, word.places.rarest, word.places.second_rarest),
    };
    const std::array<int, kOpinions> opinions{left_over,
                                              log_ratio(10 * votes.left + 3, 10 * votes.right + 3)};
    const std::size_t mixer =
        coarse(votes.left + votes.right) * 8 + std::min<unsigned>(std::bit_width(size) - 1, 7);
    return model_.code(coder_, bit, contexts, opinions, mixer, shape_.distinct ? kRateOfDistinct : kRate,
                       kLimit);
  }

  // The labels of words that come before and differ by an exchange of two letters.
  void collect_similar(std::size_t index, std::span<const std::uint32_t> labels) {
    similar_.clear();
    for (const std::uint32_t other : words_.before(index)) similar_.push_back(labels[other]);
    std::ranges::sort(similar_);
  }

  Coder& coder_;
  const SimilarWords& words_;
  LabelShape shape_;
  FreeLabels free_;
  LeftOver left_over_;
  std::vector<std::uint32_t> similar_;
  ContextModel<kContexts, kOpinions, kTableBits> model_;
};

}  // namespace

void encode_labels(RangeEncoder& coder, const SimilarWords& words, LabelShape shape,
                   std::span<const std::uint32_t> labels) {
  LabelModel<RangeEncoder> model(coder, words, shape);
  for (std::size_t i = 0; i < words.words().size(); ++i) model.code(i, labels[i], labels.first(i));
}

std::vector<std::uint32_t> decode_labels(RangeDecoder& coder, const SimilarWords& words, LabelShape shape) {
  LabelModel<RangeDecoder> model(coder, words, shape);
  std::vector<std::uint32_t> labels;
  labels.reserve(words.words().size());
  for (std::size_t i = 0; i < words.words().size(); ++i) labels.push_back(model.code(i, 0, labels));
  return labels;
}

}  // namespace tabiya::codec
