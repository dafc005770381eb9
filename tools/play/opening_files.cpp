#include "tools/play/opening_files.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/game/written_move.h"
#include "tools/books/game_file.h"
#include "tools/books/skipped_games.h"
#include "tools/books/variant_tag.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

// Plays the moves in either notation, and keeps them in the opening.
void play_moves(const GameModule& game, Opening& opening, const std::vector<std::string>& words,
                const std::string& where) {
  if (take(add_moves(game, opening, words), where)->outcome() != Outcome::kOpen)
    throw Failure(where +
                  ": the game is already over; of a whole game, --opening-plies takes the first moves");
}

// Begins an opening at a position: with the setups that lead to it, which every player knows, before its moves; or else there.
void begin_at(const GameModule& game, const GamePosition& position, Opening& opening,
              std::vector<std::string>& moves) {
  opening.from.clear();
  const bool all_play_on = !game.facts().uci_variant.empty();  // every engine plays from any position
  const auto setups = all_play_on ? std::nullopt : setups_before(game, position);
  if (!setups) {
    opening.from = position.text();
    return;
  }
  const SetupPhase& phase = *game.setup_phase();
  moves.insert(moves.begin(), {phase.wire(0, setups->red), phase.wire(1, setups->blue)});
}

Opening opening_of_line(const GameModule& game, const std::string& line, const std::string& where) {
  const WrittenLine written = split_written_line(line);
  std::vector<std::string> moves(written.moves.begin(), written.moves.end());
  Opening opening;
  if (written.from_usual_start) {
    if (!moves.empty()) opening = usual_opening(game);
  } else if (!written.position.empty()) {
    begin_at(game, *take(read_listed_position(game, written.position), where), opening, moves);
  } else if (moves.empty() || !after_recorded(game, *game.start(), moves.front())) {
    const bool are_moves = !moves.empty() && after_recorded(game, *game.usual_start(), moves.front()).ok();
    if (are_moves) {
      opening = usual_opening(game);
    } else {
      moves.clear();
      begin_at(game, *take(read_listed_position(game, line), where), opening, moves);
    }
  }
  play_moves(game, opening, moves, where);
  return opening;
}

std::vector<Opening> openings_of_games(const GameModule& game, const std::string& path, std::size_t plies) {
  std::vector<Opening> openings;
  SkippedGames skipped;
  read_games(path, [&](const PgnGame& played) {
    const auto where = [&](std::size_t line) { return fmt::format("{}, line {}", input_name(path), line); };
    if (played.fault) throw Failure(fmt::format("{}: {}", where(played.fault->line), played.fault->message));
    if (const std::string_view variant = played.tag("Variant"); is_other_variant(game, variant)) {
      skipped.tell(path, played.line, fmt::format("the variant {}, and not {}", variant, game.name()));
      return;
    }
    Opening opening = usual_opening(game);
    std::vector<std::string> words;
    if (const std::string_view from = played.tag("FEN"); !from.empty())
      begin_at(game, *take(game.parse_position(from), where(played.line) + ": FEN"), opening, words);
    for (std::size_t ply = 0; ply < std::min(plies, played.plies()); ++ply)
      words.emplace_back(played.move(ply));
    play_moves(game, opening, words, where(played.line));
    openings.push_back(std::move(opening));
  });
  return openings;
}

}  // namespace

std::vector<Opening> read_openings(const GameModule& game, const std::string& path, std::size_t plies) {
  std::vector<Opening> openings;
  if (is_pgn(path)) {
    openings = openings_of_games(game, path, plies);
  } else {
    for (const InputLine& line : read_lines(path)) {
      const auto first = line.text.find_first_not_of(" \t\r");
      if (first == line.text.npos || line.text[first] == '#') continue;
      openings.push_back(opening_of_line(game, line.text, line.where));
    }
  }
  if (openings.empty()) throw Failure(fmt::format("{}: no openings in it", input_name(path)));
  return openings;
}

std::vector<Opening> book_openings(const LoadedBook& loaded, const std::string& path) {
  std::vector<Opening> openings = booksearch::book_openings(*loaded.setups, loaded.book);
  if (openings.empty()) throw Failure(fmt::format("{}: no entries in it", input_name(path)));
  return openings;
}

}  // namespace tabiya::tools
