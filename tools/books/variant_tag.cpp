#include "tools/books/variant_tag.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "core/games/games.h"
#include "tools/books/move_book_input.h"
#include "tools/books/pgn_text.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {
namespace {

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

}  // namespace

bool is_other_variant(const GameModule& game, std::string_view tag) {
  const std::string variant = lower_case(tag), known = lower_case(game.facts().uci_variant);
  return !variant.empty() && variant != "standard" && variant != "from position" &&
         variant != lower_case(game.title()) && variant != lower_case(game.name()) && variant != known;
}

const GameModule& game_of_variant(const std::string& name, std::string_view tag, const std::string& where) {
  if (!name.empty()) {
    const GameModule& game = game_named(name);
    if (!is_other_variant(game, tag)) return game;
    throw Failure(fmt::format("{}: a game of the variant {}, and not of {}", where, tag, name));
  }
  if (!is_other_variant(game_of_move_books(), tag)) return game_of_move_books();
  const auto found =
      std::ranges::find_if(games(), [&](const GameModule* game) { return !is_other_variant(*game, tag); });
  if (found == games().end())
    throw Failure(fmt::format("{}: the variant {} is not known; --game names it", where, tag));
  return **found;
}

std::string variant_tag(const GameModule& game, const GamePosition& first) {
  const std::string_view variant = game.facts().uci_variant;
  if (variant.empty()) return pgn_tag("Variant", variant_name(game));
  return game.needs_variant(first) ? pgn_tag("Variant", variant) : "";
}

}  // namespace tabiya::tools
