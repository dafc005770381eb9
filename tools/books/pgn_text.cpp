#include "tools/books/pgn_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "codec/parsing.h"
#include "codec/text.h"
#include "core/game/written_move.h"
#include "core/games/games.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/print.h"
#include "tools/cli/rule_files.h"

namespace tabiya::tools {
std::string pgn_tag(std::string_view name, std::string_view value) {
  std::string text = fmt::format("[{} \"", name);
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return text + "\"]\n";
}

std::int64_t pgn_move_number(std::string_view position) {
  constexpr std::size_t kFields = 6;
  const auto fields = tabiya::words_of(position);
  return fields.size() == kFields ? number_in(fields.back()).value_or(1) : 1;
}

void PgnText::add(std::string_view words) {
  for (const std::string_view word : tabiya::words_of(words)) {
    const std::size_t size = prefix_.size() + word.size();
    if (column_ != 0 && column_ + 1 + size > kColumns) {
      text_ += '\n';
      column_ = 0;
    }
    if (column_ != 0) text_ += ' ';
    column_ += size + (column_ != 0);
    text_ += prefix_;
    text_ += word;
    prefix_.clear();
  }
}

void PgnText::comment(std::string words) {
  std::ranges::replace(words, '}', ')');
  if (!words.empty()) add("{" + words + "}");
}

void PgnText::close_variation() {
  text_ += ')';
  ++column_;
}

bool is_pgn(std::string_view path) { return path.ends_with(".pgn") || path.ends_with(".pgn.zst"); }

void read_games(const std::string& path, const std::function<void(const PgnGame&)>& take,
                PgnReader::Keep keep) {
  PgnReader reader(take, keep);
  stream_text(path, [&](std::string_view piece) { reader.feed(piece); });
  reader.finish();
}

void SkippedGames::tell(const std::string& file, std::size_t line, const std::string& reason) {
  constexpr int kMostTold = 10;
  if (file_ != file) told_ = 0;
  file_ = file;
  if (told_ < kMostTold)
    print_note(fmt::format("{}, line {}: {}; the game is skipped", input_name(file), line, reason));
  if (++told_ == kMostTold)
    print_note(fmt::format("{}: further games that are skipped are only counted", input_name(file)));
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
