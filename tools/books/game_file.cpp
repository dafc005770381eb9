#include "tools/books/game_file.h"

#include <string_view>

#include "tools/cli/input.h"

namespace tabiya::tools {

bool is_pgn(std::string_view path) { return path.ends_with(".pgn") || path.ends_with(".pgn.zst"); }

void read_games(const std::string& path, const std::function<void(const PgnGame&)>& take,
                PgnReader::Keep keep) {
  PgnReader reader(take, keep);
  stream_text(path, [&](std::string_view piece) { reader.feed(piece); });
  reader.finish();
}

}  // namespace tabiya::tools
