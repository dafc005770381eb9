// Bits of a byte are coded from the top, each mixed from what followed the last 0 to 4 and 6 bytes before,
// and from what stood a fixed distance back (numbers of 2 and 4 bytes).
#include "codec/byte_coder.h"

#include <array>
#include <string>

#include "codec/context_model.h"
#include "codec/range_coder.h"

namespace tabiya::codec {
namespace {

constexpr std::size_t kContexts = 9;
constexpr unsigned kTableBits = 18;
constexpr std::uint32_t kLimit = 255;
constexpr int kRate = 3000;

template <class Coder>
class ByteModel {
 public:
  ByteModel(Coder& coder, std::size_t size) : coder_(coder), model_(256, 8 * size) {}

  std::byte code(std::byte byte) {
    const std::array<std::uint64_t, kContexts> contexts{0,
                                                        last(1),
                                                        last(2),
                                                        last(3),
                                                        last(4),
                                                        last(6),
                                                        (last(2) >> 8) + 256,
                                                        (last(4) >> 24) + 512,
                                                        position_ % 4 << 8 | last(1)};
    std::uint32_t node = 1;  // the bits of this byte so far, after a 1
    for (int bit = 7; bit >= 0; --bit) {
      std::array<std::uint32_t, kContexts> hashes;
      for (std::size_t i = 0; i < kContexts; ++i) hashes[i] = context_hash(i, contexts[i], node);
      const bool coded =
          model_.code(coder_, static_cast<unsigned>(byte) >> bit & 1, hashes, {}, node, kRate, kLimit);
      node = node << 1 | unsigned{coded};
    }
    history_ = history_ << 8 | (node & 0xFF);
    ++position_;
    return static_cast<std::byte>(node);
  }

 private:
  std::uint64_t last(unsigned count) const { return history_ & ((std::uint64_t{1} << 8 * count) - 1); }

  Coder& coder_;
  std::uint64_t history_ = 0;
  std::uint64_t position_ = 0;
  ContextModel<kContexts, 0, kTableBits> model_;
};

}  // namespace

std::vector<std::byte> encode_bytes(std::span<const std::byte> bytes) {
  RangeEncoder coder;
  code_plain(coder, static_cast<std::uint32_t>(bytes.size()), 32);
  ByteModel<RangeEncoder> model(coder, bytes.size());
  for (std::byte byte : bytes) model.code(byte);
  return coder.finish();
}

Result<std::vector<std::byte>> decode_bytes(std::span<const std::byte> coded, std::size_t max_size) {
  RangeDecoder coder(coded);
  const std::size_t size = code_plain(coder, 0, 32);
  if (size > max_size)
    return too_large("data that declare " + std::to_string(size) + " bytes, more than the " +
                         std::to_string(max_size) + " allowed",
                     0);
  ByteModel<RangeDecoder> model(coder, size);
  std::vector<std::byte> bytes;
  while (bytes.size() < size) {
    bytes.push_back(model.code(std::byte{0}));
    if (coder.overrun()) return corrupt("coded data that end early", coded.size());
  }
  return bytes;
}

}  // namespace tabiya::codec
