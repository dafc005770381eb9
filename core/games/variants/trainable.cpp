#include "core/games/variants/trainable.h"

#include "core/learn/learning_of.h"

namespace tabiya::variants {
namespace {

static_assert(TrainableGame<Trainable>);

}  // namespace

Score Trainable::material(Feature feature) const {
  const FeatureLayout::Meaning man = tables().layout->meaning(feature);
  // A foreign man stands on a square as we see it: seen by its owner, it is on the other side of the board.
  const Square square = man.square ? *man.square : 0;
  Score value =
      man.square ? man_value(tables(), 0, man.kind, man.is_own ? square : tables().layout->seen_by(1, square))
                 : hand_value(tables(), man.kind);
  if (man.is_own == men_are_burdens(tables())) value = -value;
  return value / 2;
}

}  // namespace tabiya::variants
