// Limits of a search, and its results.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/search/score.h"

namespace tabiya {

inline constexpr int kMaxDepth = kMaxPly - 1;

// A search ends at the first limit that it meets. Depth and nodes are exact and the same on every machine;
// the stop flag and the deadline are looked at now and then.
struct Limits {
  int depth = kMaxDepth;  // plies, 0 … kMaxDepth; 0 is a quiescence search
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  // of all threads together
  const std::atomic<bool>* stop = nullptr;
  const std::atomic<bool>* abandoned = nullptr;  // where another thread has failed: a stop flag, too
  std::optional<std::chrono::steady_clock::time_point> deadline{};
  // A deadline that another thread may set while the search runs; its type's largest value until then.
  const std::atomic<std::chrono::steady_clock::time_point>* later_deadline = nullptr;
  // Bits of the only moves that the root may begin with; empty for all. They outlive the search.
  std::span<const std::uint16_t> first_moves{};

  // The stop flag is set, or the deadline over.
  bool has_ended() const {
    if (stop && stop->load(std::memory_order_relaxed)) return true;
    if (abandoned && abandoned->load(std::memory_order_relaxed)) return true;
    if (!deadline && !later_deadline) return false;
    const auto now = std::chrono::steady_clock::now();
    if (later_deadline && now >= later_deadline->load(std::memory_order_relaxed)) return true;
    return deadline && now >= *deadline;
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
  int deepest = 0;          // plies from the root to the farthest node visited
  std::uint64_t nodes = 0;  // visited since the search began, by all threads
  std::vector<SearchLine<Move>> others;  // the next best root moves of that iteration, as many as asked for
};

// The nodes that several threads may visit together.
class NodePool {
 public:
  // A thread takes this many nodes at a time, so that the threads seldom meet.
  static constexpr std::uint64_t kShare = 1024;

  explicit NodePool(std::uint64_t nodes) : left_(nodes) {}

  // Takes up to kShare nodes; 0 when none are left.
  std::uint64_t take() {
    std::uint64_t left = left_.load(std::memory_order_relaxed);
    while (!left_.compare_exchange_weak(left, left - std::min(left, kShare), std::memory_order_relaxed)) {
    }
    return std::min(left, kShare);
  }

 private:
  std::atomic<std::uint64_t> left_;
};

// Counts the nodes of a search in one thread and watches its limits.
class SearchBudget {
 public:
  // With a pool, the thread's nodes come from there and not from the limits.
  void begin(const Limits& limits, NodePool* pool = nullptr) {
    limits_ = limits;
    pool_ = pool;
    granted_ = pool == nullptr ? limits.nodes : 0;
    nodes_ = 0;
    published_nodes_.store(0, std::memory_order_relaxed);
    is_spent_ = false;
  }

  // Counts a visit. False when the search must end.
  bool visit() {
    constexpr std::uint64_t kPollMask = 1023;
    if ((nodes_ >= granted_ && !take_more()) || ((nodes_ & kPollMask) == kPollMask && poll()))
      is_spent_ = true;
    nodes_ += !is_spent_;
    return !is_spent_;
  }

  bool is_spent() const { return is_spent_; }
  std::uint64_t nodes() const { return nodes_; }
  // The nodes as other threads see them: brought up to date now and then.
  std::uint64_t published_nodes() const { return published_nodes_.load(std::memory_order_relaxed); }

 private:
  bool take_more() {
    if (pool_ != nullptr) granted_ += pool_->take();
    return nodes_ < granted_;
  }

  bool poll() {
    published_nodes_.store(nodes_, std::memory_order_relaxed);
    return limits_.has_ended();
  }

  Limits limits_;
  NodePool* pool_ = nullptr;
  std::uint64_t granted_ = 0;  // of the nodes that the limits, or the pool, allow
  std::uint64_t nodes_ = 0;
  std::atomic<std::uint64_t> published_nodes_ = 0;
  bool is_spent_ = false;
};

// The outcome of one search within a window.
struct WindowResult {
  Score score;          // from the view of the side to move; nothing if the search was cut short
  std::uint64_t nodes;  // visited
  bool cut_short;
};

}  // namespace tabiya
