#include "core/search/large_array.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace tabiya::large_array_test {

struct alignas(64) Line {
  std::array<std::uint64_t, 8> words{};
};

TEST(LargeArray, IsZeroAndAlignedWhateverItsSize) {
  for (const std::size_t size : {1u, 3u, 40'000u}) {
    const LargeArray<Line> array(size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&array[0]) % (std::size_t{2} << 20), 0u);
    EXPECT_EQ(&array[size - 1] - &array[0], static_cast<std::ptrdiff_t>(size) - 1);
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(array[i].words, Line{}.words) << i;
  }
}

TEST(LargeArray, IsZeroAgainAfterAReset) {
  LargeArray<std::uint32_t> array(1'000);
  for (std::size_t i = 0; i < 1'000; ++i) array[i] = static_cast<std::uint32_t>(i + 1);
  array.reset();
  for (std::size_t i = 0; i < 1'000; ++i) ASSERT_EQ(array[i], 0u);
}

}  // namespace tabiya::large_array_test
