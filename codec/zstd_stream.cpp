#include "codec/zstd_stream.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace tabiya::codec {

struct ZstdStream::Context {
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> decoder{ZSTD_createDCtx(), &ZSTD_freeDCtx};
  std::vector<std::byte> output = std::vector<std::byte>(ZSTD_DStreamOutSize());
  bool is_within_frame = false;
};

bool looks_like_zstd(std::span<const std::byte> bytes) {
  constexpr std::array kMagic{std::byte{0x28}, std::byte{0xB5}, std::byte{0x2F}, std::byte{0xFD}};
  return bytes.size() >= kMagic.size() && std::equal(kMagic.begin(), kMagic.end(), bytes.begin());
}

// Windows up to 2 GiB, as `zstd --ultra --long=31` writes them; the library's default ends at 128 MiB.
ZstdStream::ZstdStream() : context_(std::make_unique<Context>()) {
  ZSTD_DCtx_setParameter(context_->decoder.get(), ZSTD_d_windowLogMax,
                         ZSTD_dParam_getBounds(ZSTD_d_windowLogMax).upperBound);
}
ZstdStream::~ZstdStream() = default;

Status ZstdStream::feed(std::span<const std::byte> piece,
                        const std::function<void(std::span<const std::byte>)>& take) {
  ZSTD_inBuffer input{piece.data(), piece.size(), 0};
  for (;;) {
    ZSTD_outBuffer output{context_->output.data(), context_->output.size(), 0};
    const std::size_t hint = ZSTD_decompressStream(context_->decoder.get(), &output, &input);
    if (ZSTD_isError(hint))
      return corrupt(std::string("damaged zstd data: ") + ZSTD_getErrorName(hint), input.pos);
    context_->is_within_frame = hint != 0;
    if (output.pos > 0) take(std::span(context_->output).first(output.pos));
    // A full buffer may leave more behind, but for the end of a frame.
    if (input.pos == input.size && (output.pos < output.size || hint == 0)) return ok_status();
  }
}

Status ZstdStream::finish() const {
  if (context_->is_within_frame) return corrupt("zstd data cut short");
  return ok_status();
}

}  // namespace tabiya::codec
