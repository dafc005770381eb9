#include "tools/play/match/openings.h"

#include <span>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "codec/crc64.h"
#include "core/random.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/play/game_input.h"

namespace tabiya::tools {
namespace {

Opening opening_of(const SetupPhase& phase, SetupId red, SetupId blue) {
  return {phase.wire(0, red), phase.wire(1, blue)};
}

// So few that the game is still open, so many that two games are seldom the same.
Opening random_moves(const GameModule& game, Random& random) {
  constexpr std::size_t kPlies = 6;
  for (;;) {
    Opening opening;
    PositionHandle position = game.start();
    while (opening.size() < kPlies && position->outcome() == Outcome::kOpen) {
      const std::vector<MoveText> moves = position->moves();
      opening.push_back(moves[random.below(static_cast<std::uint32_t>(moves.size()))].wire);
      position = *position->after(opening.back());
    }
    if (position->outcome() == Outcome::kOpen) return opening;
  }
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

Opening random_opening(const GameModule& game, std::uint64_t seed, std::uint64_t index) {
  Random random(Random(seed).next() + index);
  const SetupPhase* phase = game.setup_phase();
  if (phase == nullptr) return random_moves(game, random);
  const auto [red, blue] = phase->draw_pair(random);
  return opening_of(*phase, red, blue);
}

std::vector<Opening> read_openings(const GameModule& game, const std::string& path) {
  std::istringstream text(read_input(path, kMaxTextInput));
  std::vector<Opening> openings;
  std::size_t number = 0;
  for (std::string line; std::getline(text, line);) {
    const std::string where = fmt::format("{}, line {}", input_name(path), ++number);
    Opening opening = words_of(line);
    if (opening.empty() || opening.front().starts_with('#')) continue;
    if (opening == Opening{"startpos"}) opening.clear();
    PositionHandle position = game.start();
    for (std::string& word : opening) {
      const std::string about = fmt::format("{}: '{}'", where, word);
      word = wire_of(game, *position, word);
      position = take(position->after(word), about);
    }
    if (position->outcome() != Outcome::kOpen) throw Failure(where + ": the game is already over");
    openings.push_back(std::move(opening));
  }
  if (openings.empty()) throw Failure(fmt::format("{}: no openings in it", input_name(path)));
  return openings;
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
    for (const std::string& move : opening) text += move + ' ';
    text += '\n';
  }
  return codec::crc64(std::as_bytes(std::span(text)));
}

}  // namespace tabiya::tools
