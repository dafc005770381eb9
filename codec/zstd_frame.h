// Bytes as one zstd frame that declares its size and carries a checksum, and zstd data of any size, decompressed piece by
// piece.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "codec/result.h"

namespace tabiya::codec {

inline constexpr int kZstdDefaultLevel = 19;

// One frame of `bytes`; `level` is zstd's (1 fast … 22 small). Errors: kInvalid for a level beyond zstd's.
Result<std::vector<std::byte>> compress_zstd(std::span<const std::byte> bytes, int level = kZstdDefaultLevel);

// The content of `frame`, which must be one whole frame of declared size and nothing else. Memory: the
// content, whose declared size is checked against `max_size` (in bytes) before anything is allocated. Errors:
// kCorrupt, kTooLarge; kUnsupported for a frame without a declared size.
Result<std::vector<std::byte>> decompress_zstd(std::span<const std::byte> frame, std::size_t max_size);

// The length in bytes of the frame that `bytes` begin with. Nothing if they do not hold a whole one.
std::optional<std::size_t> zstd_frame_size(std::span<const std::byte> bytes);

// True if data begin as a zstd frame.
bool looks_like_zstd(std::span<const std::byte> bytes);

// Frames that follow each other, whether or not they declare a size. Memory: their windows, of at most 128 MB, and one
// piece of 128 kB.
class ZstdStream {
 public:
  ZstdStream();
  ~ZstdStream();

  // The next piece of the compressed data, cut anywhere; `take` is called with what it yields. Errors: kCorrupt.
  Status feed(std::span<const std::byte> piece, const std::function<void(std::span<const std::byte>)>& take);

  // The data has ended. Errors: kCorrupt if that is within a frame.
  Status finish() const;

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace tabiya::codec
