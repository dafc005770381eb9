#include "codec/deflate.h"

#include <libdeflate.h>

#include <algorithm>
#include <memory>
#include <new>

namespace tabiya::codec {
namespace {

constexpr int kSmallest = 12;  // libdeflate's level

template <class T>
T* allocated(T* pointer) {
  return pointer != nullptr ? pointer : throw std::bad_alloc();
}

}  // namespace

std::vector<std::byte> compress_gzip(std::span<const std::byte> bytes) {
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      allocated(libdeflate_alloc_compressor(kSmallest)), &libdeflate_free_compressor);
  std::vector<std::byte> stream(libdeflate_gzip_compress_bound(compressor.get(), bytes.size()));
  stream.resize(
      libdeflate_gzip_compress(compressor.get(), bytes.data(), bytes.size(), stream.data(), stream.size()));
  return stream;
}

Result<std::vector<std::byte>> decompress_gzip(std::span<const std::byte> stream, std::size_t max_size) {
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> decompressor(
      allocated(libdeflate_alloc_decompressor()), &libdeflate_free_decompressor);
  // A stream does not say how much it holds.
  for (std::size_t room = std::min(max_size, 4 * stream.size() + 1'000);;
       room = std::min(max_size, 4 * room)) {
    std::vector<std::byte> content(room);
    std::size_t read = 0, size = 0;
    const libdeflate_result result = libdeflate_gzip_decompress_ex(
        decompressor.get(), stream.data(), stream.size(), content.data(), room, &read, &size);
    if (result == LIBDEFLATE_INSUFFICIENT_SPACE && room < max_size) continue;
    if (result == LIBDEFLATE_INSUFFICIENT_SPACE)
      return too_large("a stream of gzip that holds more than " + std::to_string(max_size) + " bytes", 0);
    if (result != LIBDEFLATE_SUCCESS) return corrupt("a stream of gzip that is damaged or cut short", 0);
    if (read != stream.size()) return corrupt("data behind a stream of gzip", read);
    content.resize(size);
    return content;
  }
}

}  // namespace tabiya::codec
