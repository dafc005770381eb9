// Computations in the background for a page, which can start them, ask for their progress and stop them. A
// closed page stops asking, and then its computations end.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/thread_group.h"
#include "tools/explorer/tasks.h"

namespace tabiya::tools {

struct WorkState {
  bool running = true;
  std::uint64_t version = 0;                  // how many results were published
  std::string error{};                        // a sentence; empty: none
  std::shared_ptr<const std::string> result;  // JSON, the last one; null before there is any
};

// {"running", "version", "error" (null if there is none), "result"}. The result is null if its version is
// `seen`, so that a page that asks repeatedly gets it once.
std::string work_json(const WorkState& state, std::uint64_t seen);

// Computes each task in a thread of its own, at a lower priority than the threads that answer requests. Safe to use from many threads. The
// destructor stops all computations and waits for their ends.
class Works {
 public:
  static constexpr std::size_t kMostRunning = 4;
  static constexpr std::size_t kMostKept = 32;           // of those that have ended, the latest
  static constexpr std::chrono::seconds kLease{90};      // what nobody asks about for so long is stopped
  static constexpr std::chrono::seconds kShortLease{3};  // the same where others want to begin

  ~Works();

  // Throws Failure if too many tasks run already whose pages still ask, or if the system starts no thread.
  std::uint64_t start(Task task);

  // The state is empty if there is no such work.
  std::optional<WorkState> state(std::uint64_t id);

  // Returns at once; false if there is no such work.
  bool stop(std::uint64_t id);

  // Stops computations that no page asks about any longer, or has never asked about. Call this now and then.
  void stop_abandoned();

 private:
  using Clock = std::chrono::steady_clock;

  struct Work {
    std::atomic<bool> stop = false;
    std::mutex mutex;  // of what follows
    WorkState state;
    Clock::time_point asked = Clock::now();
    bool is_asked = false;  // since its start
    ThreadGroup thread;     // of the table alone
  };

  static void run(Work& work, const Task& task);
  static bool is_running(Work& work);
  void stop_unasked_for(Clock::duration lease);
  void forget_oldest();

  std::mutex mutex_;
  std::map<std::uint64_t, std::unique_ptr<Work>> works_;
  std::uint64_t next_ = 1;
};

}  // namespace tabiya::tools
