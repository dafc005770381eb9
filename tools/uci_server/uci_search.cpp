#include "tools/uci_server/uci_search.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <limits>
#include <new>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/random.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

MoveCircumstances circumstances_of(const SearchOrder& order, std::optional<Score> last_score) {
  const GamePosition& root = *order.line.back();
  return {.side = root.side_to_move(),
          .moves_made = static_cast<int>(order.line.size() / 2),
          .is_forced = root.moves().size() == 1,
          .overhead = order.overhead,
          .last_score = last_score};
}

bool is_mate_within(const GameSearchResult& result, std::optional<int> moves) {
  const auto plies = plies_to_win(result.best.score);
  return moves && plies && *plies > 0 && *plies < 2 * *moves;
}

std::vector<MoveText> moves_to_try(const GameModule& game, const GamePosition& root,
                                   std::span<const std::string> first_moves) {
  const std::vector<MoveText> all = root.moves_after_draw();
  std::vector<MoveText> named;
  std::ranges::copy_if(all, std::back_inserter(named), [&](const MoveText& move) {
    return std::ranges::any_of(first_moves, [&](const std::string& text) {
      return text == move.wire || text == move.readable || text == game.move_without_variant(root, move.wire);
    });
  });
  return named.empty() ? all : named;
}

// In a drawn game perft counts on, but positions list no moves any longer. The result is empty if the work is
// stopped, or if it counts too far behind a draw for that.
std::optional<std::uint64_t> count_sequences(const GamePosition& position, int depth,
                                             const std::atomic<bool>& stop) {
  constexpr int kPliesAtATime = 4, kMostOfADraw = 6;  // so few that `stop` is seen soon
  if (stop) return std::nullopt;
  if (depth <= kPliesAtATime) return position.perft(depth);
  if (position.outcome() == Outcome::kDraw)
    return depth <= kMostOfADraw ? std::optional(position.perft(depth)) : std::nullopt;
  std::uint64_t sum = 0;
  for (std::size_t place = 0;; ++place) {
    const auto next = position.play(place);
    if (!next) return sum;
    const auto count = count_sequences(*next->second, depth - 1, stop);
    if (!count) return std::nullopt;
    sum += *count;
  }
}

// The position after so many random moves, or the last one in which the game continues.
PositionHandle position_of_lot(const GameModule& game, std::uint64_t seed, int plies) {
  Random random(seed);
  PositionHandle position = game.usual_start();
  if (position->in_setup_phase()) {
    const auto [first, second] = game.setup_phase()->draw_pair(random);
    position = game.setup_phase()->position_after(first, second);
  }
  for (int ply = 0; ply < plies; ++ply) {
    const std::size_t moves = position->moves().size();
    const auto next =
        position->play(random.below(static_cast<std::uint32_t>(std::max<std::size_t>(moves, 1))));
    if (!next || next->second->outcome() != Outcome::kOpen) break;
    position = next->second;
  }
  return position;
}

// The best move in a position that is drawn by a rule, where a GUI asks for one nevertheless, by a small search of the
// opponent's answers: most moves keep the draw, some give up a won position or leave it, such as a capture after fifty
// quiet moves. If the draws of the game are final, there is no move. `first_moves`: as GameEngine::search() has it.
GameSearchResult search_after_draw(const GameModule& game, GameEngine& engine, const GamePosition& root,
                                   const Limits& limits, std::span<const std::string> first_moves) {
  constexpr int kDepth = 4;
  constexpr std::uint64_t kNodes = 10'000;  // of each move
  GameSearchResult result;
  for (const MoveText& move : moves_to_try(game, root, first_moves)) {
    Limits small = limits;
    small.depth = std::min(limits.depth, kDepth);
    small.nodes = std::min(limits.nodes, kNodes);
    const PositionHandle next = *root.after_draw(move.wire);
    const GameSearchResult replies = take(engine.search({&next, 1}, small, {}));
    result.nodes += replies.nodes;
    result.deepest = std::max(result.deepest, replies.deepest + 1);
    Score score = -replies.best.score;
    if (is_proven(score)) score -= score > 0 ? 1 : -1;  // a ply more
    if (!result.best.pv.empty() && score <= result.best.score) continue;
    result.best = {score, {move}};
    result.depth = replies.depth + 1;
    result.best.pv.insert(result.best.pv.end(), replies.best.pv.begin(), replies.best.pv.end());
  }
  return result;
}

}  // namespace

void UciSearch::start(GameEngine& engine, SearchOrder order) {
  finish();
  const SearchClock clock(order.go, circumstances_of(order, last_score_));
  most_ = clock.most();
  is_pondering_ = order.go.ponder;
  is_held_ = order.go.ponder || order.go.infinite;
  deadline_ = most_ && !is_held_ ? order.received + *most_ : TimePoint::max();
  start_work([this, &engine, order = std::move(order), clock](const std::atomic<bool>&) {
    search(engine, order, clock);
  });
}

void UciSearch::answer(std::string line, bool ponders) {
  finish();
  if (!ponders) return output_.say(line);
  most_.reset();
  is_pondering_ = true;
  is_held_ = true;
  start_work([this, line = std::move(line)](const std::atomic<bool>&) {
    wait_until_told();
    output_.say(line);
  });
}

