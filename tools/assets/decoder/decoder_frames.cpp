#include "tools/assets/decoder/decoder_frames.h"

#include "core/games/asset.h"
#include "decoder_sources.h"

namespace tabiya::tools {

LiteralFrame cpp_decoder(char sealed_kind) {
  return sealed_kind == kSealedBook ? LiteralFrame{kBookCppBefore, kBookCppAfter}
                                    : LiteralFrame{kNetworkCppBefore, kNetworkCppAfter};
}

LiteralFrame rust_decoder(char sealed_kind) {
  return {kRustBefore, sealed_kind == kSealedBook ? kBookRustAfter : kNetworkRustAfter};
}

}  // namespace tabiya::tools
