// What is computed for a page in the background: started, asked how far it is, stopped. A page that is closed
// asks no more, and what it had started ends.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include <nlohmann/json.hpp>

namespace tabiya::tools {

// Hands over what is known by now, instead of what was known before.
using Publish = std::function<void(nlohmann::ordered_json)>;

// Runs in a thread of its own and ends soon after `stop` is set. Throws Failure.
using Task = std::function<void(const std::atomic<bool>& stop, const Publish& publish)>;

// Safe to use from many threads. The destructor stops all and waits for their ends.
class Works {
 public:
  static constexpr std::size_t kMostRunning = 4;
  static constexpr std::size_t kMostKept = 32;           // of those that have ended, the latest
  static constexpr std::chrono::seconds kLease{90};      // what nobody asks about for so long is stopped
  static constexpr std::chrono::seconds kShortLease{3};  // the same where others want to begin

  ~Works();

  // Throws Failure when too many run already whose pages still ask.
  std::uint64_t start(Task task);

  // {"running", "error" (a message or null), "result"}; nothing where there is no such work.
  std::optional<nlohmann::ordered_json> state(std::uint64_t id);

  // Returns at once; false where there is no such work.
  bool stop(std::uint64_t id);

  // To be called now and then: stops what nobody asks about any more.
  void stop_abandoned();

 private:
  using Clock = std::chrono::steady_clock;

  struct Work {
    std::atomic<bool> stop = false;
    std::mutex mutex;  // of what follows
    bool running = true;
    nlohmann::ordered_json error, result;
    Clock::time_point asked = Clock::now();
    std::thread thread;  // of the table alone
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
