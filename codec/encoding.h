// What bytes are written as.
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

inline constexpr Encoding kBase128{
    "base128", "",
    [](std::span<const std::byte> bytes) -> Result<std::string> { return encode_base128(bytes); },
    decode_base128_bytes};
inline constexpr Encoding kDense{
    "dense", "", [](std::span<const std::byte> bytes) -> Result<std::string> { return encode_dense(bytes); },
    decode_dense};
inline constexpr Encoding kPrintable{
    "printable", "",
    [](std::span<const std::byte> bytes) -> Result<std::string> { return encode_printable(bytes); },
    decode_printable};
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