void UciSearch::start_work(Work work) {
  finish();
  stop_ = false;
  is_running_ = true;
  try {
    group_.start([this, work = std::move(work)] { run(work); });
  } catch (...) {
    is_running_ = false;
    throw;
  }
}

// Work that fails for want of memory or threads fails alone, and the session goes on.
void UciSearch::run(const Work& work) {
  try {
    work(stop_);
  } catch (const std::bad_alloc&) {
    output_.note("out of memory; lower Hash or Threads");
  } catch (const ThreadsRefused& refused) {
    output_.note(refused.what());
  } catch (...) {
    is_running_ = false;
    throw;
  }
  is_running_ = false;
}

void UciSearch::stop() {
  const std::lock_guard lock(mutex_);
  stop_ = true;
  told_.notify_all();
}

void UciSearch::ponder_hit() {
  const std::lock_guard lock(mutex_);
  if (!is_running_ || !std::exchange(is_pondering_, false)) return;
  if (most_) deadline_ = std::chrono::steady_clock::now() + *most_;
  is_held_ = false;
  told_.notify_all();
}

void UciSearch::wait_until_told() {
  std::unique_lock lock(mutex_);
  told_.wait(lock, [this] { return stop_ || !is_held_; });
}

void UciSearch::search(GameEngine& engine, const SearchOrder& order, SearchClock clock) {
  Limits limits;
  limits.depth = order.go.depth.value_or(kMaxDepth);
  limits.nodes = order.go.nodes.value_or(std::numeric_limits<std::uint64_t>::max());
  limits.stop = &stop_;
  limits.later_deadline = &deadline_;
  const PositionHandle& root = order.line.back();
  GameSearchResult result;
  try {
    const auto go_on = [&](const GameSearchResult& iteration) {
      return report(engine, order, clock, iteration);
    };
    result = take(engine.search(order.line, limits, go_on, order.go.first_moves));
    if (result.best.pv.empty() && root->outcome() == Outcome::kDraw)
      result = search_after_draw(*order.style.game, engine, *root, limits, order.go.first_moves);
    tell(engine, order, result);
  } catch (const std::exception& failed) {
    // A move is due, whatever has happened.
    if (dynamic_cast<const Failure*>(&failed) != nullptr) throw;
    output_.note(failed.what());
    for (const MoveText& move : root->moves())
      if (result.best.pv.empty()) result.best.pv = {move};
  }
  if (clock.most()) last_score_ = result.best.score;
  wait_until_told();
  output_.say(best_move_line(order.style, root, result.best.pv));
}

bool UciSearch::report(GameEngine& engine, const SearchOrder& order, SearchClock& clock,
                       const GameSearchResult& result) {
  if (result.depth == 0) return true;
  tell(engine, order, result);
  if (is_mate_within(result, order.go.mate)) return false;
  const bool goes_on = clock.goes_on(result, std::chrono::steady_clock::now() - order.received);
  return goes_on || is_held_;
}

void UciSearch::tell(GameEngine& engine, const SearchOrder& order, const GameSearchResult& result) {
  const SearchFigures figures{std::chrono::steady_clock::now() - order.received, engine.table_use()};
  for (const std::string& line : info_lines(order.style, order.line.back(), result, figures))
    output_.say(line);
}

void count_moves(UciOutput& output, const InfoStyle& style, const GamePosition& root, int depth,
                 const std::atomic<bool>& stop) {
  std::uint64_t sum = 0;
  for (std::size_t place = 0;; ++place) {
    const auto next = root.play(place);
    if (!next) break;
    const auto count =
        depth == 1 ? std::optional<std::uint64_t>(1) : count_sequences(*next->second, depth - 1, stop);
    if (!count) return output.note("perft: stopped, or too deep behind a drawn position");
    sum += *count;
    output.say(fmt::format("{}: {}", move_in_style(style, root, next->first), *count));
  }
  output.say("");
  output.say(fmt::format("Nodes searched: {}", sum));
}

void measure_search(UciOutput& output, const GameModule& game, GameEngine& engine, int depth,
                    const std::atomic<bool>& stop) {
  constexpr int kPositions = 16, kPliesMore = 4;
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t nodes = 0;
  for (int number = 0; number < kPositions; ++number) {
    const PositionHandle position =
        position_of_lot(game, static_cast<std::uint64_t>(number), number * kPliesMore);
    engine.new_game();
    Limits limits;
    limits.depth = depth;
    limits.stop = &stop;
    const GameSearchResult result = take(engine.search({&position, 1}, limits, {}));
    if (stop) return output.note("bench: stopped");
    nodes += result.nodes;
    output.note(fmt::format("position {} of {}: {} nodes", number + 1, kPositions, result.nodes));
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  output.say(fmt::format("Total time (ms) : {:.0f}", spent.count() * 1'000));
  output.say(fmt::format("Nodes searched  : {}", nodes));
  output.say(
      fmt::format("Nodes/second    : {:.0f}", static_cast<double>(nodes) / std::max(spent.count(), 1e-6)));
}

}  // namespace tabiya::tools
