#include "tools/assets/decoder/decoder_frames.h"

#include "core/book/compact_book.h"
#include "decoder_sources.h"

namespace tabiya::tools {

LiteralFrame cpp_decoder(char framed_kind) {
  return framed_kind == kFramedBook ? LiteralFrame{kBookCppBefore, kBookCppAfter}
                                    : LiteralFrame{kNetworkCppBefore, kNetworkCppAfter};
}

LiteralFrame rust_decoder(char framed_kind) {
  return {kRustBefore, framed_kind == kFramedBook ? kBookRustAfter : kNetworkRustAfter};
}

}  // namespace tabiya::tools
