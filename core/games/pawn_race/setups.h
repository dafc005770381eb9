// The setups of Pawn Race: the gap of either side, which is a file.
#pragma once

#include <string>
#include <string_view>

#include "core/games/pawn_race/rules.h"
#include "core/setup/setup_rules.h"
#include "core/setup/setup_space.h"

namespace tabiya::pawn_race {

static_assert(SetupRules<Rules>);

// Files a to h, by their letters; both sides have the same.
class Gaps final : public SetupSpace {
 public:
  std::string_view game() const override { return "pawn_race"; }
  SetupId count() const override { return Board::kColumns; }
  SetupId mirror(SetupId id) const override { return count() - 1 - id; }
  SetupId normalised(SetupId id) const override { return id < mirror(id) ? id : mirror(id); }
  SetupId normalised_count() const override { return count() / 2; }
  std::string name(SetupId id) const override { return {static_cast<char>('a' + id)}; }
  Result<SetupId> parse(std::string_view name) const override;
};
extern const Gaps kGaps;

}  // namespace tabiya::pawn_race
