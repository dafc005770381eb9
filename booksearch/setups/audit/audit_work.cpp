#include "booksearch/setups/audit/audit_work.h"

#include <span>

namespace tabiya::booksearch {

// A better reply was found with a transposition table that is full of the results of other replies. It must
// prove itself from an empty one, as that of the book did: else the luckiest of many replies would win.
Result<AuditAnswer> AuditWork::Thread::audit_entry(const AuditUnit& unit, const Control& control) {
  const Result<Row> found = rows_.search({unit.red, unit.reply}, unit.depth, control);
  if (!found) return found.error();
  const Score reply_value = found->red_value + found->improvement;  // it was tried first
  AuditAnswer answer{Row{unit.red, *unit.reply, reply_value}, reply_value, found->nodes};
  if (found->reply == *unit.reply) return answer;
  const Result<Row> proved = search_row(rows_.pairs(), unit.red, std::span(&found->reply, 1), unit.depth);
  if (!proved) return proved.error();
  answer.nodes += proved->nodes;
  if (proved->red_value < reply_value) answer.best = {unit.red, found->reply, proved->red_value};
  return answer;
}

Result<AuditAnswer> AuditWork::Thread::search_unless_below(const AuditUnit& unit, const Control& control) {
  AuditAnswer answer;
  PairSearcher& pairs = rows_.pairs();
  pairs.set_red(unit.red);
  for (const SetupId reply : candidates_.against({unit.red, {}})) {
    if (!unit.cut || control.stopped()) break;
    const Result<PairSearchResult> result = pairs.search(reply, unit.depth, *unit.cut - 1, *unit.cut);
    if (!result) return result.error();
    answer.nodes += result->nodes;
    if (result->red_value < *unit.cut) return answer;
  }
  const Result<Row> row = rows_.search({unit.red, {}}, unit.depth, control);
  if (!row) return row.error();
  answer.nodes += row->nodes;
  answer.best = {row->red, row->reply, row->red_value};
  return answer;
}

}  // namespace tabiya::booksearch
