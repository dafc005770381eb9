#include "codec/interval_coder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/bytes.h"

namespace tabiya::codec::interval_coder_test {

constexpr std::uint32_t kWhole = 1u << kIntervalBits;

// An alphabet: where the intervals of its symbols begin, and the end of the last.
std::vector<std::uint32_t> random_alphabet(std::mt19937_64& random) {
  std::vector<std::uint32_t> begins{0, kWhole};
  const auto finest = random() % kIntervalBits;  // binary places to which the cuts keep
  for (auto symbols = random() % 20; symbols > 0; --symbols)
    begins.push_back(static_cast<std::uint32_t>(random() % kWhole >> finest << finest));
  begins.push_back(1);  // the smallest interval that there is
  std::ranges::sort(begins);
  begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
  return begins;
}

Interval interval_of(const std::vector<std::uint32_t>& begins, std::uint32_t place) {
  const auto end = std::ranges::upper_bound(begins, place);
  return {end[-1], *end - end[-1]};
}

TEST(IntervalCoder, GivesBackSymbols) {
  std::mt19937_64 random(41);
  for (int round = 0; round < 2000; ++round) {
    const std::vector<std::uint32_t> begins = random_alphabet(random);
    std::vector<std::uint32_t> places(random() % 100);
    IntervalEncoder encoder;
    for (std::uint32_t& place : places) {
      place = random() % 8 == 0 ? 0 : static_cast<std::uint32_t>(random() % kWhole);
      encoder.code(interval_of(begins, place));
    }
    const test::Bytes bytes = encoder.finish();
    IntervalDecoder decoder(bytes);
    for (std::uint32_t place : places) {
      const Interval wanted = interval_of(begins, place), found = interval_of(begins, decoder.place());
      ASSERT_EQ(found.start, wanted.start);
      decoder.code(found);
    }
    ASSERT_FALSE(decoder.overrun());
    ASSERT_TRUE(decoder.finished());
  }
}

TEST(IntervalCoder, SpendsWhatTheSizesSay) {
  std::mt19937_64 random(42);
  for (int round = 0; round < 20; ++round) {
    const std::vector<std::uint32_t> begins = random_alphabet(random);
    IntervalEncoder encoder;
    double bits = 0;
    for (int i = 0; i < 10'000; ++i) {
      const Interval interval = interval_of(begins, static_cast<std::uint32_t>(random() % kWhole));
      encoder.code(interval);
      bits += kIntervalBits - std::log2(interval.size);
    }
    const double size = static_cast<double>(encoder.finish().size());
    EXPECT_NEAR(size, bits / 8, bits / 8 * 0.0001 + 16);
  }
}

TEST(IntervalCoder, NoticesWhatIsMissingOrTooMuch) {
  std::mt19937_64 random(43);
  IntervalEncoder encoder;
  for (int i = 0; i < 100; ++i) code_evenly(encoder, static_cast<std::uint32_t>(random()) >> 8, 24);
  test::Bytes bytes = encoder.finish();
  const auto read_all = [&] {
    IntervalDecoder decoder(bytes);
    for (int i = 0; i < 100; ++i) code_evenly(decoder, 0, 24);
    return decoder;
  };
  EXPECT_TRUE(read_all().finished());
  bytes.push_back({});
  EXPECT_FALSE(read_all().overrun());
  EXPECT_FALSE(read_all().finished());
  bytes.resize(bytes.size() - 2);
  EXPECT_TRUE(read_all().overrun());
  EXPECT_FALSE(read_all().finished());
}

TEST(IntervalCoder, CodesPlainNumbers) {
  IntervalEncoder encoder;
  code_evenly(encoder, 12345, 14);
  code_evenly(encoder, 0xFFFFFF, 24);
  code_evenly(encoder, 0, 0);
  const test::Bytes bytes = encoder.finish();
  EXPECT_LE(bytes.size(), (14u + 24) / 8 + 16);
  IntervalDecoder decoder(bytes);
  EXPECT_EQ(code_evenly(decoder, 0, 14), 12345u);
  EXPECT_EQ(code_evenly(decoder, 0, 24), 0xFFFFFFu);
  EXPECT_EQ(code_evenly(decoder, 0, 0), 0u);
}

}  // namespace tabiya::codec::interval_coder_test
