#include "tools/play/opening_files.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/game/written_move.h"
#include "tools/books/game_file.h"
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

Opening opening_of_line(const GameModule& game, const std::string& line, const std::string& where) {
  std::istringstream stream(line);
  std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  Opening opening;
  if (words.front() == "startpos") {
    words.erase(words.begin());
    if (!words.empty()) opening = usual_opening(game);
  } else if (!game.start()->after(wire_of(game, *game.start(), words.front()))) {
    if (const auto position = game.parse_position(line)) {
      opening.from = (*position)->text();
      words.clear();
    }
  }
  play_moves(game, opening, words, where);
  return opening;
}

std::vector<Opening> openings_of_games(const GameModule& game, const std::string& path, std::size_t plies) {
  std::vector<Opening> openings;
  read_games(path, [&](const PgnGame& played) {
    const auto where = [&](std::size_t line) { return fmt::format("{}, line {}", input_name(path), line); };
    if (played.fault) throw Failure(fmt::format("{}: {}", where(played.fault->line), played.fault->message));
    Opening opening = usual_opening(game);
    if (const std::string_view from = played.tag("FEN"); !from.empty())
      opening.from = take(game.parse_position(from), where(played.line) + ": FEN")->text();
    std::vector<std::string> words;
    for (std::size_t ply = 0; ply < std::min(plies, played.plies()); ++ply)
      words.emplace_back(played.move(ply));
    play_moves(game, opening, words, where(played.line));
    openings.push_back(std::move(opening));
  });
  return openings;
}

}  // namespace

bool is_pgn(std::string_view path) { return path.ends_with(".pgn") || path.ends_with(".pgn.zst"); }

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
