// Arrangements of a multiset in lexicographic order: rank, unrank and enumeration.
//
// Rank and unrank walk through what is left of the multiset: 540 smaller multisets at most for the setups of 0.1. A table says
// of each how many of its arrangements begin with a smaller kind. To compute these numbers instead (of N arrangements of n
// items, c_k of them of kind k, N * c_k / n begin with kind k) took 2.8 times as long.
//
// Enumeration puts together halves: the arrangements of each multiset of half the length are listed once, and every first half
// is then followed by a ready list. That costs a copy an arrangement, where the textbook successor (as in
// std::next_permutation) costs a search for the point of change.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace tabiya {

// kCounts: a std::array of std::uint8_t, how many items there are of each kind. There are fewer than 2^32 arrangements.
template <auto kCounts>
class Multiset {
 public:
  static constexpr std::size_t kKinds = kCounts.size();
  static constexpr std::size_t kLength = [] {
    std::size_t length = 0;
    for (const std::size_t count : kCounts) length += count;
    return length;
  }();
  using Arrangement = std::array<std::uint8_t, kLength>;  // of kinds, 0 … kKinds - 1

  static constexpr std::uint32_t size() {
    static_assert(arrangements(kCounts) <= std::numeric_limits<std::uint32_t>::max());
    return kTable[kWhole][kKinds];
  }

  // `arrangement` is an arrangement of this multiset.
  static constexpr std::uint32_t rank(const Arrangement& arrangement) {
    std::uint32_t rank = 0;
    std::size_t left = kWhole;
    for (const std::uint8_t kind : arrangement) {
      rank += kTable[left][kind];
      left -= kStrides[kind];
    }
    return rank;
  }

  // `rank` is below size().
  static constexpr Arrangement unrank(std::uint32_t rank) {
    Arrangement arrangement{};
    std::size_t left = kWhole;
    for (std::uint8_t& item : arrangement) {
      const Row& row = kTable[left];
      std::size_t kind = 0;  // without a branch on it, which nobody could predict
      std::uint32_t before = 0;
      for (std::size_t k = 1; k < kKinds; ++k) {
        const bool beyond = rank >= row[k];
        kind += beyond ? 1 : 0;
        before = beyond ? row[k] : before;
      }
      rank -= before;
      left -= kStrides[kind];
      item = static_cast<std::uint8_t>(kind);
    }
    return arrangement;
  }

  // Calls visit(arrangement) for each arrangement in lexicographic order.
  template <class Visit>
  static void for_each(Visit&& visit) {
    Tails tails(kWhole + 1);
    Arrangement arrangement{};
    for_each_head(0, kWhole, arrangement, tails, visit);
  }

 private:
  using Counts = std::remove_cvref_t<decltype(kCounts)>;
  // The row of a multiset within this one: [k] says how many of its arrangements begin with a kind below k.
  using Row = std::array<std::uint32_t, kKinds + 1>;

  // A multiset within this one has the number that is the sum of its counts times these.
  static constexpr std::array<std::size_t, kKinds> kStrides = [] {
    std::array<std::size_t, kKinds> strides{};
    std::size_t stride = 1;
    for (std::size_t kind = kKinds; kind-- > 0; stride *= kCounts[kind] + 1u) strides[kind] = stride;
    return strides;
  }();
  static constexpr std::size_t kWhole = kStrides[0] * (kCounts[0] + 1u) - 1;

  static constexpr std::uint64_t arrangements(const Counts& counts) {
    std::uint64_t result = 1;
    std::uint64_t items = 0;
    for (const std::uint64_t count : counts)
      for (std::uint64_t i = 1; i <= count; ++i) result = result * ++items / i;
    return result;
  }

  static constexpr Row row_of(std::size_t multiset) {
    Counts counts{};
    for (std::size_t kind = 0; kind < kKinds; ++kind)
      counts[kind] = static_cast<std::uint8_t>(multiset / kStrides[kind] % (kCounts[kind] + 1u));
    Row row{};
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      row[kind + 1] = row[kind];
      if (counts[kind] == 0) continue;
      --counts[kind];
      row[kind + 1] += static_cast<std::uint32_t>(arrangements(counts));
      ++counts[kind];
    }
    return row;
  }

  static constexpr std::array<Row, kWhole + 1> kTable = [] {
    std::array<Row, kWhole + 1> table{};
    for (std::size_t multiset = 0; multiset <= kWhole; ++multiset) table[multiset] = row_of(multiset);
    return table;
  }();

  static constexpr bool has(std::size_t multiset, std::size_t kind) {
    return kTable[multiset][kind] != kTable[multiset][kind + 1];
  }

  static constexpr std::size_t kHead = kLength / 2;
  using Tail = std::array<std::uint8_t, kLength - kHead>;
  using Tails = std::vector<std::vector<Tail>>;  // by the number of the multiset

  template <class Visit>
  static void for_each_head(std::size_t i, std::size_t left, Arrangement& arrangement, Tails& tails,
                            Visit& visit) {
    if (i == kHead) {
      for (const Tail& tail : tails_of(left, tails)) {
        std::copy(tail.begin(), tail.end(), arrangement.begin() + kHead);
        visit(std::as_const(arrangement));
      }
      return;
    }
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      if (!has(left, kind)) continue;
      arrangement[i] = static_cast<std::uint8_t>(kind);
      for_each_head(i + 1, left - kStrides[kind], arrangement, tails, visit);
    }
  }

  static const std::vector<Tail>& tails_of(std::size_t left, Tails& tails) {
    std::vector<Tail>& list = tails[left];
    if (list.empty()) {
      Tail tail{};
      list_tails(0, left, tail, list);
    }
    return list;
  }

  static void list_tails(std::size_t i, std::size_t left, Tail& tail, std::vector<Tail>& list) {
    if (i == tail.size()) return list.push_back(tail);
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      if (!has(left, kind)) continue;
      tail[i] = static_cast<std::uint8_t>(kind);
      list_tails(i + 1, left - kStrides[kind], tail, list);
    }
  }
};

}  // namespace tabiya
