// Text as raw string literals of C++ and Rust, and back. Long text is split, since compilers limit the length
// of a single literal (MSVC to 16,380 bytes).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "codec/result.h"

namespace tabiya::codec {

inline constexpr std::size_t kMaxLiteral = 16'000;  // bytes

// The first words of the files.
inline constexpr std::string_view kCppLiteralStart = "// An asset of Tabiya as a C++ literal";
inline constexpr std::string_view kRustLiteralStart = "// An asset of Tabiya as a Rust literal";

// The source text before and after the literal, behind the line that describes the file.
struct LiteralFrame {
  std::string_view before, after;
};

// A source file that defines kTabiyaAsset, an array of the pieces in order, or TABIYA_ASSET, the whole text.
// `text` is UTF-8 without NUL and line ends.
std::string cpp_literal(std::string_view text, const LiteralFrame& frame = {"#pragma once\n\n", ""});
std::string rust_literal(std::string_view text, const LiteralFrame& frame = {});

// True if such a file states that it holds dense text with control characters, as older versions wrote it.
bool holds_dense_text(std::string_view source);

// The longest beginning of `text` that ends with a whole character and is no longer than kMaxLiteral.
std::string_view first_piece(std::string_view text);

// `text` as an expression of C++: string literals in a row, which the compiler joins.
std::string cpp_string(std::string_view text);

// The text of such a file, up to the end of the literal. Errors: kCorrupt, with the offset in bytes.
Result<std::string> cpp_literal_text(std::string_view source);
Result<std::string> rust_literal_text(std::string_view source);

}  // namespace tabiya::codec
