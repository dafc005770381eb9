// Setups of 0.1 as people write them: in both notations, whatever stands between the letters.
#pragma once

#include <string>
#include <string_view>

#include "codec/result.h"
#include "core/game/game_module.h"
#include "core/games/zero_point_one/pieces.h"

namespace tabiya::zero_point_one {

// Reads a setup, and ignores blanks and slashes between the letters. In setups of Blue, capitals are the
// canonical notation, and lower-case letters the wire; the remark says how it was read, and how the other
// would be.
Result<WrittenSetup> read_setup(Side side, std::string_view text);

// The setup in wire notation, with the canonical form where that differs.
std::string readable_setup(Side side, SetupId id);

// Tells people what to write, in whole lines.
std::string how_to_write_setup(Side side);

}  // namespace tabiya::zero_point_one
