#include "codec/number_coder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/support/bytes.h"

namespace tabiya::codec::number_coder_test {

TEST(NumberCoder, GivesBackNumbersOfEverySize) {
  std::mt19937_64 random(54);
  std::vector<std::int64_t> numbers{0, 1, -1, (std::int64_t{1} << 61) - 1, -(std::int64_t{1} << 61)};
  for (int i = 0; i < 5000; ++i)
    numbers.push_back(static_cast<std::int64_t>(random()) >> (2 + random() % 62));
  RangeEncoder encoder;
  NumberModel model;
  for (std::int64_t number : numbers) ASSERT_EQ(model.code(encoder, number), number);
  const test::Bytes bytes = encoder.finish();
  RangeDecoder decoder(bytes);
  NumberModel fresh;
  for (std::int64_t number : numbers) ASSERT_EQ(fresh.code(decoder, 0), number);
}

TEST(NumberCoder, LearnsWhatIsFrequent) {
  RangeEncoder encoder;
  NumberModel model;
  for (int i = 0; i < 10'000; ++i) model.code(encoder, i % 100 == 0 ? -50 : 2);
  EXPECT_LT(encoder.finish().size(), 400u);
}

TEST(NumberCoder, SurvivesGarbage) {
  std::mt19937_64 random(55);
  constexpr std::int64_t kBound = std::int64_t{1} << 62;
  std::int64_t largest = 0;
  for (int round = 0; round < 2000; ++round) {
    test::Bytes garbage = test::random_bytes(random, random() % 60);
    if (round % 2 == 0) std::ranges::fill(garbage, static_cast<std::byte>(random()));
    RangeDecoder decoder(garbage);
    RangeEncoder encoder;
    NumberModel model, same;
    for (int i = 0; i < 20; ++i) {
      const std::int64_t number = model.code(decoder, 0);
      ASSERT_LT(std::abs(number), kBound);
      ASSERT_EQ(same.code(encoder, number), number);
      largest = std::max(largest, std::abs(number));
    }
  }
  EXPECT_GT(largest, kBound / 2);
}

}  // namespace tabiya::codec::number_coder_test
