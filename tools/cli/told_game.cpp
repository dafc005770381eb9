#include "tools/cli/told_game.h"

#include <string>

#include "tools/cli/input.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {

booksearch::ToldGame told_game(const GameModule& game) {
  booksearch::ToldGame told{variant_name(game), {}};
  if (!names_rule_file(game.name())) return told;
  const std::string path = rule_file_path(game.name());
  if (file_exists(path)) told.rules = path;
  return told;
}

}  // namespace tabiya::tools
