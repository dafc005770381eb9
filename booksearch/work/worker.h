// A process of a cluster that computes the units of work that it is handed.
#pragma once

#include <string>
#include <vector>

#include "booksearch/work/shared_units.h"
#include "booksearch/work/transport.h"
#include "codec/result.h"

namespace tabiya::booksearch {

// Computes units on `threads` threads until the leader says that the run is over. `identity` is what this
// process runs (leader.h). Errors: kInvalid if the leader says something that has no meaning here; those of
// the work.
Status serve_units(Transport& transport, const std::vector<WorkKind>& kinds, const std::string& identity,
                   unsigned threads);

// Tells the leader that this process cannot serve: the run ends with that reason.
void refuse_to_serve(Transport& transport, const std::string& reason);

}  // namespace tabiya::booksearch
