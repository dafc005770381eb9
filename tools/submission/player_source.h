// The sources of single-file players, put together by the build: the game's single_file_player.cpp, main.cpp
// and all that they need.
#pragma once

#include <string>
#include <string_view>

namespace tabiya::tools {

// The whole source but the definition of the payload. It is empty if the game has no such player.
std::string player_source(std::string_view game);

}  // namespace tabiya::tools
