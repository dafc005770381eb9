// A search, or other long work, that a UCI session has begun. It runs on a thread of its own and reports its
// results, while the session continues to listen.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/game/game_engine.h"
#include "core/game/game_module.h"
#include "core/thread_group.h"
#include "tools/uci_server/go_command.h"
#include "tools/uci_server/uci_output.h"

namespace tabiya::tools {

struct SearchOrder {
  std::vector<PositionHandle> line;  // the game so far; searched is the last one, in which moves are made
  GoCommand go;
  InfoStyle style;
  Duration overhead{};
  TimePoint received;  // from then on the clock runs
};

// One thread may use this, which is not that of the search.
class UciSearch {
 public:
  // `output` outlives this object.
  explicit UciSearch(UciOutput& output) : output_(output), group_([this] { stop(); }) {}

  // Start a search, an answer or other work after the end of the earlier one. The engine must outlive the
  // search. Throw ThreadsRefused.
  void start(GameEngine& engine, SearchOrder order);
  // Writes a line that is known without a search: at once, or, while the GUI ponders, when the GUI asks for
  // it.
  void answer(std::string line, bool ponders);
  using Work = std::function<void(const std::atomic<bool>& stop)>;
  void start_work(Work work);

  bool is_running() const { return is_running_; }
  // True if the answer is held back until the GUI asks for it.
  bool is_held() const { return is_running_ && is_held_; }
  void stop();        // the answer comes at once, and while this thread goes on
  void ponder_hit();  // from now on the clock runs
  // Waits for the end. Throws the exceptions of the work.
  void finish() { group_.join(); }

  void forget_game() { last_score_.reset(); }

 private:
  void run(const Work& work);
  void search(GameEngine& engine, const SearchOrder& order, SearchClock clock);
  bool report(GameEngine& engine, const SearchOrder& order, SearchClock& clock,
              const GameSearchResult& result);
  void tell(GameEngine& engine, const SearchOrder& order, const GameSearchResult& result);
  void wait_until_told();

  UciOutput& output_;
  std::atomic<bool> is_running_ = false;
  std::atomic<bool> stop_ = false;
  std::atomic<bool> is_held_ = false;  // the answer is not to be given yet
  std::atomic<TimePoint> deadline_ = TimePoint::max();
  std::optional<Duration> most_;  // that it may take once the clock runs
  bool is_pondering_ = false;
  std::mutex mutex_;  // of the changes of stop_ and is_held_ that are waited for
  std::condition_variable told_;
  std::optional<Score> last_score_;  // of the last search by the clock in this game
  ThreadGroup group_;
};

// Work of UciSearch::start_work(). `go perft`: reports how many sequences of legal moves begin with each move, and how
// many there are.
void count_moves(UciOutput& output, const InfoStyle& style, const GamePosition& root, int depth,
                 const std::atomic<bool>& stop);

// `bench`: searches fixed positions of the game to a depth, each as if it were the first, and reports the
// nodes. Their sum is the signature of the search: the same on every machine, as long as there is one thread.
void measure_search(UciOutput& output, const GameModule& game, GameEngine& engine, int depth,
                    const std::atomic<bool>& stop);

}  // namespace tabiya::tools
