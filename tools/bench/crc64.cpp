#include "codec/crc64.h"

#include <cstdint>
#include <vector>

#include "tools/bench/bench.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

std::uint64_t crc64_bit_by_bit(std::span<const std::byte> bytes) {
  std::uint64_t crc = ~std::uint64_t{0};
  for (std::byte byte : bytes) {
    crc ^= static_cast<std::uint64_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) ? 0xC96C5795D7870F42 : 0);
  }
  return ~crc;
}

}  // namespace

std::vector<BenchFigure> bench_crc64(const BenchOptions&) {
  constexpr double kMib = 16;
  std::vector<std::byte> bytes(static_cast<std::size_t>(kMib) << 20);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 2654435761u >> 13);
  std::uint64_t crc = 0;
  std::uint64_t reference = 0;
  const double seconds = least_seconds(3, [&] { crc = codec::crc64(bytes); });
  const double reference_seconds = least_seconds(1, [&] { reference = crc64_bit_by_bit(bytes); });
  if (crc != reference) throw Failure("bench crc64: the two checksums differ", kInternalError);
  return {{"mib_per_s", kMib / seconds}, {"times_as_fast", reference_seconds / seconds}};
}

}  // namespace tabiya::tools
