#include "core/variants/setup_values.h"

#include <algorithm>
#include <utility>

#include "core/variants/evaluation.h"

namespace tabiya::variants {

MenSetupValues::MenSetupValues(const PlacedSetups& setups)
    : others_(MenEvaluation::worth(setups.start, 0) - MenEvaluation::worth(setups.start, 1)),
      are_burdens_(men_are_burdens(setups.start.tables())) {
  const Tables& tables = setups.start.tables();
  std::array<std::vector<std::int32_t>, 2> worth;
  for (const int side : {0, 1}) {
    spaces_[at(side)] = &setups.game().of(side);
    worth[at(side)] = spaces_[at(side)]->table_of([&](Square seen, Kind kind) {
      return man_value(tables, side, kind, setups.game().square_of(side, seen));
    });
  }
  worth_ = std::make_shared<const std::array<std::vector<std::int32_t>, 2>>(std::move(worth));
}

Score MenSetupValues::pair_value(std::int32_t red, std::int32_t blue) const {
  const Score difference = others_ + red - blue;
  return std::clamp(are_burdens_ ? -difference : difference + kTurnValue, -kMaxEvaluation, kMaxEvaluation);
}

}  // namespace tabiya::variants
