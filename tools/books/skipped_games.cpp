#include "tools/books/skipped_games.h"

#include <fmt/format.h>

#include "tools/cli/input.h"
#include "tools/cli/print.h"

namespace tabiya::tools {

void SkippedGames::tell(const std::string& file, std::size_t line, const std::string& reason) {
  constexpr int kMostTold = 10;
  if (file_ != file) told_ = 0;
  file_ = file;
  if (told_ < kMostTold)
    print_note(fmt::format("{}, line {}: {}; the game is skipped", input_name(file), line, reason));
  if (++told_ == kMostTold)
    print_note(fmt::format("{}: further games that are skipped are only counted", input_name(file)));
}

}  // namespace tabiya::tools
