// The encodings in which bytes are written.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/base128.h"
#include "codec/dense_text.h"
#include "codec/result.h"

namespace tabiya::codec {

struct Encoding {
  std::string_view name;       // as options have it: "base128"
  std::string_view beginning;  // of everything that is written so; empty if only a checksum can tell
  Result<std::string> (*encode)(std::span<const std::byte> bytes);
  Result<std::vector<std::byte>> (*decode)(std::string_view text);  // errors: with the offset
};

// A text without the end of a line that editors and shells add; none of the texts here ends so by itself.
inline std::string_view without_line_end(std::string_view text) {
  if (!text.ends_with('\n')) return text;
  text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

inline constexpr Encoding kBase128{
    "base128", "",
    [](std::span<const std::byte> bytes) -> Result<std::string> { return encode_base128(bytes); },
    [](std::string_view text) { return decode_base128_bytes(without_line_end(text)); }};
inline constexpr Encoding kDense{
    "dense", "", [](std::span<const std::byte> bytes) -> Result<std::string> { return encode_dense(bytes); },
    [](std::string_view text) { return decode_dense(without_line_end(text)); }};
inline constexpr Encoding kPrintable{
    "printable", "",
    [](std::span<const std::byte> bytes) -> Result<std::string> { return encode_printable(bytes); },
    [](std::string_view text) { return decode_printable(without_line_end(text)); }};
inline constexpr Encoding kUtf16{
    "utf16", "", [](std::span<const std::byte> bytes) -> Result<std::string> { return encode_utf16(bytes); },
    [](std::string_view text) { return decode_utf16(without_line_end(text)); }};
inline constexpr Encoding kRaw{"raw", "",
                               [](std::span<const std::byte> bytes) -> Result<std::string> {
                                 return std::string(reinterpret_cast<const char*>(bytes.data()),
                                                    bytes.size());
                               },
                               [](std::string_view text) -> Result<std::vector<std::byte>> {
                                 const auto bytes = std::as_bytes(std::span(text));
                                 return std::vector<std::byte>(bytes.begin(), bytes.end());
                               }};

}  // namespace tabiya::codec
