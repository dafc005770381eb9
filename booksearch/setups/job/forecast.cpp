#include "booksearch/setups/job/forecast.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace tabiya::booksearch {
namespace {

constexpr double kUsualGrowth = 1.5;  // of the nodes of a row, for each ply, as in the book that is shipped

double candidates(const Job& job, const JobStage& stage) {
  const std::uint32_t most = 2 * job.keep;  // mirrors count as well
  double replies = stage.replies == 0 ? most : 0;
  for (const ReplySource& source : reply_sources()) replies += std::min(stage.*source.amount.member, most);
  return replies;
}

// Returns the growth of the nodes of a finished stage's reds since the stage before, for the same candidates.
double growth_into(const Job& job, const Schedule& schedule, std::size_t stage) {
  std::unordered_map<SetupId, std::uint64_t> before;
  for (const Row& row : schedule.stages()[stage - 1]) before.emplace(row.red, row.nodes);
  double nodes = 1, nodes_before = 1;
  for (const Row& row : schedule.stages()[stage]) {
    nodes += static_cast<double>(row.nodes);
    nodes_before += static_cast<double>(before.at(row.red));
  }
  return nodes / nodes_before * candidates(job, job.stages[stage - 1]) / candidates(job, job.stages[stage]);
}

double growth_per_ply(const Job& job, const Schedule& schedule) {
  const std::size_t finished = schedule.stages().size();
  if (finished < 2) return kUsualGrowth;
  double logarithm = 0;
  for (std::size_t stage = 1; stage < finished; ++stage)
    logarithm += std::log(growth_into(job, schedule, stage));
  return std::max(1.0, std::exp(logarithm / (job.stages[finished - 1].depth - job.stages[0].depth)));
}

}  // namespace

double rows_to_come(const Job& job, const Schedule& schedule) {
  if (schedule.finished()) return 0;
  const Step step = schedule.step();
  const JobStage& now = schedule.stage();
  const double growth = growth_per_ply(job, schedule);
  const double per_row = schedule.searches_candidates()
                             ? candidates(job, now)
                             : std::max(1.0, static_cast<double>(schedule.known().replies_per_row(now)));
  double rows = 0;
  for (std::size_t i = step.number + 1; i < job.stages.size(); ++i) {
    const JobStage& later = job.stages[i];
    rows += static_cast<double>(exact_rows(job, i)) * candidates(job, later) / per_row *
            std::pow(growth, later.depth - now.depth);
  }
  return rows;
}

}  // namespace tabiya::booksearch
