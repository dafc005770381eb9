#include "core/games/variants/setup_features.h"

#include <algorithm>

#include "core/games/variants/features.h"
#include "core/setup/network_oracle.h"

namespace tabiya::variants {

static_assert(SetupFeatures<FileSetupFeatures>);

bool FileSetupFeatures::are_seen() const {
  const Position after = setups_.position_after(0, 0);
  return Features::has_king_bucket(after, 0) && Features::has_king_bucket(after, 1);
}

FileSetupFeatures::Setup FileSetupFeatures::unrank(int side, SetupId id) const {
  const FeatureLayout& layout = *setups_.start.tables().layout;
  const SideSetups& space = setups_.game().of(side);
  Setup setup;
  const auto add = [&](Kind kind, Square square) {
    setup.men[setup.count++] = {kind, square};
    if (kind == layout.king()) setup.king_bucket = layout.seen_by(side, square);
  };
  for (Bitboard men = setups_.start.men(side); men != 0;) {
    const Square square = pop_lowest(men);
    add(setups_.start.kind_at(square), square);
  }
  std::array<Kind, Board::kSquares> kinds;
  space.unrank(id, kinds);
  for (std::size_t place = 0; place < space.squares().size(); ++place)
    if (kinds[place] != kNoKind) add(kinds[place], setups_.game().square_of(side, space.squares()[place]));
  return setup;
}

FeatureList FileSetupFeatures::own_features(int side, const Setup& setup) const {
  return features(side, setup, side, setup.king_bucket);
}

FeatureList FileSetupFeatures::seen_features(int side, const Setup& setup, int bucket) const {
  return features(side, setup, other(side), bucket);
}

FeatureList FileSetupFeatures::features(int side, const Setup& setup, int viewer, int bucket) const {
  const Tables& tables = setups_.start.tables();
  const FeatureLayout& layout = *tables.layout;
  FeatureList list;
  for (int i = 0; i < setup.count; ++i) {
    const Man man = setup.men[at(i)];
    if (viewer != side || man.kind != layout.king())
      list.push_back(layout.on_board(viewer, bucket, side, man.kind, man.square));
  }
  for (Kind kind = 0; kind < tables.kinds.size(); ++kind)
    for (int i = 0; i < std::min(setups_.start.in_hand(side, kind), layout.hand_levels()); ++i)
      list.push_back(layout.in_hand(viewer, bucket, side, kind, i));
  return list;
}

}  // namespace tabiya::variants
