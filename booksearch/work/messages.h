// The messages between the leader of a cluster and its workers. All run the same program on machines of one
// kind.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "booksearch/work/serialization.h"
#include "booksearch/work/shared_units.h"

namespace tabiya::booksearch::cluster {

// A worker's first message: it tells what it runs, which must be what the leader runs, and how many threads
// it has.
struct Hello {
  std::string identity;
  std::uint32_t threads = 1;
  static void visit_parts(auto& self, auto& visit) { visit(self.identity, self.threads); }
};

// A worker tells that it will soon have no more units to compute.
struct Want {};

// A worker tells the answer to a unit of its lease, and how long it took.
struct Found {
  std::uint64_t index = 0;
  Bytes answer;
  double seconds = 0;  // of one thread
  static void visit_parts(auto& self, auto& visit) { visit(self.index, self.answer, self.seconds); }
};

// A worker answers Drop: it will send nothing more of its leases.
struct Dropped {};

// A worker tells that it cannot go on, and why.
struct Failed {
  std::string reason;
  static void visit_parts(auto& self, auto& visit) { visit(self.reason); }
};

// The leader describes the pass of the leases that follow (SharedUnits).
struct Pass {
  std::string kind;
  Bytes pass;
  static void visit_parts(auto& self, auto& visit) { visit(self.kind, self.pass); }
};

// The leader hands out units to be computed.
struct Lease {
  std::vector<SharedUnits::Unit> units;
  static void visit_parts(auto& self, auto& visit) { visit(self.units); }
};

// The leader tells a worker to forget its leases.
struct Drop {};

// The leader tells that the run is over.
struct End {};

using Words = std::variant<Hello, Want, Found, Dropped, Failed, Pass, Lease, Drop, End>;

Bytes encode(const Words& words);

// Returns nothing for bytes that encode() does not make.
std::optional<Words> decode(std::span<const std::byte> bytes);

// Waits for messages without keeping a processor busy, as MPI would. Each wait in a row is a little longer than the one before.
class Patience {
 public:
  void wait() {
    std::this_thread::sleep_for(next_);
    next_ = std::min(next_ * 5 / 4, kLongest);
  }
  void reset() { next_ = kShortest; }

 private:
  using Microseconds = std::chrono::microseconds;
  static constexpr Microseconds kShortest{50}, kLongest{2'000};
  Microseconds next_ = kShortest;
};

}  // namespace tabiya::booksearch::cluster
