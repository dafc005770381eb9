// The sources of the single-file player (main.cpp and what it needs), put together by the build.
#pragma once

#include <string>

namespace tabiya::tools {

// All but the definition of its payload.
std::string player_source();

}  // namespace tabiya::tools
