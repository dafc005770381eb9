// A shard: the part of a job that one machine computes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tabiya::booksearch {

struct Shard {
  std::uint32_t number = 1;  // 1 … count
  std::uint32_t count = 1;   // 1: the whole job

  // Whether the red in this place of a step (from 0, best first) is of this shard. Dealt out like cards, so
  // that all shards get reds of all kinds.
  bool computes(std::size_t place) const { return place % count == number - 1; }

  std::string name() const { return std::to_string(number) + "/" + std::to_string(count); }

  friend bool operator==(const Shard&, const Shard&) = default;
};

}  // namespace tabiya::booksearch
