#include "codec/similar_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace tabiya::codec::similar_words_test {

using Indices = std::vector<std::uint32_t>;

// How many places two words differ at, where each has the letters of the other; 0 otherwise.
unsigned exchanged_places(Word a, Word b) {
  std::multiset<unsigned> letters_of_a, letters_of_b;
  unsigned different = 0;
  for (unsigned i = 0; i < kMaxWordLength; ++i) {
    letters_of_a.insert(letter_at(a, i));
    letters_of_b.insert(letter_at(b, i));
    different += letter_at(a, i) != letter_at(b, i);
  }
  return letters_of_a == letters_of_b ? different : 0;
}

// The obvious search, through all pairs.
TEST(SimilarWords, AreThoseThatDifferByAnExchange) {
  std::mt19937_64 random(71);
  for (int round = 0; round < 60; ++round) {
    const auto below = [&](unsigned bound) { return static_cast<unsigned>(random() % bound); };
    const unsigned length = 1 + below(kMaxWordLength), letters = 1 + below(round % 2 == 0 ? 3 : kMaxLetters);
    std::set<Word> set;
    Word word = 0;
    for (unsigned i = 0; i < 150; ++i) {  // half of them by an exchange
      const unsigned place = below(length), other = below(length);
      const unsigned a = letter_at(word, place), b = letter_at(word, other);
      if (i % 2 == 1) word = with_letter(with_letter(word, place, b), other, a);
      for (unsigned k = 0; i % 2 == 0 && k < length; ++k) word = with_letter(word, k, 1 + below(letters));
      set.insert(word);
    }
    const std::vector<Word> words(set.begin(), set.end());
    const SimilarWords similar(words);
    for (std::uint32_t i = 0; i < words.size(); ++i) {
      Indices wanted;
      for (std::uint32_t other = 0; other < i; ++other)
        if (exchanged_places(words[i], words[other]) == 2) wanted.push_back(other);
      Indices found(similar.before(i).begin(), similar.before(i).end());
      std::ranges::sort(found);
      ASSERT_EQ(found, wanted);
    }
  }
}

TEST(SimilarWords, AreNoneOfNone) { EXPECT_TRUE(SimilarWords(std::span<const Word>()).words().empty()); }

}  // namespace tabiya::codec::similar_words_test
