// Base-128 text: a stream of bits as UTF-8 that may stand in any raw string literal, 7 bits a byte. Byte for
// byte the format of the published WazirDrop files.
//
// The stream is closed with a 1 bit, and zero bits up to a whole number of symbols of 7 bits. A symbol is the
// character U+00ss, except for nine that text does not carry safely (NUL, \b, \t, \n, \v, \f, \r, ESC, ").
// Those open a character of two bytes, whose 11 bits are 4 bits that name the symbol (2 to 10) and 7 bits of
// the next one. So every symbol costs one byte. A last symbol that opens a character is followed by a symbol
// 0.
#pragma once

#include <string>
#include <string_view>

#include "codec/bits.h"
#include "codec/result.h"

namespace tabiya::codec {

std::string encode_base128(const Bits& bits);

// Accepts exactly the texts that encode_base128() makes. Errors: kCorrupt, with the offset in bytes.
Result<Bits> decode_base128(std::string_view text);

// Encodes whole bytes; a stream that is not whole bytes is kCorrupt.
std::string encode_base128(std::span<const std::byte> bytes);
Result<std::vector<std::byte>> decode_base128_bytes(std::string_view text);

}  // namespace tabiya::codec
