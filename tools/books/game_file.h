// Files of games in PGN, of any size.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/game/pgn_reader.h"
#include "tools/cli/option_kinds.h"

namespace tabiya::tools {

// The kind of input, for options that go with it.
inline constexpr InputKind kGamesInPgn = "games in PGN";

// True if the name of a file is one of games in PGN, compressed by zstd or not.
bool is_pgn(std::string_view path);

// Passes each game of a file, compressed by zstd or not, to `take`; `-` is standard input. Throws Failure if
// the file cannot be read or its compression is damaged. An exception of `take` ends the reading, too.
void read_games(const std::string& path, const std::function<void(const PgnGame&)>& take,
                PgnReader::Keep keep = PgnReader::Keep::kMainLine);

}  // namespace tabiya::tools
