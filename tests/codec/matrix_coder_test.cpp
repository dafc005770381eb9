#include "codec/matrix_coder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "codec/base128.h"
#include "codec/crc64.h"
#include "codec/matrix_steps.h"
#include "codec/row_predictor.h"
#include "codec/varint.h"
#include "tests/support/bytes.h"
#include "tests/support/checkout.h"

namespace tabiya::codec::matrix_coder_test {

using Values = std::vector<std::int32_t>;

std::size_t size_of(const std::vector<MatrixShape>& shapes) {
  std::size_t size = 0;
  for (const MatrixShape& shape : shapes) size += shape.size();
  return size;
}

Values uniform_values(std::mt19937_64& random, std::size_t size, std::int32_t bound) {
  Values values(size);
  for (std::int32_t& value : values) value = static_cast<std::int32_t>(random() % (2u * bound + 1)) - bound;
  return values;
}

// Rows like the one `lag` rows above, but for a little noise.
Values similar_rows(MatrixShape shape, std::uint32_t lag) {
  std::mt19937_64 random(lag);
  Values values = uniform_values(random, shape.size(), 100);
  const std::size_t back = std::size_t{lag} * shape.columns;
  for (std::size_t i = back; i < values.size(); ++i) {
    values[i] = values[i - back] + static_cast<std::int32_t>(random() % 3) - 1;
  }
  return values;
}

void expect_round_trip(const std::vector<MatrixShape>& shapes, const Values& values) {
  for (const Steps steps : {Steps::kNone, Steps::kCoded}) {
    const auto bytes = encode_matrices(shapes, values, steps);
    const auto decoded = decode_matrices(bytes, shapes, steps);
    ASSERT_TRUE(decoded.ok()) << decoded.error().message;
    ASSERT_EQ(*decoded, values);
  }
}

TEST(MatrixCoder, GivesBackMatricesOfEveryShapeAndRange) {
  std::mt19937_64 random(28);
  for (int round = 0; round < 150; ++round) {
    std::vector<MatrixShape> shapes(random() % 4);
    for (MatrixShape& shape : shapes) {
      shape = {static_cast<std::uint32_t>(random() % 30), static_cast<std::uint32_t>(random() % 40)};
    }
    const auto bound = static_cast<std::int32_t>(kMaxMatrixValue >> random() % 23);
    expect_round_trip(shapes, uniform_values(random, size_of(shapes), bound));
  }
  expect_round_trip({{40, 20}}, Values(800, -7));
  expect_round_trip({{1, 600}}, Values(600, kMaxMatrixValue));
  expect_round_trip({{2100, 1}}, uniform_values(random, 2100, 3));
  Values extremes(1000);
  for (std::int32_t& value : extremes) value = random() % 2 == 0 ? kMaxMatrixValue : -kMaxMatrixValue;
  expect_round_trip({{20, 50}}, extremes);
}

TEST(MatrixCoder, FindsTheRowsThatAreAlike) {
  for (const std::uint32_t lag : {1u, 5u, 100u}) {
    const MatrixShape shape{400, 64};
    const Values values = similar_rows(shape, lag);
    EXPECT_EQ(choose_row_lags(shape, values)[0] % lag, 0u);
    // 1.58 bits of noise for each value, and 7.65 in the first rows. Neither is distributed like a bell.
    EXPECT_LT(encode_matrices({{shape}}, values).size(), (2.0 * 400 * 64 + 8.0 * lag * 64) / 8);
    expect_round_trip({shape}, values);
  }
}

TEST(MatrixCoder, SpendsLittleMoreThanTheEntropyEvenOfEvenNoise) {
  std::mt19937_64 random(29);
  const MatrixShape shape{200, 128};
  const Values values = uniform_values(random, shape.size(), 32);  // 6.02 bits each
  EXPECT_LT(encode_matrices({{shape}}, values).size(), 6.3 / 8 * static_cast<double>(shape.size()));
}

// The values of some rows, of some columns, or all are multiples of steps.
TEST(MatrixCoder, GivesBackMatricesWithSteps) {
  std::mt19937_64 random(30);
  for (int round = 0; round < 150; ++round) {
    const MatrixShape shape{static_cast<std::uint32_t>(1 + random() % 30),
                            static_cast<std::uint32_t>(1 + random() % 40)};
    MatrixSteps steps{static_cast<MatrixSteps::Of>(random() % 4), {}};
    steps.steps.resize(40);
    for (std::int32_t& step : steps.steps)
      step = static_cast<std::int32_t>(1 + random() % (random() % 3 == 0 ? 5'000 : 9));
    Values values = uniform_values(random, shape.size(), static_cast<std::int32_t>(random() % 800));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto row = static_cast<std::uint32_t>(i / shape.columns),
                 column = static_cast<std::uint32_t>(i % shape.columns);
      values[i] *= row % 7 == 3 ? 0 : steps.at(row, column);
    }
    expect_round_trip({shape, {1, 3}}, [&] {
      Values all = values;
      all.insert(all.end(), {6, 0, -9});
      return all;
    }());
  }
}

// A step of 8 is worth three bits a value; where there are no steps, their absence takes two bits.
TEST(MatrixCoder, SpendsNothingOnWhatStepsTell) {
  std::mt19937_64 random(31);
  const MatrixShape shape{300, 128};
  const Values noise = uniform_values(random, shape.size(), 400);
  const auto size_of_values = [&](const Values& values, Steps steps) {
    return static_cast<double>(encode_matrices({{shape}}, values, steps).size());
  };
  EXPECT_LE(size_of_values(noise, Steps::kCoded), size_of_values(noise, Steps::kNone) + 8);
  for (const MatrixSteps::Of of :
       {MatrixSteps::Of::kWhole, MatrixSteps::Of::kRows, MatrixSteps::Of::kColumns}) {
    MatrixSteps steps{of, std::vector<std::int32_t>(300, 8)};
    if (of != MatrixSteps::Of::kWhole) std::fill_n(steps.steps.begin(), 64, 4);
    const double bits = of == MatrixSteps::Of::kWhole  ? 3
                        : of == MatrixSteps::Of::kRows ? 3 - 64.0 / 300
                                                       : 2.5;
    Values values = noise;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::int32_t step = steps.at(static_cast<std::uint32_t>(i / shape.columns),
                                         static_cast<std::uint32_t>(i % shape.columns));
      values[i] = values[i] / step * step;
    }
    EXPECT_EQ(choose_steps(shape, values).of, of);
    EXPECT_NEAR(8 * (size_of_values(values, Steps::kNone) - size_of_values(values, Steps::kCoded)) /
                    static_cast<double>(shape.size()),
                bits, 0.15);
  }
}

// A change of the model makes every coded network unreadable.
TEST(MatrixCoder, KeepsItsBytes) {
  const MatrixShape shape{100, 40};
  Values values = similar_rows(shape, 3);
  EXPECT_EQ(crc64(encode_matrices({{shape}}, values)), 0xC2C17E98156DD8A3u);
  for (std::int32_t& value : values) value *= 6;
  EXPECT_EQ(crc64(encode_matrices({{shape}}, values, Steps::kCoded)), 0xBA924C635273FC82u);
}

TEST(MatrixCoder, NoticesThatBytesAreMissingOrTooMany) {
  std::mt19937_64 random(30);
  const std::vector<MatrixShape> shapes{{30, 30}};
  auto bytes = encode_matrices(shapes, uniform_values(random, 900, 1000));
  bytes.push_back({});
  EXPECT_FALSE(decode_matrices(bytes, shapes).ok());
  bytes.resize(bytes.size() / 2);
  EXPECT_FALSE(decode_matrices(bytes, shapes).ok());
}

// An interval coder ends in the state in which it began, 62 bits that garbage does not hit.
TEST(MatrixCoder, RefusesGarbage) {
  std::mt19937_64 random(31);
  for (int round = 0; round < 300; ++round) {
    const std::vector<MatrixShape> shapes{{static_cast<std::uint32_t>(random() % 30), 20}, {10, 3}};
    test::Bytes garbage = encode_matrices(shapes, uniform_values(random, size_of(shapes), 1000));
    for (std::size_t i = random() % garbage.size(); i < garbage.size(); ++i)
      garbage[i] ^= static_cast<std::byte>(1 + random() % 255);
    ASSERT_EQ(decode_matrices(garbage, shapes).error().code, ErrorCode::kCorrupt);
  }
}

TEST(MatrixCoder, BeatsThePublishedCodingOfWeights) {
  const auto text = test::shared_file("data/wazirdrop/nnue_weights.base128");
  if (!text) GTEST_SKIP() << "the published weights are not there";
  const auto bits = decode_base128(*text);
  ASSERT_TRUE(bits.ok());
  Values weights;
  for (BitReader reader(*bits); reader.remaining() > 0;) {
    const auto weight = get_varint(reader);
    ASSERT_TRUE(weight.ok());
    weights.push_back(static_cast<std::int32_t>(*weight));
  }
  const std::vector<MatrixShape> shapes{{6360, 128}, {1, 128}, {16, 256}, {1, 16},
                                        {32, 16},    {1, 32},  {1, 32},   {1, 1}};
  ASSERT_EQ(weights.size(), size_of(shapes));
  EXPECT_LT(encode_matrices(shapes, weights).size(), 512'000u);  // 854,188 bytes of text
  expect_round_trip(shapes, weights);
}

}  // namespace tabiya::codec::matrix_coder_test
