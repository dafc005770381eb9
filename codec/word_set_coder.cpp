// A set of words is a tree of prefixes, walked in lexicographic order; for each prefix and each letter one
// decision is coded: does any word go on so? No order of the words is spent on, and where the set is dense
// (all arrangements of the front row for one back row) neither are most letters.
//
// The sets that we have are nearly closed under exchanging letters of like importance. So each decision looks
// at what is known of words with letters exchanged: those that come earlier in the order are complete by
// then.
#include <algorithm>
#include <array>
#include <string>

#include "codec/context_model.h"
#include "codec/mixing.h"
#include "codec/word_coder.h"

namespace tabiya::codec {
namespace {

constexpr std::size_t kContexts = 9;
constexpr unsigned kTableBits = 16;
constexpr std::uint32_t kLimit = 250;
constexpr int kRate = 6000;

constexpr Word prefix_mask(unsigned length) { return length == 0 ? 0 : ~Word{0} << (64 - 4 * length); }

template <class Coder>
class WordSetModel {
 public:
  // `known` grows with the words: when encoding, `words` are those to be encoded.
  WordSetModel(Coder& coder, WordShape shape, std::array<std::uint8_t, 16> most, std::size_t count)
      : coder_(coder), shape_(shape), left_(most), count_(count), model_(16 * 16, count * shape.length) {}

  // All words with the first `length` letters of `prefix`. False where the data cannot be.
  bool walk(Word prefix, unsigned length, std::span<const Word> words, unsigned parent_letters) {
    if (length == shape_.length) {
      known_.push_back(prefix);
      return known_.size() <= count_;
    }
    const unsigned following = code_following(prefix, length, words, parent_letters);
    for (unsigned letter = 1; letter <= shape_.letters; ++letter) {
      if ((following >> letter & 1) == 0) continue;
      const auto end =
          std::ranges::upper_bound(words, letter, {}, [=](Word w) { return letter_at(w, length); });
      const auto size = static_cast<std::size_t>(end - words.begin());
      --left_[letter];
      if (!walk(with_letter(prefix, length, letter), length + 1, words.first(size), following)) return false;
      ++left_[letter];
      words = words.subspan(size);
    }
    return true;
  }

  std::vector<Word> take() { return std::move(known_); }

 private:
  // The set of letters that follow `prefix`, as bits.
  unsigned code_following(Word prefix, unsigned length, std::span<const Word> words,
                          unsigned parent_letters) {
    unsigned possible = 0;
    for (unsigned letter = 1; letter <= shape_.letters; ++letter)
      possible |= unsigned{left_[letter] != 0} << letter;
    const Surroundings around = look_around(prefix, length, parent_letters);
    unsigned following = 0;
    auto word = words.begin();
    for (unsigned letter = 1; letter <= shape_.letters; ++letter) {
      if ((possible >> letter & 1) == 0) continue;
      const bool follows = word != words.end() && letter_at(*word, length) == letter;
      const bool must = following == 0 && possible >> (letter + 1) == 0;
      const bool bit = must || code_decision(follows, prefix, length, letter, following, around);
      following |= unsigned{bit} << letter;
      while (word != words.end() && letter_at(*word, length) <= letter) ++word;
    }
    after_three_[recent_key(prefix, length, 3)] = static_cast<std::uint16_t>(following);
    after_one_[recent_key(prefix, length, 1)] = static_cast<std::uint16_t>(following);
    return following;
  }

  // What is known around a prefix; sets of following letters, as bits.
  struct Surroundings {
    unsigned parent = 0;       // of the prefix without its last letter
    unsigned after_one = 0;    // of the last prefix of this length with the same last letter
    unsigned after_three = 0;  // with the same last three letters
    std::array<unsigned, 2>
        exchanged{};         // of the prefix with its last letter exchanged for the one 1 or 2 before
    std::uint64_t left = 0;  // letters that are left, packed
  };
  static constexpr unsigned kNone = 1, kSame = 3, kLater = 5;  // no letter 0 follows anything

  Surroundings look_around(Word prefix, unsigned length, unsigned parent_letters) const {
    Surroundings around{parent_letters,
                        after_one_[recent_key(prefix, length, 1)],
                        after_three_[recent_key(prefix, length, 3)],
                        {kNone, kNone},
                        0};
    for (unsigned back = 0; back < 2 && back + 2 <= length; ++back) {
      const unsigned last = letter_at(prefix, length - 1), other = letter_at(prefix, length - 2 - back);
      if (last > other) around.exchanged[back] = kLater;
      if (last == other) around.exchanged[back] = kSame;
      if (last < other) {
        const Word exchanged = with_letter(with_letter(prefix, length - 1, other), length - 2 - back, last);
        around.exchanged[back] = known_following(exchanged, length);
      }
    }
    for (unsigned letter = 1; letter <= shape_.letters; ++letter)
      around.left = around.left << 4 | left_[letter];
    return around;
  }

