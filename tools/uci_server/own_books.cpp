#include "tools/uci_server/own_books.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/book/book_follower.h"
#include "core/game/written_move.h"

namespace tabiya::tools {
namespace {

// The end of the game as books know it; null if they have no key of a position, or if the position has
// occurred before.
std::unique_ptr<BookWalk> end_of_game(const GameModule& game, const GameSoFar& so_far) {
  Result<std::unique_ptr<BookWalk>> start = read_book_walk(game, so_far.first);
  if (!start) return nullptr;
  std::unique_ptr<BookWalk> walk = *std::move(start);
  std::vector<PositionKey> earlier;
  for (const std::string& text : so_far.moves) {
    const Result<MoveCode> move = walk->read(text);
    if (!move) return nullptr;
    earlier.push_back(walk->key());
    walk->play(*move);
  }
  if (std::ranges::count(earlier, walk->key()) > 0) return nullptr;
  return walk;
}

// The moves that the book plays in a position, with weights, which values have by how far a move's lower bound falls behind;
// the heaviest first.
std::vector<BookMove> entries_at(const LoadedMoveBook& book, const BookWalk& position) {
  if (book.terms() == nullptr) return book.find(position);
  const Score tolerance = book.terms()->tolerance;
  const std::optional<KnownPosition> known = book.known(position);
  MoveBook moves;
  for (const FollowedMove& move : followed_moves(known ? known->choices : std::vector<BookChoice>(),
                                                 {.max_loss = tolerance, .variety = 1})) {
    BookMove entry{.key = position.key(), .move = move.move};
    entry.weight = static_cast<std::uint64_t>(std::llround(
        static_cast<double>(kBestWeight) * weight_of_loss(static_cast<Score>(move.loss), tolerance)));
    moves.moves.push_back(entry);
  }
  sort_moves(moves);
  return std::move(moves.moves);
}

std::vector<FollowedMove> playable_moves(const LoadedMoveBook& book, const BookWalk& position, int variety) {
  std::vector<BookMove> moves = entries_at(book, position);
  std::erase_if(moves, [&](const BookMove& move) { return !position.legal(move.move); });
  return followed_moves(moves, {.max_loss = std::numeric_limits<Score>::max(), .variety = variety});
}

}  // namespace

void OwnBooks::load(std::size_t which, const std::string& path) {
  books_[which] = path.empty() ? std::nullopt : std::optional(require_move_book(path));
  is_told_[which] = false;
}

bool OwnBooks::is_of(const GameModule& game, std::size_t which,
                     const std::function<void(const std::string&)>& note) {
  const LoadedMoveBook& book = *books_[which];
  if (book.game == &game) return true;
  if (!std::exchange(is_told_[which], true))
    note(fmt::format("{}: is a book of {}, not of {}: it is not asked", book.name, book.game->name(),
                     game.name()));
  return false;
}

std::optional<BookAnswer> OwnBooks::answer(const GameModule& game, const GameSoFar& so_far,
                                           const BookLimits& limits,
                                           const std::function<void(const std::string&)>& note) {
  std::unique_ptr<BookWalk> walk;
  for (std::size_t which = 0; which < books_.size(); ++which) {
    const std::optional<LoadedMoveBook>& loaded = books_[which];
    if (!loaded || std::cmp_greater_equal(so_far.moves.size(), limits.depth[which])) continue;
    if (!is_of(game, which, note)) continue;
    if (walk == nullptr) walk = end_of_game(game, so_far);
    if (walk == nullptr) return std::nullopt;
    const std::vector<FollowedMove> moves = playable_moves(*loaded, *walk, limits.variety);
    if (moves.empty()) continue;
    const FollowedMove& chosen = draw(moves, random_);
    const MoveCode move = *walk->legal(chosen.move);
    BookAnswer answer{{walk->move_text(move)}, {}};
    answer.origin = fmt::format("{} of {}, weight {} of {}", answer.line[0].readable, loaded->name,
                                chosen.weight, total_weight(entries_at(*loaded, *walk)));
    walk->play(move);
    const std::vector<FollowedMove> replies = playable_moves(*loaded, *walk, 0);
    if (!replies.empty()) answer.line.push_back(walk->move_text(*walk->legal(replies[0].move)));
    return answer;
  }
  return std::nullopt;
}

}  // namespace tabiya::tools
