#include "tools/books/pgn_input.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "booksearch/books/valued_pgn.h"
#include "core/game/written_move.h"
#include "core/games/games.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

std::string line_of(const std::string& path, std::size_t line) {
  return fmt::format("{}, line {}", input_name(path), line);
}

}  // namespace

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
  if (told_ < kMostTold) print_note(fmt::format("{}: {}; the game is skipped", line_of(file, line), reason));
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

LoadedValues read_valued_pgn(const std::string& path, const std::string& name) {
  const GameModule* game = nullptr;  // of the first one
  std::optional<booksearch::ValuedPgnReader> reader;
  const auto read = [&](const PgnGame& pgn) {
    const auto refuse = [&](const PgnFault& fault) {
      throw Failure(fmt::format("{}: {}", line_of(path, fault.line), fault.message));
    };
    if (pgn.fault) refuse(*pgn.fault);
    const GameModule& own = game_of_variant(name, pgn.tag("Variant"), line_of(path, pgn.line));
    if (game == nullptr) reader.emplace(*(game = &own));
    if (game != &own)
      refuse({pgn.line, fmt::format("a game of {} among those of {}", own.name(), game->name())});
    if (const auto fault = reader->read(pgn)) refuse(*fault);
  };
  read_games(path, read, PgnReader::Keep::kAll);
  if (!reader) throw Failure(input_name(path) + ": holds no game");
  Result<ValuedBook> book = reader->finish();
  if (!book)
    throw Failure(fmt::format("{}: {}; `tabiya book from-games` makes books without values", input_name(path),
                              book.error().message));
  return {input_name(path), game, *std::move(book)};
}

}  // namespace tabiya::tools
