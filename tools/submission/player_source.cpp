#include "tools/submission/player_source.h"

#include "player_source_text.h"

namespace tabiya::tools {

std::string player_source() {
  std::string source;
  for (const char* piece : kTabiyaAsset) source += piece;
  return source;
}

}  // namespace tabiya::tools
