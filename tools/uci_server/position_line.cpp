#include "tools/uci_server/position_line.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "codec/text.h"

namespace tabiya::tools {
namespace {

using PositionWords = std::span<const std::string_view>;

Result<PositionHandle> first_position(const GameModule& game, PositionWords words) {
  if (words.empty()) return invalid("position: neither `startpos` nor `fen` follows");
  if (words[0] == "startpos") return game.usual_start();
  if (words[0] != "fen") return invalid(fmt::format("position: unknown word '{}'", words[0]));
  return game.parse_position(joined(words.subspan(1), " "));
}

// The GUI decides when a game is over: a draw that nobody claims does not end it.
Result<PositionHandle> after_move(const GameModule& game, const PositionHandle& position,
                                  std::string_view move) {
  if (position->in_setup_phase() || position->outcome() != Outcome::kDraw) return position->after(move);
  if (position->ending() == Ending::kRepetition) {
    const Result<PositionHandle> again = game.parse_position(position->text());
    if (again && (*again)->outcome() == Outcome::kOpen) return (*again)->after(move);
  }
  const std::vector<MoveText> legal = position->moves_after_draw();
  if (legal.empty()) return position->after(move);  // which says why not
  const auto meant = std::ranges::find_if(
      legal, [&](const MoveText& text) { return game.move_without_variant(*position, text.wire) == move; });
  return position->after_draw(meant == legal.end() ? move : meant->wire);
}

}  // namespace

GameSoFar usual_game(const GameModule& game) { return {{game.usual_start()}, {}, {}}; }

Result<GameSoFar> game_so_far(const GameModule& game, std::span<const std::string_view> words) {
  const auto moves = std::ranges::find(words, "moves");
  const PositionWords first_words(words.begin(), moves);
  const Result<PositionHandle> first = first_position(game, first_words);
  if (!first) return first.error();
  GameSoFar so_far{{*first}, joined(first_words.subspan(1), " "), {}};
  if (moves == words.end()) return so_far;
  for (auto move = moves + 1; move != words.end(); ++move) {
    const Result<PositionHandle> next = after_move(game, so_far.positions.back(), *move);
    if (!next)
      return invalid(fmt::format("position: move {}: {}", so_far.positions.size(), next.error().message));
    so_far.positions.push_back(*next);
    so_far.moves.emplace_back(*move);
  }
  return so_far;
}

}  // namespace tabiya::tools
