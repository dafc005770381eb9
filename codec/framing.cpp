#include "codec/framing.h"

#include <algorithm>

#include "codec/bits.h"
#include "codec/crc64.h"

namespace tabiya::codec {
namespace {

constexpr std::size_t kChecksumSize = 8;

}  // namespace

std::vector<std::byte> frame(char kind, std::span<const std::byte> content) {
  std::vector<std::byte> bytes(1 + content.size() + kChecksumSize);
  bytes.front() = static_cast<std::byte>(kind);
  std::ranges::copy(content, bytes.begin() + 1);
  const auto checked = std::span(bytes).first(1 + content.size());
  BitWriter writer;
  writer.put(crc64(checked), 8 * kChecksumSize);
  std::ranges::copy(writer.take_bytes(), checked.end());
  return bytes;
}

Result<Framed> open_frame(std::span<const std::byte> bytes) {
  if (bytes.size() < 1 + kChecksumSize) return corrupt("damaged packed data: they end early", bytes.size());
  const auto checked = bytes.first(bytes.size() - kChecksumSize);
  if (BitReader(bytes.subspan(checked.size())).get(8 * kChecksumSize) != crc64(checked))
    return corrupt("damaged packed data: what comes before fails the checksum here", checked.size());
  return Framed{static_cast<char>(checked.front()), {checked.begin() + 1, checked.end()}};
}

}  // namespace tabiya::codec
