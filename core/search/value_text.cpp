#include "core/search/value_text.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace tabiya {
namespace {

std::string decimal(const char* format, double number) {
  char text[400];  // room for every double
  std::snprintf(text, sizeof text, format, number);
  return text;
}

}  // namespace

double chance_of(double value) { return 1 / (1 + std::exp(-value / kLogit)); }

std::string value_text(Score value, const View& view) {
  if (const auto win = plies_to_win(value)) {
    const int plies = std::abs(*win);
    const std::string_view winner = value > 0 ? view.viewer : view.opponent;
    if (plies == 0) return side_and_verb(winner, "has won", "have won");
    return side_and_verb(winner, "wins in ", "win in ") + std::to_string(plies) +
           (plies == 1 ? " ply" : " plies");
  }
  return logit_text(value) + decimal(" (%.1f %%)", 100 * chance_of(value));
}

std::string value_text(std::optional<Score> value, const View& view) {
  return value ? value_text(*value, view) : "-";
}

std::string logit_text(double value) { return decimal("%+.3f", value / kLogit); }

std::string shift_text(double difference) {
  return std::isfinite(difference) ? decimal("%+.4f", difference / kLogit) : "?";
}

std::string loss_text(double difference) {
  return std::isfinite(difference) ? decimal("%.4f", difference / kLogit) : "?";
}

}  // namespace tabiya
