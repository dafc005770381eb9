#include "tools/uci_server/uci_search.h"

#include <exception>
#include <limits>
#include <new>
#include <utility>

#include "tools/cli/failure.h"
#include "tools/uci_server/drawn_root.h"

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

}  // namespace tabiya::tools
