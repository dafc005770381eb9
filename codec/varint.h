// Signed integers of variable length, as published WazirDrop files have them: a sign bit (1 = negative; the
// magnitude is then -n - 1), 5 low bits, and while anything remains a 1 bit and 2 more bits; a final 0 bit.
#pragma once

#include <cstdint>

#include "codec/bits.h"
#include "codec/result.h"

namespace tabiya::codec {

inline constexpr unsigned kVarintFirstBits = 5;
inline constexpr unsigned kVarintMoreBits = 2;

void put_varint(BitWriter& writer, std::int64_t value);

// Errors: kCorrupt, with the offset in bits of the integer, where the stream ends within it, it does not fit
// 64 bits, or it is longer than put_varint() would write it.
Result<std::int64_t> get_varint(BitReader& reader);

}  // namespace tabiya::codec
