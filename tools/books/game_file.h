// Files of games in PGN, of any size.
#pragma once

#include <functional>
#include <string>

#include "core/game/pgn_reader.h"
#include "tools/cli/option_kinds.h"

namespace tabiya::tools {

// What options may go with.
inline constexpr InputKind kGamesInPgn = "games in PGN";

// Calls `take` with each game of a file, compressed by zstd or not; `-` is standard input. Throws Failure when the file
// cannot be read or its compression is damaged. What `take` throws ends it, too.
void read_games(const std::string& path, const std::function<void(const PgnGame&)>& take,
                PgnReader::Keep keep = PgnReader::Keep::kMainLine);

}  // namespace tabiya::tools
