// Letters of pieces: capitals for White, the side that begins, small ones for Black.
#pragma once

namespace tabiya::variants {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
constexpr char small(char c) { return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char capital(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
constexpr char letter_for(int side, char c) { return side == 0 ? capital(c) : small(c); }

}  // namespace tabiya::variants
