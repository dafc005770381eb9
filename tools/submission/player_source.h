// The sources of single-file players, put together by the build: the game's single_file_player.cpp, main.cpp
// and what they need.
#pragma once

#include <string>
#include <string_view>

namespace tabiya::tools {

// All but the definition of the payload. Empty if the game has no such player.
std::string player_source(std::string_view game);

}  // namespace tabiya::tools
