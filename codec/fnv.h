// FNV-1a, 64 bits (Fowler, Noll, Vo): a quick hash of texts, which is the same everywhere.
#pragma once

#include <cstdint>
#include <string_view>

namespace tabiya::codec {

inline constexpr std::uint64_t kFnvOfNothing = 0xcbf29ce484222325;

// The hash of `text`; `previous` is the hash of what came before it, to continue from there.
constexpr std::uint64_t fnv1a(std::string_view text, std::uint64_t previous = kFnvOfNothing) {
  for (const char c : text) previous = (previous ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return previous;
}

}  // namespace tabiya::codec
