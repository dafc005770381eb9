// The report of an audit: estimates for the whole book from its sample, with 95 % intervals (stratified.h).
#pragma once

#include <cstddef>
#include <vector>

#include "booksearch/setups/audit/audit.h"
#include "booksearch/statistics/stratified.h"

namespace tabiya::booksearch {

// The quality of the replies of some entries of the book. Regrets are in logit x 10,000.
struct ReplyQuality {
  std::size_t population = 0;  // entries of the book
  std::size_t sampled = 0;     // of these
  std::size_t improvable = 0;  // sampled entries to which a better reply is known: of a regret above 0
  std::size_t wrong = 0;       // sampled entries with a regret above the tolerance
  Estimate improvable_share;
  Estimate wrong_share;
  Estimate regret;  // the mean of all entries
  Score largest_regret = 0;
};

// The quality of the order of the reds. Two different entries of the book are drawn that were searched to the
// same depth, each such pair equally likely, and Red plays the one that ranks higher. The regret of their
// order is Red's loss if the other one is better, by the new searches of both.
struct OrderQuality {
  Estimate regret;  // the mean of all such pairs
  Score largest_regret = 0;
};

struct DepthReport {
  int depth = 0;     // of the entries in the book
  int searched = 0;  // that to which they were searched again
  ReplyQuality replies;
};

struct AuditReport {
  ReplyQuality replies;
  OrderQuality order;
  std::vector<DepthReport> depths;  // the deepest first
  // An upper bound of the share of the discarded reds that are worth keeping. It holds for 95 % of all
  // samples; it is 1 if none were looked at.
  double worth_keeping_bound = 1;
};

// Regrets up to `tolerance` are of no importance.
AuditReport report_on(const Audit& audit, Score tolerance);

}  // namespace tabiya::booksearch
