#include "booksearch/pipeline.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <unordered_set>
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

  Result<Book> run() {
    if (auto status = check_job(); !status) return status.error();
    if (auto status = find_reasonable_setups(); !status) return status.error();
    for (std::size_t stage = 0; stage < job_.stages.size(); ++stage) {
      if (auto status = deepen(stage); !status) return status.error();
    }
    return assemble_book();
  }

 private:
  Status check_job() const;
  Status find_reasonable_setups();
  Status deepen(std::size_t stage);
  Book assemble_book() const;

  Status check_stored(const FilterRound& round) const;
  Status check_stored(const Row& row) const;
  void begin_pass() { pass_start_ = std::chrono::steady_clock::now(); }
  void end_pass(std::string name, std::string outcome) const;

  const Job& job_;
  const PairOracle& oracle_;
  JobStore& store_;
  const PipelineOptions& options_;
  const Control& control_;

  std::vector<SetupId> reasonable_;     // blues, mirrors included, ascending
  std::vector<Entrant> entrants_;       // of the next stage, best first
  std::vector<std::vector<Row>> rows_;  // of the stages so far, best first
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
  const FixedPointOptions options{job_.pool, job_.keep, job_.rounds, job_.seed};
  const Result<std::vector<FilterRound>> rounds =
      find_fixed_point(oracle_, options, std::move(*finished), on_round, control_);
  if (!rounds) return rounds.error();

  const FilterRound& last = rounds->back();
  reasonable_ = with_mirrors(oracle_.blues(), kept_setups(last));
  for (const FilteredRed& red : last.kept) entrants_.push_back({red.red, red.refuter});
  return ok_status();
}

Status Pipeline::deepen(std::size_t stage) {
  begin_pass();
  const Stage& settings = job_.stages[stage];
  entrants_.resize(std::min<std::size_t>(settings.keep, entrants_.size()));
  const Result<std::vector<Row>> finished = store_.rows(stage);
  if (!finished) return finished.error();
  for (const Row& row : *finished) {
    if (auto status = check_stored(row); !status) return status;
  }

  const std::string name = format("stage %zu, depth %d", stage + 1, settings.depth);
  const StageTask task{settings, name, entrants_, reasonable_, *finished, std::size_t{job_.table_mib} << 20};
  const auto on_row = [&](const Row& row) { return store_.add_row(stage, row); };
  Result<std::vector<Row>> rows = run_stage(oracle_, task, on_row, control_);
  if (auto status = store_.flush(); !status && (rows || rows.error().code == ErrorCode::kStopped))
    return status;
  if (!rows) return rows.error();

  std::uint64_t nodes = 0;
  entrants_.clear();
  for (const Row& row : *rows) {
    nodes += row.nodes;
    entrants_.push_back({row.red, row.reply});
  }
  rows_.push_back(std::move(*rows));
  end_pass(name, format("%zu reds, the best at %+.3f; %.1f M nodes", rows_.back().size(),
                        rows_.back().front().red_value / 1e4, static_cast<double>(nodes) / 1e6));
  return ok_status();
}

Book Pipeline::assemble_book() const {
  const ValueOrigin origin = oracle_.origin();
  Book book{
      {std::string(oracle_.reds().game()), origin.evaluation, job_hash(job_), options_.maker}, {}, {origin}};
  std::unordered_set<SetupId> listed;
  for (std::size_t stage = rows_.size(); stage-- > 0;) {
    for (const Row& row : rows_[stage]) {
      if (!listed.insert(row.red).second) continue;
      const auto depth = static_cast<std::uint8_t>(job_.stages[stage].depth);
      book.entries.push_back({row.red, row.reply, row.red_value, depth, 1, row.nodes, {}});
    }
  }
  return book;
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

Status Pipeline::check_stored(const Row& row) const {
  if (row.red < oracle_.reds().count() && row.reply < oracle_.blues().count()) return ok_status();
  return corrupt("a row of the job holds a setup that the game does not have");
}

void Pipeline::end_pass(std::string name, std::string outcome) const {
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - pass_start_;
  if (options_.on_pass) options_.on_pass({std::move(name), seconds.count(), std::move(outcome)});
}

}  // namespace

Result<Book> build_book(const Job& job, const PairOracle& oracle, JobStore& store,
                        const PipelineOptions& options, const Control& control) {
  return Pipeline(job, oracle, store, options, control).run();
}

}  // namespace tabiya::booksearch
