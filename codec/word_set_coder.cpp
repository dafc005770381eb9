// A set of words is a tree of prefixes, walked in lexicographic order; for each prefix and each letter one
// decision is coded: does any word go on so? No order of the words is spent on, and where the set is dense
// (all arrangements of the front row for one back row) neither are most letters.
//
// The sets that we have are nearly closed under exchanging letters of like importance. So each decision looks
// at what is known of words with letters exchanged: those that come earlier in the order are complete by
// then.
#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

#include "codec/context_model.h"
#include "codec/mixing.h"
#include "codec/word_coder.h"

namespace tabiya::codec {
namespace {

constexpr std::size_t kContexts = 4;
constexpr unsigned kTableBits = 16;
constexpr std::uint32_t kLimit = 250;
constexpr int kRate = 6000;

// The sets of letters that follow prefixes, as bits, by open addressing: a decision asks for a dozen
// prefixes, most of which no word has.
class KnownPrefixes {
 public:
  KnownPrefixes() { resize(1 << 8); }

  // The letters that follow a prefix; none follow one that no word has.
  unsigned following(Word prefix) const { return following_[place_of(prefix)]; }

  // `prefix` is new, and `following` is not empty.
  void add(Word prefix, unsigned following) {
    if (2 * ++count_ > prefixes_.size()) grow();
    put(prefix, following);
  }

 private:
  // The place that holds the prefix, or the empty one where it would be.
  std::size_t place_of(Word prefix) const {
    std::size_t place = prefix * 0x9E3779B97F4A7C15 >> shift_;
    while (prefixes_[place] != prefix && following_[place] != 0) place = (place + 1) % prefixes_.size();
    return place;
  }
  void put(Word prefix, unsigned following) {
    const std::size_t place = place_of(prefix);
    prefixes_[place] = prefix;
    following_[place] = static_cast<std::uint16_t>(following);
  }
  void resize(std::size_t size) {
    prefixes_.assign(size, 0);
    following_.assign(size, 0);
    shift_ = 64 - static_cast<int>(std::bit_width(size - 1));
  }
  void grow() {
    const auto prefixes = std::exchange(prefixes_, {});
    const auto following = std::exchange(following_, {});
    resize(2 * prefixes.size());
    for (std::size_t i = 0; i < prefixes.size(); ++i)
      if (following[i] != 0) put(prefixes[i], following[i]);
  }

  std::vector<Word> prefixes_;  // their number is a power of two
  std::vector<std::uint16_t> following_;
  std::size_t count_ = 0;
  int shift_ = 0;
};

template <class Coder>
class WordSetModel {
 public:
  // `known` grows with the words: when encoding, `words` are those to be encoded.
  WordSetModel(Coder& coder, WordShape shape, std::array<std::uint8_t, 16> most, std::size_t count)
      : coder_(coder), shape_(shape), left_(most), count_(count), model_(16 * 16, count * shape.length) {}

  // All words with the first `length` letters of `prefix`. False if the data cannot be.
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
    known_prefixes_.add(prefix, following);
    after_three_[recent_key(prefix, length)] = static_cast<std::uint16_t>(following);
    return following;
  }

  // The surroundings of a prefix, as far as they are known; sets of following letters, as bits.
  struct Surroundings {
    unsigned parent = 0;       // of the prefix without its last letter
    unsigned after_three = 0;  // of the last prefix of this length with the same last three letters
    std::uint64_t left = 0;    // letters that are left, packed
  };

  Surroundings look_around(Word prefix, unsigned length, unsigned parent_letters) const {
    Surroundings around{parent_letters, after_three_[recent_key(prefix, length)], 0};
    for (unsigned letter = 1; letter <= shape_.letters; ++letter)
      around.left = around.left << 4 | left_[letter];
    return around;
  }

  bool code_decision(bool bit, Word prefix, unsigned length, unsigned letter, unsigned following,
                     const Surroundings& around) {
    // Words with `letter` exchanged for an earlier letter come before: `exchanges` counts them, `known` those
    // of the set.
    unsigned exchanges = 0, known = 0;
    for (unsigned i = 0; i < length; ++i) {
      const unsigned other = letter_at(prefix, i);
      if (other <= letter) continue;
      ++exchanges;
      known += known_prefixes_.following(with_letter(prefix, i, letter)) >> other & 1;
    }
    const unsigned place = length * 16 + letter;
    const std::array<std::uint32_t, kContexts> contexts{
        context_hash(0, place, last_letters(prefix, length, 4), following),
        context_hash(1, place, around.left, last_letters(prefix, length, 1)),
        context_hash(2, place, known, std::min(exchanges, 7u)),
        context_hash(3, place, around.after_three, around.parent, following),
    };
    return model_.code(coder_, bit, contexts, {}, place, kRate, kLimit);
  }

  static Word last_letters(Word prefix, unsigned length, unsigned count) {
    return length == 0 ? 0 : prefix >> (64 - 4 * length) & ((Word{1} << 4 * count) - 1);
  }
  static std::size_t recent_key(Word prefix, unsigned length) {
    return length << 12 | last_letters(prefix, length, 3);
  }

  Coder& coder_;
  WordShape shape_;
  std::array<std::uint8_t, 16> left_;  // how often each letter may still be used
  std::size_t count_;
  std::vector<Word> known_;
  KnownPrefixes known_prefixes_;
  std::vector<std::uint16_t> after_three_ = std::vector<std::uint16_t>(16 << 12);
  ContextModel<kContexts, 0, kTableBits> model_;
};

// Codes how often each letter occurs in a word at most. This comes first, as 4 bits and a carry for 16.
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
    return corrupt("a set that does not have the " + std::to_string(count) + " words that it declares",
                   coder.position());
  return words;
}

}  // namespace tabiya::codec
