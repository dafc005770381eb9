#include "core/games/variants/setup_values.h"

#include <algorithm>
#include <utility>

#include "core/games/variants/evaluation.h"
#include "core/games/variants/features.h"

namespace tabiya::variants {
namespace {

bool counts_by_square_alone(const FeatureLayout& layout, const FeatureWeights& weights) {
  if (layout.reflects()) return false;
  const std::size_t shared = kWeightsOf<Features> * layout.per_bucket();
  for (std::size_t i = shared; i < weights.weights.size(); ++i)
    if (weights.weights[i] != weights.weights[i - shared]) return false;
  return true;
}

}  // namespace

FileSetupValues::FileSetupValues(const PlacedSetups& setups, const ManValue& man) {
  std::array<std::vector<std::int32_t>, 2> worth;
  for (const int side : {0, 1}) {
    spaces_[at(side)] = &setups.game().of(side);
    worth[at(side)] = spaces_[at(side)]->table_of(
        [&](Square seen, Kind kind) { return man(side, kind, setups.game().square_of(side, seen)); });
    for (Bitboard men = setups.start.men(side); men != 0;) {
      const Square square = pop_lowest(men);
      const std::int32_t value = man(side, setups.start.kind_at(square), square);
      others_ += side == 0 ? value : -value;
    }
  }
  worth_ = std::make_shared<const std::array<std::vector<std::int32_t>, 2>>(std::move(worth));
}

FileSetupValues FileSetupValues::by_men(const PlacedSetups& setups) {
  const Tables& tables = setups.start.tables();
  FileSetupValues values(
      setups, [&](int side, Kind kind, Square square) { return man_value(tables, side, kind, square); });
  for (Kind kind = 0; kind < tables.kinds.size(); ++kind)
    values.others_ +=
        hand_value(tables, kind) * (setups.start.in_hand(0, kind) - setups.start.in_hand(1, kind));
  values.scale_ = men_are_burdens(tables) ? -1 : 1;
  values.turn_ = men_are_burdens(tables) ? 0 : kTurnValue;
  return values;
}

std::optional<FileSetupValues> FileSetupValues::by_weights(const PlacedSetups& setups,
                                                           std::shared_ptr<const FeatureWeights> weights) {
  const Tables& tables = setups.start.tables();
  const FeatureLayout& layout = *tables.layout;
  const Position after = setups.position_after(0, 0);
  if (!counts_by_square_alone(layout, *weights) || Features::value_without_king(after)) return std::nullopt;
  const int phase = Features::phase(after);
  const auto weight = [&](std::size_t feature) {
    return weights->weights[2 * feature] * phase + weights->weights[2 * feature + 1] * (kMiddlegame - phase);
  };
  // A man counts for its side, and against the other one, which sees it, too.
  FileSetupValues values(setups, [&](int side, Kind kind, Square square) {
    const bool is_bucket = kind == layout.king();
    const std::int32_t own = is_bucket ? 0 : weight(layout.on_board(side, 0, side, kind, square));
    return own - weight(layout.on_board(other(side), 0, side, kind, square));
  });
  for (const int side : {0, 1})
    for (Kind kind = 0; kind < tables.kinds.size(); ++kind)
      for (int i = 0; i < std::min(setups.start.in_hand(side, kind), layout.hand_levels()); ++i) {
        const std::int32_t value = weight(layout.in_hand(side, 0, side, kind, i)) -
                                   weight(layout.in_hand(other(side), 0, side, kind, i));
        values.others_ += side == 0 ? value : -value;
      }
  values.scale_ = kMiddlegame;
  values.turn_ = weights->bias;
  values.weights_ = std::move(weights);
  return values;
}

Score FileSetupValues::pair_value(std::int32_t red, std::int32_t blue) const {
  return std::clamp(turn_ + (others_ + red - blue) / scale_, -kMaxEvaluation, kMaxEvaluation);
}

}  // namespace tabiya::variants