  bool is_known_prefix(Word prefix, unsigned length) const {
    const auto found = std::ranges::lower_bound(known_, prefix);
    return found != known_.end() && (*found & prefix_mask(length)) == prefix;
  }
  unsigned known_following(Word prefix, unsigned length) const {
    unsigned following = 0;
    for (unsigned letter = 1; letter <= shape_.letters; ++letter) {
      following |= unsigned{is_known_prefix(with_letter(prefix, length, letter), length + 1)} << letter;
    }
    return following;
  }

  bool code_decision(bool bit, Word prefix, unsigned length, unsigned letter, unsigned following,
                     const Surroundings& around) {
    // Of the words with `letter` exchanged for an earlier letter that come before: how many are there?
    unsigned exchanges = 0, known = 0, known_near = 0;
    for (unsigned i = 0; i < length; ++i) {
      const unsigned other = letter_at(prefix, i);
      if (other <= letter) continue;
      ++exchanges;
      const Word exchanged = with_letter(with_letter(prefix, length, other), i, letter);
      if (!is_known_prefix(exchanged, length + 1)) continue;
      ++known;
      if (i + 3 >= length) known_near |= 1u << (length - 1 - i);
    }
    const unsigned place = length * 16 + letter;
    const auto last = [&](unsigned count) { return last_letters(prefix, length, count); };
    const unsigned previous = known_.empty() ? 0 : letter_at(known_.back(), length);
    const std::array<std::uint32_t, kContexts> contexts{
        context_hash(0, place, last(2)),
        context_hash(1, place, last(4), following),
        context_hash(2, place, around.left, last(1)),
        context_hash(3, place, known, std::min(exchanges, 7u)),
        context_hash(4, place, known_near, std::min(known, 3u)),
        context_hash(5, place, around.after_one, following),
        context_hash(6, place, around.after_three, around.parent, following),
        context_hash(7, place, previous, around.parent, following),
        context_hash(8, place, around.exchanged[0], around.exchanged[1], following),
    };
    return model_.code(coder_, bit, contexts, {}, place, kRate, kLimit);
  }

  static Word last_letters(Word prefix, unsigned length, unsigned count) {
    return length == 0 ? 0 : prefix >> (64 - 4 * length) & ((Word{1} << 4 * count) - 1);
  }
  static std::size_t recent_key(Word prefix, unsigned length, unsigned count) {
    return length << 4 * count | last_letters(prefix, length, count);
  }

  Coder& coder_;
  WordShape shape_;
  std::array<std::uint8_t, 16> left_;  // how often each letter may still be used
  std::size_t count_;
  std::vector<Word> known_;
  std::vector<std::uint16_t> after_one_ = std::vector<std::uint16_t>(16 << 4);
  std::vector<std::uint16_t> after_three_ = std::vector<std::uint16_t>(16 << 12);
  ContextModel<kContexts, 0, kTableBits> model_;
};

// How often each letter occurs in a word at most: coded first, as 4 bits and a carry for 16.
template <class Coder>
std::array<std::uint8_t, 16> code_most(Coder& coder, WordShape shape, std::span<const Word> words) {
  std::array<std::uint8_t, 16> most{};
  for (Word word : words) {
    std::array<std::uint8_t, 16> counts{};
    for (unsigned i = 0; i < shape.length; ++i) ++counts[letter_at(word, i)];
    for (unsigned letter = 0; letter < 16; ++letter) most[letter] = std::max(most[letter], counts[letter]);
  }
  for (unsigned letter = 1; letter <= shape.letters; ++letter) {
    most[letter] = static_cast<std::uint8_t>(code_plain(coder, most[letter], 5));
  }
  return most;
}

}  // namespace

void encode_words(RangeEncoder& coder, WordShape shape, std::span<const Word> words) {
  const auto most = code_most(coder, shape, words);
  if (words.empty()) return;
  WordSetModel<RangeEncoder>(coder, shape, most, words.size()).walk(0, 0, words, 0);
}

Result<std::vector<Word>> decode_words(RangeDecoder& coder, WordShape shape, std::size_t count) {
  const auto most = code_most(coder, shape, {});
  if (count == 0) return std::vector<Word>{};
  unsigned letters = 0;
  for (const unsigned letter_count : most) letters += letter_count;
  if (letters < shape.length)
    return corrupt("a set of words without enough letters for one", coder.position());
  WordSetModel<RangeDecoder> model(coder, shape, most, count);
  const bool sound = model.walk(0, 0, {}, 0);
  std::vector<Word> words = model.take();
  if (!sound || words.size() != count || coder.overrun())
    return corrupt("a set that has not the " + std::to_string(count) + " words that it declares",
                   coder.position());
  return words;
}

}  // namespace tabiya::codec
