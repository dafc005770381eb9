// The decoders that are written around a literal, put together by the build (make_decoders.cpp): in C++
// book.cpp or network.cpp with the parts of the project that they need; in Rust a few files that do the same
// by themselves.
#pragma once

#include "tools/assets/literal.h"

namespace tabiya::tools {

// Of a sealed book or network (core/games/asset.h).
LiteralFrame cpp_decoder(char sealed_kind);
LiteralFrame rust_decoder(char sealed_kind);

}  // namespace tabiya::tools
