// Books and networks laid out plainly (plain_layout.h), for decoders in any language (decoder/plain/):
//
//   book      game, maker, whether it is ordered, whether it has values; the words of the first side, a word once for each
//             entry; the words of replies. For each entry its reply as a place in the list of replies, from which it then
//             moves to the front; if ordered, for each entry, the best first, its place among those that are left; if it
//             has values, of each entry its change from the one before (signed), and the depths
//   network   name, provenance, features, width; a step for each row of the first layer, the weights in these steps, and
//             the other arrays of core/eval/network.h in their order, row by row (signed)
#pragma once

#include "core/games/asset.h"

namespace tabiya::tools {

// Frames say by these letters that they hold such a book or network.
inline constexpr char kFramedPlainBook = 'b', kFramedPlainNetwork = 'n';

// This finds what find_asset_kind() does, and these kinds, too. Books keep moves, order, values and depths at most; errors are
// those of encode_compact_book().
const AssetKind* find_any_asset_kind(char framed);

}  // namespace tabiya::tools
