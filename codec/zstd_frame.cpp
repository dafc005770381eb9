#include "codec/zstd_frame.h"

#include <zstd.h>

#include <memory>

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

}  // namespace tabiya::codec
