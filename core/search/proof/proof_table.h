// A proof search's memory of positions, by their keys: a table of bounded size that several threads may share
// without locks.
//
// Entries of 16 bytes in buckets of one cache line: a word with the numbers and the work that they cost, and
// the key xor-ed with it, so that an entry torn by two writers belongs to no key. If a bucket is full, the
// entry goes that cost the least work.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/search/large_array.h"
#include "core/search/proof/proof_numbers.h"

namespace tabiya {

class ProofTable {
 public:
  // The largest power of two of buckets that fits into `bytes`, but two buckets at least.
  explicit ProofTable(std::size_t bytes)
      : bucket_bits_(static_cast<int>(std::bit_width(std::max<std::size_t>(bytes / sizeof(Bucket), 2))) - 1),
        buckets_(std::size_t{1} << bucket_bits_) {}

  std::size_t bytes() const { return sizeof(Bucket) << bucket_bits_; }

  void clear() { buckets_.reset(); }

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }

  std::optional<ProofNumbers> probe(std::uint64_t key) const {
    for (const Slot& slot : bucket(key).slots) {
      const std::uint64_t body = slot.body.load(std::memory_order_relaxed);
      if ((slot.check.load(std::memory_order_relaxed) ^ body) == key && body != 0) return numbers_of(body);
    }
    return std::nullopt;
  }

  // `work`: nodes that were visited to find the numbers, from 1.
  void store(std::uint64_t key, const ProofNumbers& numbers, std::uint64_t work) {
    auto& slots = bucket(key).slots;
    Slot* victim = slots.data();
    std::uint64_t least = ~std::uint64_t{0};
    for (Slot& slot : slots) {
      const std::uint64_t body = slot.body.load(std::memory_order_relaxed);
      if ((slot.check.load(std::memory_order_relaxed) ^ body) == key) {
        victim = &slot;
        break;
      }
      if (body >> kWorkShift < least) {
        least = body >> kWorkShift;
        victim = &slot;
      }
    }
    const std::uint64_t body =
        numbers.reach | std::uint64_t{numbers.fail} << kNumberBits | compressed(work) << kWorkShift;
    victim->check.store(key ^ body, std::memory_order_relaxed);
    victim->body.store(body, std::memory_order_relaxed);
  }

 private:
  struct Slot {
    std::atomic<std::uint64_t> check{0};  // key ^ body
    std::atomic<std::uint64_t> body{0};   // reach 28 bits, fail 28 bits, work 8 bits; 0 if empty
  };
  struct alignas(64) Bucket {
    std::array<Slot, 4> slots;
  };
  static_assert(sizeof(Bucket) == 64);

  static constexpr int kNumberBits = 28;
  static constexpr int kWorkShift = 2 * kNumberBits;

  // The logarithm of `work` to base 2, in quarters and from 1.
  static std::uint64_t compressed(std::uint64_t work) {
    const int bits = static_cast<int>(std::bit_width(work));
    const std::uint64_t quarter = bits < 3 ? 0 : work >> (bits - 3) & 3;
    return static_cast<std::uint64_t>(bits) << 2 | quarter;
  }

  static ProofNumbers numbers_of(std::uint64_t body) {
    constexpr std::uint64_t kMask = (std::uint64_t{1} << kNumberBits) - 1;
    return {static_cast<std::uint32_t>(body & kMask),
            static_cast<std::uint32_t>(body >> kNumberBits & kMask)};
  }

  Bucket& bucket(std::uint64_t key) const { return buckets_[key >> (64 - bucket_bits_)]; }

  int bucket_bits_;
  LargeArray<Bucket> buckets_;
};

}  // namespace tabiya
