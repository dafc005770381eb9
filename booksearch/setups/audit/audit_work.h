// The searches of an audit, red by red.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "booksearch/setups/audit/audit.h"
#include "booksearch/setups/rows/reply_sources.h"
#include "booksearch/setups/rows/row_search.h"
#include "booksearch/setups/rows/static_order.h"
#include "booksearch/work/control.h"
#include "codec/result.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

// A red that is searched again, and how.
struct AuditUnit {
  SetupId red = 0;
  std::optional<SetupId> reply;  // of its entry in the book; nothing of a red that is not there
  int depth = 0;                 // plies
  std::optional<Score> cut{};    // a red that is worth less need not be searched further

  static void visit_parts(auto& self, auto& visit) { visit(self.red, self.reply, self.depth, self.cut); }
};

// A kind of work (work/shared_work.h).
class AuditWork {
 public:
  static constexpr std::string_view kName = "audit";
  using Unit = AuditUnit;
  using Answer = AuditAnswer;
  struct Pass {
    std::vector<SetupId> replies;   // that candidates are chosen from
    std::uint32_t own = 0;          // candidates of each red; 0: all
    std::vector<SetupId> shared;    // tried against every red
    std::uint64_t table_bytes = 0;  // of each thread's transposition table

    static void visit_parts(auto& self, auto& visit) {
      visit(self.replies, self.own, self.shared, self.table_bytes);
    }
  };

  AuditWork(const PairOracle& oracle, Pass pass)
      : oracle_(oracle),
        pass_(std::move(pass)),
        lists_(oracle, pass_.replies),
        candidates_({oracle, lists_, {.replies = pass_.own}, {.shared = pass_.shared}}) {}
  const Pass& pass() const { return pass_; }

  class Thread {
   public:
    explicit Thread(const AuditWork& work)
        : candidates_(work.candidates_), rows_(work.oracle_, candidates_, work.pass_.table_bytes) {}
    // Errors: kStopped.
    Result<AuditAnswer> compute(const AuditUnit& unit, const Control& control) {
      return unit.reply ? audit_entry(unit, control) : search_unless_below(unit, control);
    }

   private:
    Result<AuditAnswer> audit_entry(const AuditUnit& unit, const Control& control);
    Result<AuditAnswer> search_unless_below(const AuditUnit& unit, const Control& control);

    const ReplyCandidates& candidates_;
    RowSearcher rows_;
  };
  Thread thread() const { return Thread(*this); }

 private:
  const PairOracle& oracle_;
  const Pass pass_;
  ReplyLists lists_;
  const ReplyCandidates candidates_;
};

}  // namespace tabiya::booksearch
