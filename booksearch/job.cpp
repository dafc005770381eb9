#include "booksearch/job.h"

#include <span>

#include "codec/crc64.h"

namespace tabiya::booksearch {
namespace {

constexpr std::uint32_t kMaxSetups = 1'000'000'000;
constexpr std::uint32_t kMaxRounds = 100;
constexpr std::uint32_t kMaxTableMib = 65'536;
constexpr int kMaxDepth = 100;
constexpr std::size_t kMaxStages = 100;

std::optional<JobFault> check_range(const std::string& key, std::int64_t value, std::int64_t low,
                                    std::int64_t high) {
  if (value >= low && value <= high) return {};
  return JobFault{
      key, std::to_string(value) + " is not between " + std::to_string(low) + " and " + std::to_string(high)};
}

// `before`: the setups and the depth that the stage before ended with.
std::optional<JobFault> check_stage(const Stage& stage, std::size_t number, const Stage& before) {
  const std::string key = "stage[" + std::to_string(number) + "]";
  if (auto fault = check_range(key + ".keep", stage.keep, 1, kMaxSetups)) return fault;
  if (auto fault = check_range(key + ".depth", stage.depth, 1, kMaxDepth)) return fault;
  if (auto fault = check_range(key + ".replies", stage.replies, 0, kMaxSetups)) return fault;
  if (auto fault = check_range(key + ".shared", stage.shared, 0, kMaxSetups)) return fault;
  if (stage.keep > before.keep) {
    return JobFault{key + ".keep", std::to_string(stage.keep) + " reds are more than the " +
                                       std::to_string(before.keep) + " that the step before leaves"};
  }
  if (stage.depth <= before.depth) {
    return JobFault{key + ".depth", "depth " + std::to_string(stage.depth) +
                                        " is not deeper than the stage before, which is of depth " +
                                        std::to_string(before.depth)};
  }
  return {};
}

}  // namespace

std::optional<JobFault> find_fault(const Job& job) {
  if (job.game.empty()) return JobFault{"game", "is not given"};
  if (auto fault = check_range("table_mib", job.table_mib, 1, kMaxTableMib)) return fault;
  if (auto fault = check_range("filter.pool", job.pool, 1, kMaxSetups)) return fault;
  if (auto fault = check_range("filter.keep", job.keep, 1, kMaxSetups)) return fault;
  if (auto fault = check_range("filter.rounds", job.rounds, 1, kMaxRounds)) return fault;
  if (job.stages.empty()) return JobFault{"stage", "at least one stage is needed"};
  if (job.stages.size() > kMaxStages) return JobFault{"stage", "there are more than 100 stages"};
  Stage before{.keep = job.keep};
  for (std::size_t i = 0; i < job.stages.size(); ++i) {
    if (auto fault = check_stage(job.stages[i], i, before)) return fault;
    before = job.stages[i];
  }
  return {};
}

std::string canonical_text(const Job& job) {
  const auto line = [](const char* key, std::uint64_t value) {
    return std::string(key) + " = " + std::to_string(value) + "\n";
  };
  std::string text = "game = \"" + job.game + "\"\n";
  text += line("seed", job.seed) + line("table_mib", job.table_mib);
  text += "\n[filter]\n" + line("pool", job.pool) + line("keep", job.keep) + line("rounds", job.rounds);
  for (const Stage& stage : job.stages) {
    text += "\n[[stage]]\n" + line("keep", stage.keep) +
            line("depth", static_cast<std::uint64_t>(stage.depth)) + line("replies", stage.replies) +
            line("shared", stage.shared);
  }
  return text;
}

std::uint64_t job_hash(const Job& job) {
  const std::string text = canonical_text(job);
  return codec::crc64(std::as_bytes(std::span(text)));
}

}  // namespace tabiya::booksearch
