// zstd data of any size, decompressed piece by piece.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>

#include "codec/result.h"

namespace tabiya::codec {

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
