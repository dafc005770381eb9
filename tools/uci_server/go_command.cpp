#include "tools/uci_server/go_command.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

#include <fmt/format.h>

#include "codec/parsing.h"
#include "codec/text.h"
#include "core/search/limits.h"

namespace tabiya::tools {
namespace {

constexpr std::string_view kGoWords[] = {"wtime",    "btime", "winc",       "binc",     "movestogo",
                                         "movetime", "depth", "nodes",      "infinite", "perft",
                                         "ponder",   "mate",  "searchmoves"};

bool is_go_word(std::string_view word) { return std::ranges::find(kGoWords, word) != std::end(kGoWords); }

void take_number(GoCommand& go, std::string_view name, std::int64_t number) {
  constexpr std::int64_t kMostMilliseconds = 1'000'000'000, kMostMoves = 10'000, kMostPerft = 30;
  const auto within = [number](std::int64_t least, std::int64_t most) {
    return static_cast<int>(std::clamp(number, least, most));
  };
  const GoCommand::Milliseconds time(within(1, kMostMilliseconds));
  const GoCommand::Milliseconds increment(within(0, kMostMilliseconds));
  if (name == "wtime") go.time[0] = time;
  if (name == "btime") go.time[1] = time;
  if (name == "winc") go.increment[0] = increment;
  if (name == "binc") go.increment[1] = increment;
  // 0 stands for a game without further time controls.
  if (name == "movestogo" && number > 0) go.moves_to_go = within(1, kMostMoves);
  if (name == "movetime") go.move_time = time;
  if (name == "depth") go.depth = within(1, kMaxDepth);
  if (name == "nodes") go.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(number, 1));
  if (name == "mate") go.mate = within(1, kMaxDepth);
  if (name == "perft") go.perft = within(1, kMostPerft);
}

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

// In a game without time controls to come, the time that is left must do for this many moves.
constexpr int kMovesToCome = 40;
// Increments are as good as had: the clock plans with this many of them, and a move takes up to this part of
// the time on the clock now.
constexpr int kIncrementsAhead = 12;
constexpr int kMostTenths = 6;
// These are more than the usual parameters, which are for games without increments: with those, games at
// 10+0.1 ended with 4 seconds left on average.
constexpr ClockParameters kClock{.settled = 30, .unsettled = 110};

// The part of `time` that is left when the answer has arrived. Some time is always left, for a clock that has
// run out is lost anyway.
Duration without_overhead(Duration time, Duration overhead) {
  return time - std::min(overhead, time * 9 / 10);
}

// The bits stand for the move; two moves with the same bits are practically impossible.
std::uint32_t move_bits(const GameSearchResult& result) {
  return static_cast<std::uint32_t>(std::hash<std::string>()(result.best.pv.front().wire));
}

}  // namespace

GoCommand parse_go(std::span<const std::string_view> words) {
  GoCommand go;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "infinite") go.infinite = true;
    if (words[i] == "ponder") go.ponder = true;
    if (words[i] == "searchmoves") {
      while (i + 1 < words.size() && !is_go_word(words[i + 1])) go.first_moves.emplace_back(words[++i]);
    } else if (is_go_word(words[i]) && i + 1 < words.size()) {
      if (const auto number = number_in(words[i + 1])) take_number(go, words[i], *number);
    }
  }
  return go;
}

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

SearchClock::SearchClock(const GoCommand& go, const MoveCircumstances& circumstances)
    : is_forced_(circumstances.is_forced) {
  const auto side = static_cast<std::size_t>(circumstances.side);
  if (go.time[side]) {
    const Duration left = without_overhead(*go.time[side], circumstances.overhead);
    const Duration free = left + kIncrementsAhead * Duration(go.increment[side]);
    timer_.emplace(kClock, free, circumstances.moves_made, go.moves_to_go.value_or(kMovesToCome),
                   circumstances.last_score);
    most_ = std::min(timer_->most(), go.moves_to_go == 1 ? left : left * kMostTenths / 10);
  }
  if (go.move_time) {
    const Duration overhead = std::min<Duration>(circumstances.overhead, *go.move_time / 10);
    const Duration time = *go.move_time - overhead;
    most_ = most_ ? std::min(*most_, time) : time;
  }
}

bool SearchClock::goes_on(const GameSearchResult& result, Duration spent) {
  if (!timer_) return true;
  const auto plies = plies_to_win(result.best.score);
  const bool is_settled = plies && result.depth > std::abs(*plies);
  if (is_settled || is_forced_ || result.best.pv.empty()) return false;
  return timer_->goes_on(result.best.score, move_bits(result), spent);
}

}  // namespace tabiya::tools
