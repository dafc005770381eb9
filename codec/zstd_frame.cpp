#include "codec/zstd_frame.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace tabiya::codec {
namespace {

std::string zstd_says(std::size_t code) { return std::string("zstd: ") + ZSTD_getErrorName(code); }

}  // namespace

Result<std::vector<std::byte>> compress_zstd(std::span<const std::byte> bytes, int level) {
  if (level < 1 || level > ZSTD_maxCLevel())
    return invalid("zstd level " + std::to_string(level) + " is not in 1 to " +
                   std::to_string(ZSTD_maxCLevel()));
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::vector<std::byte> frame(ZSTD_compressBound(bytes.size()));
  const std::size_t size =
      ZSTD_compress2(context.get(), frame.data(), frame.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size)) return invalid(zstd_says(size));
  frame.resize(size);
  return frame;
}

Result<std::vector<std::byte>> decompress_zstd(std::span<const std::byte> frame, std::size_t max_size) {
  const unsigned long long declared = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (declared == ZSTD_CONTENTSIZE_ERROR) return corrupt("not a zstd frame", 0);
  if (declared == ZSTD_CONTENTSIZE_UNKNOWN)
    return unsupported("a zstd frame that does not declare its size", 0);
  if (declared > max_size)
    return too_large("a zstd frame that declares " + std::to_string(declared) + " bytes, more than the " +
                         std::to_string(max_size) + " allowed",
                     0);
  const std::optional<std::size_t> frame_size = zstd_frame_size(frame);
  if (!frame_size) return corrupt("a zstd frame cut short or damaged", frame.size());
  if (*frame_size != frame.size()) return corrupt("data after the end of the zstd frame", *frame_size);

  std::vector<std::byte> content(static_cast<std::size_t>(declared));
  const std::size_t size = ZSTD_decompress(content.data(), content.size(), frame.data(), frame.size());
  if (ZSTD_isError(size)) return corrupt("a damaged zstd frame; " + zstd_says(size), 0);
  if (size != content.size()) return corrupt("a zstd frame shorter than it declares", 0);
  return content;
}

std::optional<std::size_t> zstd_frame_size(std::span<const std::byte> bytes) {
  const std::size_t size = ZSTD_findFrameCompressedSize(bytes.data(), bytes.size());
  if (ZSTD_isError(size)) return std::nullopt;
  return size;
}

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
