#include "tools/submission/player_source.h"

#include "player_sources.h"

namespace tabiya::tools {

std::string player_source(std::string_view game) {
  std::string source;
  for (const PlayerSource& player : kPlayerSources)
    if (player.game == game)
      for (const char* piece : player.pieces) source += piece;
  return source;
}

}  // namespace tabiya::tools
