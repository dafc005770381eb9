#include "booksearch/match/openings.h"

#include <utility>

#include "codec/crc64.h"
#include "codec/text.h"
#include "core/game/written_move.h"
#include "core/random.h"

namespace tabiya::booksearch {
namespace {

Opening opening_of(const SetupPhase& phase, SetupId red, SetupId blue) {
  return {{}, {phase.wire(0, red), phase.wire(1, blue)}};
}

// Returns random moves: so few that the game is still open, but so many that two games are seldom the same.
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

}  // namespace

Opening usual_opening(const GameModule& game) {
  const std::string usual = game.usual_start()->text();
  return {usual == game.start()->text() ? std::string() : usual, {}};
}

Result<PositionHandle> add_moves(const GameModule& game, Opening& opening,
                                 std::span<const std::string> words) {
  Result<PositionHandle> position = opening.from.empty() ? game.start() : game.parse_position(opening.from);
  if (!position) return position;
  for (const std::string& word : words) {
    opening.moves.push_back(wire_of(game, **position, word));
    position = after_recorded(game, **position, opening.moves.back());
    if (position) continue;
    const auto& [code, message, offset] = position.error();
    return Error{code, concat("'", word, "'", offset ? concat(", byte ", *offset) : "", ": ", message), {}};
  }
  return position;
}

Opening random_opening(const GameModule& game, std::uint64_t seed, std::uint64_t index) {
  Random random(Random(seed).next() + index);
  const SetupPhase* phase = game.setup_phase();
  if (phase == nullptr) return random_moves(game, random);
  const auto [red, blue] = phase->draw_pair(random);
  return opening_of(*phase, red, blue);
}

std::vector<Opening> book_openings(const SetupPhase& phase, const Book& book) {
  std::vector<Opening> openings;
  for (const BookEntry& entry : book.entries)
    if (entry.red < phase.reds().count() && entry.reply < phase.blues().count())
      openings.push_back(opening_of(phase, entry.red, entry.reply));
  return openings;
}

void shuffle(std::vector<Opening>& openings, std::uint64_t seed) {
  Random random(seed);
  for (std::size_t rest = openings.size(); rest > 1; --rest)
    std::swap(openings[rest - 1], openings[random.below(static_cast<std::uint32_t>(rest))]);
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

}  // namespace tabiya::booksearch
