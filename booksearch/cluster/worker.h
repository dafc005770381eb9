// A process of a cluster that searches the rows that it is handed.
#pragma once

#include <string>

#include "booksearch/cluster/transport.h"
#include "codec/result.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

// Searches rows on `threads` threads until the leader says that the run is over. `identity`: what this
// process runs (leader.h). Errors: kInvalid where the leader says something that has no meaning here.
Status serve_rows(Transport& transport, const PairOracle& oracle, const std::string& identity,
                  unsigned threads);

// Tells the leader that this process cannot serve: the run ends with that reason.
void refuse_to_serve(Transport& transport, const std::string& reason);

}  // namespace tabiya::booksearch
