// The audit of a book, which the page of the server can start.
#pragma once

#include <cstdint>

#include "tools/explorer/library.h"
#include "tools/explorer/task.h"

namespace tabiya::tools {

struct AuditRequest {
  std::uint32_t sample = 0;   // entries
  int deeper = 0;             // plies beyond the book
  std::uint32_t replies = 0;  // tried for each
  std::uint64_t seed = 0;
};

// The results are {"done", "total", "summary": audit_json() or null until it is there, "entries": all of the
// sample as audited_entry_json(), the largest regret first, "better": in the end, a file for `build --with`}.
Task audit_task(Library& library, const OpenBook& book, const AuditRequest& request);

}  // namespace tabiya::tools
