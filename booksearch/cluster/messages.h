// What the leader of a cluster and its workers say to each other. All run the same program on machines of one
// kind, so that numbers travel as they are in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "booksearch/row_search.h"

namespace tabiya::booksearch::cluster {

// From a worker, before anything else: what it runs, which has to be what the leader runs, and how many
// threads it has.
struct Hello {
  std::string identity;
  std::uint32_t threads = 1;
};

// From a worker: it soon has no more rows to search.
struct Want {};

// From a worker: a row of its lease, and how long it took.
struct Found {
  Row row;
  double seconds = 0;  // of one thread
};

// From a worker, in answer to Drop: nothing more will come of its leases.
struct Dropped {};

// From a worker: it cannot go on; why.
struct Failed {
  std::string reason;
};

// From the leader: the pass of the leases that follow (RowPass). `blues` are empty where they are those of
// the pass before.
struct Pass {
  std::vector<SetupId> blues;
  std::vector<SetupId> shared;
  std::uint64_t own = 0;
  std::uint64_t table_bytes = 0;
  std::int32_t depth = 0;
};

// From the leader: rows to be searched.
struct Lease {
  std::vector<Entrant> entrants;
};

// From the leader: forget what is leased.
struct Drop {};

// From the leader: the run is over.
struct End {};

using Words = std::variant<Hello, Want, Found, Dropped, Failed, Pass, Lease, Drop, End>;

std::vector<std::byte> encode(const Words& words);

// Nothing for bytes that encode() does not make.
std::optional<Words> decode(std::span<const std::byte> bytes);

}  // namespace tabiya::booksearch::cluster
