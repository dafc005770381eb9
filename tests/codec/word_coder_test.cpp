#include "codec/word_coder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include "codec/crc64.h"
#include "tests/support/bytes.h"

namespace tabiya::codec::word_coder_test {

using Words = std::vector<Word>;
using Labels = std::vector<std::uint32_t>;

// `size` different words at random, or as many as come up; with `counts` arrangements of these letters.
Words random_words(std::mt19937_64& random, WordShape shape, std::size_t size, bool arrangements) {
  std::vector<unsigned> letters(shape.length);
  for (unsigned& letter : letters) letter = static_cast<unsigned>(1 + random() % shape.letters);
  std::set<Word> words;
  for (std::size_t tries = 0; tries < 2 * size && words.size() < size; ++tries) {
    for (std::size_t i = letters.size(); i > 1; --i) std::swap(letters[i - 1], letters[random() % i]);
    if (!arrangements) letters[0] = static_cast<unsigned>(1 + random() % shape.letters);
    Word word = 0;
    for (unsigned i = 0; i < shape.length; ++i) word = with_letter(word, i, letters[i]);
    words.insert(word);
  }
  return {words.begin(), words.end()};
}

Labels random_permutation(std::mt19937_64& random, std::size_t size) {
  Labels labels(size);
  std::iota(labels.begin(), labels.end(), 0u);
  for (std::size_t i = size; i > 1; --i) std::swap(labels[i - 1], labels[random() % i]);
  return labels;
}

test::Bytes encoded(WordShape shape, const Words& words) {
  RangeEncoder encoder;
  encode_words(encoder, shape, words);
  return encoder.finish();
}

TEST(WordCoder, GivesBackSetsOfEveryShape) {
  std::mt19937_64 random(41);
  for (int round = 0; round < 150; ++round) {
    const WordShape shape{static_cast<unsigned>(1 + random() % kMaxWordLength),
                          static_cast<unsigned>(1 + random() % kMaxLetters)};
    const Words words = random_words(random, shape, random() % 200, random() % 2 == 0);
    const test::Bytes bytes = encoded(shape, words);
    RangeDecoder decoder(bytes);
    const auto decoded = decode_words(decoder, shape, words.size());
    ASSERT_TRUE(decoded.ok()) << decoded.error().message;
    ASSERT_EQ(*decoded, words);
  }
}

TEST(WordCoder, SpendsNothingOnOrder) {
  std::mt19937_64 random(42);
  const WordShape shape{12, 4};
  const Words words = random_words(random, shape, 3000, true);
  double arrangements = std::lgamma(13) / std::log(2);
  for (unsigned letter = 1; letter <= 4; ++letter) {
    double count = 0;
    for (unsigned i = 0; i < 12; ++i) count += letter_at(words[0], i) == letter;
    arrangements -= std::lgamma(count + 1) / std::log(2);
  }
  const double size = static_cast<double>(words.size());
  const double bits = size * (arrangements - std::log2(size) + std::log2(std::exp(1)));  // log2 of a binomial
  EXPECT_LT(static_cast<double>(encoded(shape, words).size()), 1.1 * bits / 8);
}

TEST(WordCoder, SpendsLittleOnAllArrangements) {
  std::vector<unsigned> letters{1, 1, 1, 2, 2, 3, 3, 4};
  Words words;
  do {
    Word word = 0;
    for (unsigned i = 0; i < 8; ++i) word = with_letter(word, i, letters[i]);
    words.push_back(word);
  } while (std::ranges::next_permutation(letters).found);
  EXPECT_LT(encoded({8, 4}, words).size(), 60u);  // 1,680 words
}

TEST(WordCoder, RefusesAnotherNumberOfWords) {
  std::mt19937_64 random(43);
  const WordShape shape{10, 4};
  const Words words = random_words(random, shape, 50, true);
  const test::Bytes bytes = encoded(shape, words);
  for (const std::size_t count : {words.size() - 1, words.size() + 1, std::size_t{1}}) {
    RangeDecoder decoder(bytes);
    EXPECT_FALSE(decode_words(decoder, shape, count).ok());
  }
}

TEST(WordCoder, SurvivesGarbage) {
  std::mt19937_64 random(44);
  int read = 0;
  for (int round = 0; round < 400; ++round) {
    const test::Bytes garbage = test::random_bytes(random, random() % 40);
    RangeDecoder decoder(garbage);
    const WordShape shape{static_cast<unsigned>(1 + random() % kMaxWordLength),
                          static_cast<unsigned>(1 + random() % kMaxLetters)};
    const std::size_t count = random() % 100;
    if (const auto words = decode_words(decoder, shape, count)) {
      ++read;
      ASSERT_EQ(words->size(), count);
      ASSERT_TRUE(std::ranges::is_sorted(*words));
    }
  }
  EXPECT_GT(read, 0);
  EXPECT_LT(read, 400);
}

TEST(LabelCoder, GivesBackLabels) {
  std::mt19937_64 random(45);
  for (int round = 0; round < 100; ++round) {
    const WordShape shape{8, 4};
    const Words words = random_words(random, shape, random() % 200, true);
    const bool distinct = random() % 2 == 0;
    LabelShape labels_shape{static_cast<std::uint32_t>(words.size()), distinct};
    Labels labels = random_permutation(random, words.size());
    if (!distinct) {
      labels_shape.label_count = static_cast<std::uint32_t>(1 + random() % 300);
      for (std::uint32_t& label : labels)
        label = static_cast<std::uint32_t>(random() % labels_shape.label_count);
    }
    RangeEncoder encoder;
    encode_labels(encoder, SimilarWords(words), labels_shape, labels);
    const test::Bytes bytes = encoder.finish();
    RangeDecoder decoder(bytes);
    ASSERT_EQ(decode_labels(decoder, SimilarWords(words), labels_shape), labels);
    ASSERT_FALSE(decoder.overrun());
  }
}

TEST(LabelCoder, LearnsFromSimilarWords) {
  std::mt19937_64 random(46);
  const Words words = random_words(random, {12, 4}, 5000, true);
  const auto size_of = [&](const Labels& labels) {
    RangeEncoder encoder;
    encode_labels(encoder, SimilarWords(words), {16, false}, labels);
    return encoder.finish().size();
  };
  Labels by_word, noise;
  for (Word word : words) {
    by_word.push_back((letter_at(word, 2) - 1) * 4 + letter_at(word, 7) - 1);
    noise.push_back(static_cast<std::uint32_t>(random() % 16));
  }
  EXPECT_LT(size_of(by_word), 5000u * 4 / 8 / 2);
  EXPECT_LT(size_of(noise), 5000u * 4 / 8 * 110 / 100);
}

TEST(LabelCoder, CodesAPermutationAsOne) {
  std::mt19937_64 random(47);
  const Words words = random_words(random, {12, 4}, 2000, true);
  RangeEncoder encoder;
  encode_labels(encoder, SimilarWords(words), {2000, true}, random_permutation(random, 2000));
  const double bits = std::lgamma(2001) / std::log(2);
  EXPECT_LT(static_cast<double>(encoder.finish().size()), 1.02 * bits / 8);
}

// A change of the models makes every coded book unreadable.
TEST(WordCoder, KeepsItsBytes) {
  std::mt19937_64 random(48);
  const Words words = random_words(random, {10, 4}, 300, true);
  RangeEncoder encoder;
  encode_words(encoder, {10, 4}, words);
  encode_labels(encoder, SimilarWords(words), {300, true}, random_permutation(random, 300));
  EXPECT_EQ(crc64(encoder.finish()), 0xB1E132BFBE8F9D7Eu);
}

}  // namespace tabiya::codec::word_coder_test
