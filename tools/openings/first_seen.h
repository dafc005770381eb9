// A record of the keys that were seen before, and where: a hash table of 12 bytes a slot, so that lists of
// millions fit in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tabiya::tools {

// Keys are hashes already; two equal ones count as the same.
class FirstSeen {
 public:
  // The place where the key was seen first. The result is empty if the key is new; it then gets `place`.
  std::optional<std::uint32_t> find_or_add(std::uint64_t key, std::uint32_t place) {
    if (4 * (size_ + 1) > 3 * places_.size()) grow();
    const std::size_t slot = slot_of(key);
    if (places_[slot] != kFree) return places_[slot];
    keys_[slot] = key;
    places_[slot] = place;
    ++size_;
    return std::nullopt;
  }

  std::optional<std::uint32_t> find(std::uint64_t key) const {
    if (size_ == 0) return std::nullopt;
    const std::size_t slot = slot_of(key);
    return places_[slot] == kFree ? std::nullopt : std::optional(places_[slot]);
  }

  std::size_t size() const { return size_; }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};

  // The slot of the key, or the free one where it belongs.
  std::size_t slot_of(std::uint64_t key) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t slot = (key ^ key >> 32) & mask;
    while (places_[slot] != kFree && keys_[slot] != key) slot = (slot + 1) & mask;
    return slot;
  }

  void grow() {
    FirstSeen larger;
    const std::size_t slots = places_.empty() ? 1024 : 2 * places_.size();
    larger.keys_.resize(slots);
    larger.places_.resize(slots, kFree);
    for (std::size_t slot = 0; slot < places_.size(); ++slot)
      if (places_[slot] != kFree) larger.find_or_add(keys_[slot], places_[slot]);
    *this = std::move(larger);
  }

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> places_;
  std::size_t size_ = 0;
};

}  // namespace tabiya::tools
