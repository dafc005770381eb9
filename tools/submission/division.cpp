#include "tools/submission/division.h"

#include <array>
#include <limits>
#include "core/search/value_text.h"

namespace tabiya::tools {

double elo_of_error(double error) {
  struct Measured {
    double logit, lost;
  };
  constexpr std::array<Measured, 5> kMeasured{{{0, 0}, {0.039, 8}, {0.072, 12}, {0.317, 67}, {0.948, 456}}};
  const double logit = error / kLogit;
  std::size_t i = 1;
  while (i + 1 < kMeasured.size() && logit > kMeasured[i].logit) ++i;
  const Measured &from = kMeasured[i - 1], &to = kMeasured[i];
  return from.lost + (logit - from.logit) / (to.logit - from.logit) * (to.lost - from.lost);
}

double elo_of_entries(double share) {
  constexpr double kEloOfStrangeReds = 4.2;
  return kEloOfStrangeReds * share;
}

double lost_within(std::span<const Rounding> network, std::size_t bytes) {
  for (std::size_t i = 0; i < network.size(); ++i) {
    const Rounding& fitting = network[i];
    if (fitting.bytes > bytes) continue;
    if (i == 0) return fitting.lost;
    const Rounding& large = network[i - 1];
    const double way =
        static_cast<double>(bytes - fitting.bytes) / static_cast<double>(large.bytes - fitting.bytes);
    return fitting.lost + way * (large.lost - fitting.lost);
  }
  return std::numeric_limits<double>::infinity();
}

std::optional<Division> best_division(const Choices& choices, const RoomBeside& room) {
  Division best;
  best.lost.network = std::numeric_limits<double>::infinity();
  for (std::size_t book = 0; book < choices.books.size(); ++book)
    for (std::size_t lines = 0; lines < choices.lines.size(); ++lines) {
      const auto bytes = room(choices.books[book].text, choices.lines[lines].text);
      if (!bytes) continue;
      for (std::size_t network = 0; network < choices.networks.size(); ++network) {
        const LostElo lost{lost_within(choices.networks[network], *bytes), choices.books[book].lost,
                           choices.lines[lines].lost};
        if (lost.all() < best.lost.all()) best = {network, book, lines, lost};
      }
    }
  if (best.lost.all() == std::numeric_limits<double>::infinity()) return std::nullopt;
  return best;
}

}  // namespace tabiya::tools
