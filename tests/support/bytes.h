// Bytes for tests: from text, at random, and damaged in every small way.
#pragma once

#include <cstddef>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "codec/text.h"

namespace tabiya::test {

using Bytes = std::vector<std::byte>;

inline Bytes bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

inline Bytes random_bytes(std::mt19937_64& random, std::size_t size) {
  Bytes bytes(size);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

// Calls `check` with `bytes` changed by one bit, for each bit.
template <class Check>
void for_each_bit_flip(Bytes bytes, Check check) {
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    const auto mask = static_cast<std::byte>(1u << bit % 8);
    bytes[bit / 8] ^= mask;
    check(bytes);
    bytes[bit / 8] ^= mask;
  }
}

// Calls `check` with every proper prefix of `bytes`, in memory of just its size.
template <class Check>
void for_each_truncation(const Bytes& bytes, Check check) {
  for (std::size_t size = 0; size < bytes.size(); ++size)
    check(Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)));
}

}  // namespace tabiya::test
