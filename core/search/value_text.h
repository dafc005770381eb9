// Values as people read them: everything that prints a Score asks here, so that one value looks the same
// everywhere.
//
// A value is logit with three decimals and the winning chances that it stands for, "+0.341 (58.4 %)", or what
// is proved, "Red wins in 7 plies". Differences of values have four decimals, since means of them are small.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/search/score.h"

namespace tabiya {

inline constexpr double kLogit = 10'000;  // one logit, in units of Score

// The chance to win that a value stands for, in 0 … 1, whoever's view it has.
double chance_of(double value);

// The viewer of a value: what is good for the viewer is positive.
struct View {
  std::string_view name;  // "red", "side to move"
  std::string_view viewer, opponent;
};

inline constexpr View kRedView{"red", "Red", "Blue"};

constexpr View mover_view(bool red_moves) {
  return red_moves ? View{"side to move", "Red", "Blue"} : View{"side to move", "Blue", "Red"};
}

// "+0.341 (58.4 %)", the chances of the viewer, or "Blue wins in 12 plies"; kValueWidth characters at most.
std::string value_text(Score value, const View& view);
inline constexpr int kValueWidth = 22;

// The same text; "-" if there is no value.
std::string value_text(std::optional<Score> value, const View& view);

// "+0.341": without the chances, for means of values.
std::string logit_text(double value);

// A difference of values, "+0.0341", and the size of one, "0.0341", in logit; "?" where it is not finite.
// Both take units of Score.
std::string shift_text(double difference);
std::string loss_text(double difference);

// The side and what it does, in the form that its name asks for: singular "wins", plural "win". Names come from
// the games, and some of them are plurals: "Red wins", "Attackers win".
inline std::string side_and_verb(std::string_view side, std::string_view singular, std::string_view plural) {
  return std::string(side) + ' ' + std::string(side.ends_with('s') ? plural : singular);
}

}  // namespace tabiya
