// The decoders that are written around a literal, put together by the build (tools/submission/decoders_main.cpp): in C++
// book.cpp or network.cpp with the parts of the project that they need; in Rust a few files that do the same
// by themselves.
#pragma once

#include "tools/assets/literal.h"

namespace tabiya::tools {

// The decoder of a framed book or network (kFramedBook, kFramedNetwork).
LiteralFrame cpp_decoder(char framed_kind);
LiteralFrame rust_decoder(char framed_kind);

}  // namespace tabiya::tools
