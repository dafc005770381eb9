// Dense text: bytes as UTF-8 that may stand in raw string literals of C++ and Rust, 8 bytes in 9 bytes of
// text, that is 7.11 bits a byte.
//
// Characters in use: U+0001 to U+007F but for line feed and carriage return; U+00A0 to U+07FF except for the
// soft hyphen and the Arabic format characters; U+3400 to U+D7A3 (CJK, Yi, Hangul). So no line ends, C1
// controls, directional marks, byte order marks, noncharacters, private or supplementary planes. With 125
// characters of one byte, 1,878 of two and 41,892 of three, a byte can carry 7.142 bits at most (the c for
// which 125 / 2^c + 1878 / 2^2c + 41892 / 2^3c = 1). Blocks of 9 bytes of text can be made in a little more
// than 2^64 ways; the one that stands for a number is found by counting. Longer blocks would come nearer, by
// 0.4 % at best.
//
// Printable text is dense text without control characters, for sources that people open and paste: its
// characters of one byte are U+0020 to U+007E. 61 bits in 9 bytes of text, that is 6.78 bits a byte, make it
// 4.9 % longer than dense text; 6.84 are possible.
//
// Text for UTF-16 is for limits that count its units, as those of JavaScript, Java and C# do ("base32768" is the like, with 15
// bits a unit). It is UTF-8 here, too: 61 bits in four characters of one unit each, that is 15.25 bits a unit. Its characters are
// the unified ideographs U+3400 to U+4DB5 and U+4E00 to U+9FA5, the syllables of Yi, U+A000 to U+A48C, and of Hangul, U+AC00 to
// U+D7A3. All are letters that Unicode has had since version 3.0: no normal form (NFC, NFKC), case, direction or shape changes
// them. They are 39,821, and could carry 15.28 bits. A unit can carry 15.95 bits at most (the c for which 63,488 / 2^c +
// 1,048,576 / 2^2c = 1), where all of Unicode comes through as it is.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"

namespace tabiya::codec {

std::string encode_dense(std::span<const std::byte> bytes);

// Accepts exactly the texts that encode_dense() makes. Errors: kCorrupt, with the offset in bytes.
Result<std::vector<std::byte>> decode_dense(std::string_view text);

// These do the same for printable text.
std::string encode_printable(std::span<const std::byte> bytes);
Result<std::vector<std::byte>> decode_printable(std::string_view text);

// And these for UTF-16.
std::string encode_utf16(std::span<const std::byte> bytes);
Result<std::vector<std::byte>> decode_utf16(std::string_view text);

// The length of a text in UTF-8 as languages count it whose strings are UTF-16.
std::size_t utf16_units(std::string_view text);

}  // namespace tabiya::codec
