// Arrangements of a multiset in lexicographic order: rank, unrank and enumeration.
//
// With n items left, of which c_k are of kind k, and N arrangements of them, N * c_k / n arrangements begin
// with kind k: so rank and unrank need neither tables nor factorials. Enumeration puts together halves: the
// arrangements of each remaining multiset of the second half are listed once, and every first half is then
// followed by a ready list. That costs a copy an arrangement, where the textbook successor (as in
// std::next_permutation) costs a search for the point of change.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tabiya {

// Items of kinds 0 … kKinds - 1, counts[k] of kind k, kLength in all.
template <std::size_t kKinds, std::size_t kLength>
class Multiset {
 public:
  using Counts = std::array<std::uint8_t, kKinds>;
  using Arrangement = std::array<std::uint8_t, kLength>;

  // The sum of `counts` is kLength, and the number of arrangements times kLength fits into 64 bits.
  constexpr explicit Multiset(const Counts& counts) : counts_(counts), size_(arrangements(counts)) {}

  constexpr std::uint64_t size() const { return size_; }

  // `arrangement` is an arrangement of this multiset.
  constexpr std::uint64_t rank(const Arrangement& arrangement) const {
    Counts left = counts_;
    std::uint64_t total = size_;
    std::uint64_t rank = 0;
    for (std::size_t i = 0; i < kLength; ++i) {
      const std::uint64_t items = kLength - i;
      std::uint64_t smaller = 0;
      for (std::size_t kind = 0; kind < arrangement[i]; ++kind) smaller += left[kind];
      rank += total * smaller / items;
      total = total * left[arrangement[i]]-- / items;
    }
    return rank;
  }

  // `rank` is below size().
  constexpr Arrangement unrank(std::uint64_t rank) const {
    Counts left = counts_;
    std::uint64_t total = size_;
    Arrangement arrangement{};
// Unrolled, divisions are by constants; and there is no branch on the kind, which nobody could predict.
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kLength; ++i) {
      const std::uint64_t items = kLength - i;
      const std::uint64_t scaled = rank * items;  // in units of 1 / items, as are counts times `total`
      std::uint64_t before = 0, smaller = 0;
      std::uint8_t kind = 0;
      for (std::size_t k = 0; k + 1 < kKinds; ++k) {
        before += left[k];
        const bool beyond = scaled >= total * before;
        kind = static_cast<std::uint8_t>(kind + beyond);
        smaller = beyond ? before : smaller;
      }
      rank = (scaled - total * smaller) / items;
      total = total * left[kind]-- / items;
      arrangement[i] = kind;
    }
    return arrangement;
  }

  // Calls visit(arrangement) for each arrangement in lexicographic order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    Tails tails(tails_index(counts_) + 1);
    Arrangement arrangement{};
    for_each_head(0, counts_, arrangement, tails, visit);
  }

 private:
  static constexpr std::size_t kHead = kLength / 2;
  using Tail = std::array<std::uint8_t, kLength - kHead>;
  using Tails = std::vector<std::vector<Tail>>;  // by tails_index()

  static constexpr std::uint64_t arrangements(const Counts& counts) {
    std::uint64_t result = 1;
    std::uint64_t items = 0;
    for (std::uint64_t count : counts) {
      for (std::uint64_t i = 1; i <= count; ++i) result = result * ++items / i;
    }
    return result;
  }

  template <class Visit>
  void for_each_head(std::size_t i, const Counts& left, Arrangement& arrangement, Tails& tails,
                     Visit& visit) const {
    if (i == kHead) {
      for (const Tail& tail : tails_of(left, tails)) {
        std::copy(tail.begin(), tail.end(), arrangement.begin() + kHead);
        visit(std::as_const(arrangement));
      }
      return;
    }
    for (std::uint8_t kind = 0; kind < kKinds; ++kind) {
      if (left[kind] == 0) continue;
      Counts rest = left;
      --rest[kind];
      arrangement[i] = kind;
      for_each_head(i + 1, rest, arrangement, tails, visit);
    }
  }

  // A number for each multiset within this one.
  constexpr std::size_t tails_index(const Counts& left) const {
    std::size_t result = 0;
    for (std::size_t kind = 0; kind < kKinds; ++kind) result = result * (counts_[kind] + 1u) + left[kind];
    return result;
  }

  const std::vector<Tail>& tails_of(const Counts& left, Tails& tails) const {
    std::vector<Tail>& list = tails[tails_index(left)];
    if (list.empty()) {
      Tail tail{};
      list_tails(0, left, tail, list);
    }
    return list;
  }

  static void list_tails(std::size_t i, const Counts& left, Tail& tail, std::vector<Tail>& list) {
    if (i == tail.size()) return list.push_back(tail);
    for (std::uint8_t kind = 0; kind < kKinds; ++kind) {
      if (left[kind] == 0) continue;
      Counts rest = left;
      --rest[kind];
      tail[i] = kind;
      list_tails(i + 1, rest, tail, list);
    }
  }

  Counts counts_;
  std::uint64_t size_;
};

}  // namespace tabiya
