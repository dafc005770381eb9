#include "core/games/zero_point_one/setup_parts.h"

#include <array>

#include "core/games/zero_point_one/features.h"

namespace tabiya::zero_point_one {

void SetupParts::own(const Setup& setup, std::int16_t* part) const {
  const int wazir = wazir_index(setup);
  std::array<const std::int16_t*, kSetupSize> rows;
  int count = 0;
  for (int i = 0; i < kSetupSize; ++i) {
    if (i == wazir) continue;
    rows[count++] = network_->row(
        board_feature(setup_square(Side::kRed, wazir), false, setup[i], setup_square(Side::kRed, i)));
  }
  kernel_->accumulate(part, network_->bias(), rows.data(), count, nullptr, 0);
}

void SetupParts::seen(const Setup& setup, int wazir, std::int16_t* part) const {
  alignas(kCacheLine) static constexpr std::array<std::int16_t, kMaxNetworkWidth> kZero{};
  std::array<const std::int16_t*, kSetupSize> rows;
  for (int i = 0; i < kSetupSize; ++i) {
    rows[i] = network_->row(
        board_feature(setup_square(Side::kBlue, wazir), true, setup[i], setup_square(Side::kRed, i)));
  }
  kernel_->accumulate(part, kZero.data(), rows.data(), kSetupSize, nullptr, 0);
}

}  // namespace tabiya::zero_point_one
