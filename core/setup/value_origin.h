// The origin of a pair's value: the evaluation and the search that computed it.
#pragma once

#include <cstdint>

namespace tabiya {

// Equal origins mean equal values for the same work. 0 stands for what is not known.
struct ValueOrigin {
  std::uint64_t evaluation = 0;  // fingerprint of the evaluation: of a network, the one that is in its file
  std::uint64_t search = 0;      // fingerprint of the search

  friend bool operator==(const ValueOrigin&, const ValueOrigin&) = default;
};

}  // namespace tabiya
