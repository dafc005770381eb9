#include "tools/play/match/openings.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "codec/crc64.h"
#include "core/random.h"
#include "tools/books/game_file.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/play/game_input.h"

namespace tabiya::tools {
namespace {

Opening opening_of(const SetupPhase& phase, SetupId red, SetupId blue) {
  return {{}, {phase.wire(0, red), phase.wire(1, blue)}};
}

// So few that the game is still open, so many that two games are seldom the same.
Opening random_moves(const GameModule& game, Random& random) {
  constexpr std::size_t kPlies = 6;
  for (;;) {
    Opening opening;
    PositionHandle position = game.start();
    while (opening.moves.size() < kPlies && position->outcome() == Outcome::kOpen) {
      const std::vector<MoveText> moves = position->moves();
      opening.moves.push_back(moves[random.below(static_cast<std::uint32_t>(moves.size()))].wire);
      position = *position->after(opening.moves.back());
    }
    if (position->outcome() == Outcome::kOpen) return opening;
  }
}

// Begins at what people call the starting position.
Opening usual_opening(const GameModule& game) {
  const std::string usual = game.usual_start()->text();
  return {usual == game.start()->text() ? std::string() : usual, {}};
}

// Plays the moves in either notation, and keeps them in the opening.
void add_moves(const GameModule& game, Opening& opening, const std::vector<std::string>& words,
               const std::string& where) {
  PositionHandle position =
      opening.from.empty() ? game.start() : take(game.parse_position(opening.from), where);
  for (const std::string& word : words) {
    const std::string about = fmt::format("{}: '{}'", where, word);
    opening.moves.push_back(wire_of(game, *position, word));
    position = take(position->after(opening.moves.back()), about);
  }
  if (position->outcome() != Outcome::kOpen)
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
  add_moves(game, opening, words, where);
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
    add_moves(game, opening, words, where(played.line));
    openings.push_back(std::move(opening));
  });
  return openings;
}

}  // namespace

Opening random_opening(const GameModule& game, std::uint64_t seed, std::uint64_t index) {
  Random random(Random(seed).next() + index);
  const SetupPhase* phase = game.setup_phase();
  if (phase == nullptr) return random_moves(game, random);
  const auto [red, blue] = phase->draw_pair(random);
  return opening_of(*phase, red, blue);
}

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

void shuffle(std::vector<Opening>& openings, std::uint64_t seed) {
  Random random(seed);
  for (std::size_t rest = openings.size(); rest > 1; --rest)
    std::swap(openings[rest - 1], openings[random.below(static_cast<std::uint32_t>(rest))]);
}

std::vector<Opening> book_openings(const LoadedBook& loaded, const std::string& path) {
  const SetupPhase& phase = *loaded.setups;
  std::vector<Opening> openings;
  for (const BookEntry& entry : loaded.book.entries) {
    if (entry.red >= phase.reds().count() || entry.reply >= phase.blues().count()) continue;
    openings.push_back(opening_of(phase, entry.red, entry.reply));
  }
  if (openings.empty()) throw Failure(fmt::format("{}: no entries in it", input_name(path)));
  return openings;
}

std::uint64_t checksum_of(const std::vector<Opening>& openings) {
  std::string text;
  for (const Opening& opening : openings) {
    if (!opening.from.empty()) text += opening.from + ": ";
    for (const std::string& move : opening.moves) text += move + ' ';
    text += '\n';
  }
  return codec::crc64(std::as_bytes(std::span(text)));
}

}  // namespace tabiya::tools
