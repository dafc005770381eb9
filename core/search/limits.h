// What ends a search, and what a search hands back.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/search/score.h"

namespace tabiya {

inline constexpr int kMaxDepth = kMaxPly - 1;

// A search ends at the first limit that it meets. Depth and nodes are exact and the same on every machine;
// the stop flag and the deadline are looked at now and then.
struct Limits {
  int depth = kMaxDepth;  // plies, 0 … kMaxDepth; 0 is a quiescence search
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  // of each thread
  const std::atomic<bool>* stop = nullptr;
  std::optional<std::chrono::steady_clock::time_point> deadline{};

  // The stop flag is set, or the deadline over.
  bool has_ended() const {
    if (stop && stop->load(std::memory_order_relaxed)) return true;
    return deadline && std::chrono::steady_clock::now() >= *deadline;
  }
};

// A root move with what follows it.
template <class Move>
struct SearchLine {
  Score score = 0;       // from the view of the side to move
  std::vector<Move> pv;  // the principal variation
};

template <class Move>
struct SearchResult {
  Score score = 0;          // from the view of the side to move
  std::vector<Move> pv;     // the principal variation; empty only when the root has no move to choose
  int depth = 0;            // of the last completed iteration
  std::uint64_t nodes = 0;  // visited since the search began, by all threads
  std::vector<SearchLine<Move>> others;  // the next best root moves of that iteration, as many as asked for
};

// Counts the nodes of a search in one thread and watches its limits.
class SearchBudget {
 public:
  void begin(const Limits& limits) {
    limits_ = limits;
    nodes_ = 0;
    published_nodes_.store(0, std::memory_order_relaxed);
    is_spent_ = false;
  }

  // Counts a visit. False when the search must end.
  bool visit() {
    constexpr std::uint64_t kPollMask = 1023;
    if (nodes_ >= limits_.nodes || ((nodes_ & kPollMask) == kPollMask && poll())) is_spent_ = true;
    nodes_ += !is_spent_;
    return !is_spent_;
  }

  bool is_spent() const { return is_spent_; }
  std::uint64_t nodes() const { return nodes_; }
  // The same as other threads see it: brought up to date now and then.
  std::uint64_t published_nodes() const { return published_nodes_.load(std::memory_order_relaxed); }

 private:
  bool poll() {
    published_nodes_.store(nodes_, std::memory_order_relaxed);
    return limits_.has_ended();
  }

  Limits limits_;
  std::uint64_t nodes_ = 0;
  std::atomic<std::uint64_t> published_nodes_ = 0;
  bool is_spent_ = false;
};

}  // namespace tabiya
