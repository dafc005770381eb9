// An allocator and a thread factory that fail once, as the machine may at any moment.
#pragma once

#include <cstdint>

namespace tabiya::test {

enum class Fault { kAllocation, kThread };

// From now on the n-th one of this process, from 1, fails; 0: none. What was counted before is forgotten.
void fail_once(Fault fault, std::uint64_t n);

// How many there have been since.
std::uint64_t count_of(Fault fault);

}  // namespace tabiya::test
