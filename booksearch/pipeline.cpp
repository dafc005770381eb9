#include "booksearch/pipeline.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include "booksearch/deepening.h"
#include "booksearch/fixed_point.h"

namespace tabiya::booksearch {
namespace {

template <class... Args>
std::string format(const char* pattern, Args... args) {
  char text[200];
  std::snprintf(text, sizeof text, pattern, args...);
  return text;
}

class Pipeline {
 public:
  Pipeline(const Job& job, const PairOracle& oracle, JobStore& store, const PipelineOptions& options,
           const Control& control)
      : job_(job), oracle_(oracle), store_(store), options_(options), control_(control) {}

  Result<Outcome> run() {
    if (auto status = check_job(); !status) return status.error();
    if (auto status = find_reasonable_setups(); !status) return status.error();
    while (!ladder_->finished() && missing_.empty()) {
      if (auto status = climb(); !status) return status.error();
    }
    if (!missing_.empty()) return Outcome{std::nullopt, missing_};
    return Outcome{assemble_book(job_, *ladder_, oracle_.origin(), options_.maker), {}};
  }

 private:
  Status check_job() const;
  Status find_reasonable_setups();
  Status climb();
  Result<std::vector<Row>> compute_own_rows();
  Result<std::vector<Row>> rows_of_others();

  Status check_stored(const FilterRound& round) const;
  Status check_stored(std::span<const Row> rows) const;
  void begin_pass() { pass_start_ = std::chrono::steady_clock::now(); }
  void end_pass(std::string name, std::string outcome) const;

  const Job& job_;
  const PairOracle& oracle_;
  JobStore& store_;
  const PipelineOptions& options_;
  const Control& control_;

  std::vector<SetupId> reasonable_;  // blues, mirrors included, ascending
  std::optional<Ladder> ladder_;     // once these are known
  std::string missing_;              // rows of other shards that the next step needs
  std::chrono::steady_clock::time_point pass_start_;
};

Status Pipeline::check_job() const {
  if (const auto fault = find_fault(job_)) return invalid(fault->key + ": " + fault->message);
  if (job_.game != oracle_.reds().game()) return invalid("game: the job is of '" + job_.game + "'");
  return ok_status();
}

Status Pipeline::find_reasonable_setups() {
  begin_pass();
  Result<std::vector<FilterRound>> finished = store_.rounds();
  if (!finished) return finished.error();
  for (const FilterRound& round : *finished) {
    if (auto status = check_stored(round); !status) return status;
  }

  std::size_t number = finished->size();
  const auto on_round = [&](const FilterRound& round) {
    end_pass(format("filter round %zu", number + 1),
             format("%zu setups stand, %.1f %% of them were in the pool; %.1f M pairs", round.kept.size(),
                    100 * round.overlap(), static_cast<double>(round.pairs) / 1e6));
    begin_pass();
    return store_.add_round(number++, round);
  };
  const Result<std::vector<FilterRound>> rounds =
      find_fixed_point(oracle_, job_.filter(), std::move(*finished), on_round, control_);
  if (!rounds) return rounds.error();

  const FilterRound& last = rounds->back();
  reasonable_ = with_mirrors(oracle_.blues(), kept_setups(last));
  ladder_.emplace(job_, last);
  return ok_status();
}

Status Pipeline::climb() {
  begin_pass();
  const std::string name = ladder_->step_name();
  const Result<std::vector<Row>> own = compute_own_rows();
  if (!own) return own.error();
  const Result<std::vector<Row>> of_others = rows_of_others();  // by now
  if (!of_others) return of_others.error();
  StepRows rows;
  for (const auto* some : {&*own, &*of_others}) {
    if (auto status = rows.add(*some); !status) return status;
  }

  std::uint64_t nodes = 0;
  Score best = -kInfiniteScore;
  for (const Row& row : *own) {
    nodes += row.nodes;
    best = std::max(best, row.red_value);
  }
  end_pass(name, format("%zu reds, the best at %+.3f; %.1f M nodes", own->size(), best / 1e4,
                        static_cast<double>(nodes) / 1e6));
  missing_ = describe_missing(rows.missing(ladder_->entrants(), options_.shard.count));
  if (missing_.empty()) {
    ladder_->climb(rows.in_order_of(ladder_->entrants()));
  } else {
    missing_ = name + ": " + missing_;
  }
  return ok_status();
}

Result<std::vector<Row>> Pipeline::compute_own_rows() {
  const Step step = ladder_->step();
  Result<std::vector<Row>> finished = store_.rows(step);
  if (!finished) return finished.error();
  if (auto status = check_stored(*finished); !status) return status.error();
  const Result<std::vector<Row>> of_others = rows_of_others();
  if (!of_others) return of_others.error();
  finished->insert(finished->end(), of_others->begin(), of_others->end());
  std::vector<Entrant> entrants;
  for (std::size_t place = 0; place < ladder_->entrants().size(); ++place) {
    if (options_.shard.computes(place)) entrants.push_back(ladder_->entrants()[place]);
  }
  const StageTask task{ladder_->stage(), ladder_->step_name(),
                       entrants,         reasonable_,
                       *finished,        std::size_t{job_.table_mib} << 20,
                       ladder_->shared()};
  const auto on_row = [&](const Row& row) { return store_.add_row(step, row); };
  Result<std::vector<Row>> rows = run_stage(oracle_, task, on_row, control_);
  if (auto status = store_.flush(); !status && (rows || rows.error().code == ErrorCode::kStopped))
    return status.error();
  return rows;
}

Result<std::vector<Row>> Pipeline::rows_of_others() {
  std::vector<Row> rows;
  for (ShardFile& other : options_.others) {
    const Result<std::vector<Row>> stored = other.store.rows(ladder_->step());
    const Status status = stored ? check_stored(*stored) : stored.error();
    if (!status) return Error{status.error().code, other.path + ": " + status.error().message, {}};
    rows.insert(rows.end(), stored->begin(), stored->end());
  }
  return rows;
}

Status Pipeline::check_stored(const FilterRound& round) const {
  for (const FilteredRed& red : round.kept) {
    if (red.red >= oracle_.reds().count() || red.refuter >= oracle_.blues().count()) {
      return corrupt("a filter round of the job holds a setup that the game does not have");
    }
  }
  if (round.kept.empty()) return corrupt("a filter round of the job holds no setups");
  return ok_status();
}

Status Pipeline::check_stored(std::span<const Row> rows) const {
  for (const Row& row : rows) {
    if (row.red >= oracle_.reds().count() || row.reply >= oracle_.blues().count())
      return corrupt("a row of the job holds a setup that the game does not have");
  }
  return ok_status();
}

void Pipeline::end_pass(std::string name, std::string outcome) const {
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - pass_start_;
  if (options_.on_pass) options_.on_pass({std::move(name), seconds.count(), std::move(outcome)});
}

}  // namespace

Result<Outcome> build_book(const Job& job, const PairOracle& oracle, JobStore& store,
                           const PipelineOptions& options, const Control& control) {
  return Pipeline(job, oracle, store, options, control).run();
}

}  // namespace tabiya::booksearch
