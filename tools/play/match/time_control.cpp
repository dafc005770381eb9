#include "tools/play/match/time_control.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace tabiya::tools {
namespace {

using std::chrono::milliseconds;

constexpr double kMostSeconds = 1e6;

std::optional<double> number_of(std::string_view text) {
  double number = 0;
  const auto [rest, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc{} || rest != text.data() + text.size()) return std::nullopt;
  if (!(number >= 0 && number <= kMostSeconds)) return std::nullopt;
  return number;
}

milliseconds in_milliseconds(double seconds) { return milliseconds(std::llround(seconds * 1e3)); }

std::string in_seconds(milliseconds time) {
  return fmt::format("{:.9g}", static_cast<double>(time.count()) / 1e3);
}

}  // namespace

std::string TimeControl::text() const {
  switch (kind) {
    case Kind::kNone:
      return "-";
    case Kind::kMove:
      return in_seconds(base) + "/move";
    case Kind::kGame:
      return in_seconds(base) + (increment.count() == 0 ? "" : "+" + in_seconds(increment));
  }
  return {};
}

TimeControl time_control(const GameModule& game, milliseconds time) {
  const bool is_per_move = game.line_protocol()->clock().kind == ClockKind::kMove;
  return {is_per_move ? TimeControl::Kind::kMove : TimeControl::Kind::kGame, time, {}};
}

std::optional<TimeControl> parse_time_control(std::string_view text) {
  double minutes = 0, increment = 0;
  if (const auto colon = text.find(':'); colon != text.npos) {
    const auto number = number_of(text.substr(0, colon));
    if (!number) return std::nullopt;
    minutes = *number;
    text.remove_prefix(colon + 1);
  }
  if (const auto plus = text.find('+'); plus != text.npos) {
    const auto number = number_of(text.substr(plus + 1));
    if (!number) return std::nullopt;
    increment = *number;
    text = text.substr(0, plus);
  }
  const auto seconds = number_of(text);
  if (!seconds) return std::nullopt;
  const TimeControl control{TimeControl::Kind::kGame, in_milliseconds(60 * minutes + *seconds),
                            in_milliseconds(increment)};
  if ((control.base + control.increment).count() == 0) return std::nullopt;
  return control;
}

}  // namespace tabiya::tools
