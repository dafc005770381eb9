// The memory of an audit's searches, so that a stopped audit can continue.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>

#include "booksearch/setups/rows/row_search.h"
#include "codec/result.h"
#include "core/search/score.h"

namespace tabiya::booksearch {

// The result of the searches of one red.
struct AuditAnswer {
  std::optional<Row> best;  // red, reply and value alone; nothing of a red that is worth less than its cut
  Score reply_value = 0;    // of the entry's reply
  std::uint64_t nodes = 0;  // of all searches

  bool operator==(const AuditAnswer&) const = default;
  static void visit_parts(auto& self, auto& visit) { visit(self.best, self.reply_value, self.nodes); }
};

// Each red that an audit searches has a number, which depends on the audit alone.
struct AuditMemory {
  std::map<std::size_t, AuditAnswer> known{};  // what an earlier run of the same audit has found
  // Called with each other answer, from any thread and in any order, but one at a time. An error ends the
  // audit. May be empty.
  std::function<Status(std::size_t number, const AuditAnswer&)> keep{};
};

}  // namespace tabiya::booksearch
