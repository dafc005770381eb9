#include "booksearch/setups/audit/audit_report.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace tabiya::booksearch {
namespace {

// Returns the quality of the replies in the strata for which `counts` holds.
ReplyQuality reply_quality(const Audit& audit, Score tolerance,
                           const std::function<bool(const AuditStratum&)>& counts) {
  ReplyQuality quality;
  std::vector<StratumSample> regrets, improvable, wrong;
  std::vector<std::size_t> place(audit.strata.size());  // of a stratum in these
  for (std::size_t i = 0; i < audit.strata.size(); ++i) {
    if (!counts(audit.strata[i])) continue;
    place[i] = regrets.size();
    quality.population += audit.strata[i].population;
    for (auto* samples : {&regrets, &improvable, &wrong}) samples->push_back({audit.strata[i].population});
  }
  for (const AuditedEntry& entry : audit.entries) {
    if (!counts(audit.strata[entry.stratum])) continue;
    const Score regret = entry.regret();
    const bool is_improvable = regret > 0, is_wrong = regret > tolerance;
    regrets[place[entry.stratum]].values.push_back(regret);
    improvable[place[entry.stratum]].values.push_back(is_improvable);
    wrong[place[entry.stratum]].values.push_back(is_wrong);
    ++quality.sampled;
    quality.improvable += is_improvable;
    quality.wrong += is_wrong;
    quality.largest_regret = std::max(quality.largest_regret, regret);
  }
  quality.improvable_share = estimate_proportion(improvable);
  quality.wrong_share = estimate_proportion(wrong);
  quality.regret = estimate_mean(regrets);
  return quality;
}

OrderQuality order_quality(const Audit& audit) {
  std::vector<std::size_t> populations, members;
  for (const AuditStratum& stratum : audit.strata) populations.push_back(stratum.population);
  for (const AuditedEntry& entry : audit.entries) members.push_back(entry.stratum);
  OrderQuality quality;
  quality.regret =
      estimate_pair_mean(populations, members, [&](std::size_t i, std::size_t j) -> std::optional<double> {
        const AuditedEntry& above = audit.entries[i];
        const AuditedEntry& below = audit.entries[j];
        if (above.depth != below.depth) return std::nullopt;
        const Score regret = loss(below.best.red_value, above.best.red_value);
        quality.largest_regret = std::max(quality.largest_regret, regret);
        return regret;
      });
  return quality;
}

}  // namespace

AuditReport report_on(const Audit& audit, Score tolerance) {
  AuditReport report;
  report.replies = reply_quality(audit, tolerance, [](const AuditStratum&) { return true; });
  report.order = order_quality(audit);
  for (const AuditedEntry& entry : audit.entries) {
    const int depth = audit.strata[entry.stratum].depth;
    if (std::ranges::count(report.depths, depth, &DepthReport::depth) > 0) continue;
    const auto of_depth = [&](const AuditStratum& stratum) { return stratum.depth == depth; };
    report.depths.push_back({depth, entry.depth, reply_quality(audit, tolerance, of_depth)});
  }
  std::ranges::sort(report.depths, std::greater(), &DepthReport::depth);
  if (audit.discarded) {
    report.worth_keeping_bound = bound_proportion(audit.discarded->worth_keeping.size(),
                                                  audit.discarded->sampled, audit.discarded->population);
  }
  return report;
}

}  // namespace tabiya::booksearch
