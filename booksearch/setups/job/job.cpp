#include "booksearch/setups/job/job.h"

#include <algorithm>
#include <span>

#include "booksearch/setups/job/job_settings.h"
#include "booksearch/setups/rows/reply_sieve.h"
#include "codec/crc64.h"

namespace tabiya::booksearch {
namespace {

// Returns the first of these settings that is out of range. `path` is that of their table, such as "filter.".
template <class Settings, class Owner>
std::optional<JobFault> check_ranges(const Settings& settings, const Owner& owner, const std::string& path) {
  std::optional<JobFault> fault;
  for_each_setting(settings, [&](const auto& setting) {
    const auto& value = owner.*setting.member;
    if (fault || setting.is_possible(value)) return;
    if constexpr (is_text<decltype(setting)>) {
      fault = JobFault{path + setting.key, "is not given"};
    } else {
      fault = JobFault{path + setting.key, std::to_string(value) + " is not between " +
                                               std::to_string(setting.least) + " and " +
                                               std::to_string(setting.most)};
    }
  });
  return fault;
}

// `before` has the setups and the depth of the stage before.
std::optional<JobFault> check_stage(const JobStage& stage, std::size_t number, const JobStage& before) {
  const std::string key = "stage[" + std::to_string(number) + "]";
  if (auto fault = check_ranges(kStageSettings, stage, key + ".")) return fault;
  if (stage.keep > before.keep) {
    return JobFault{key + ".keep", std::to_string(stage.keep) + " reds are more than the " +
                                       std::to_string(before.keep) + " that the step before leaves"};
  }
  if (stage.depth <= before.depth) {
    return JobFault{key + ".depth", "depth " + std::to_string(stage.depth) +
                                        " is not deeper than the stage before, which is of depth " +
                                        std::to_string(before.depth)};
  }
  if (stage.survivors > 0 && sieve_levels(stage.depth, stage.sieve).empty()) {
    return JobFault{key + ".survivors", "there is no sieve: add one, to a stage that is deep enough for it"};
  }
  return {};
}

// Only stages between the first and the last have reds that need no exact row: reds that stay behind after
// the first stage have no other row.
std::optional<JobFault> check_exact(const Job& job) {
  for (std::size_t i = 0; i < job.stages.size(); ++i) {
    const std::uint32_t exact = job.stages[i].exact;
    if (exact == 0) continue;
    const auto fault = [&](const std::string& message) {
      return JobFault{"stage[" + std::to_string(i) + "].exact", message};
    };
    if (exact < 100)
      return fault(std::to_string(exact) +
                   " per cent would be fewer reds than the next stage takes; 100 at least");
    if (i == 0)
      return fault("all rows of the first stage are exact: reds that stay behind have no other one");
    if (i + 1 == job.stages.size()) return fault("all rows of the last stage are exact: no stage follows");
  }
  return {};
}

// Writes a line for each setting: those that every job has, then those that were added later, if they are
// used.
template <class Settings, class Owner>
std::string text_of(const Settings& settings, const Owner& owner) {
  std::string text;
  for (const bool is_added : {false, true}) {
    for_each_setting(settings, [&](const auto& setting) {
      const auto& value = owner.*setting.member;
      if (setting.is_added != is_added || (is_added && value == Owner{}.*setting.member)) return;
      text += std::string(setting.key) + " = ";
      if constexpr (is_text<decltype(setting)>) {
        text += "\"" + value + "\"\n";
      } else {
        text += std::to_string(value) + "\n";
      }
    });
  }
  return text;
}

}  // namespace

std::optional<JobFault> find_fault(const Job& job) {
  if (auto fault = check_ranges(kJobSettings, job, "")) return fault;
  if (auto fault = check_ranges(kFilterSettings, job, "filter.")) return fault;
  if (job.stages.empty()) return JobFault{"stage", "at least one stage is needed"};
  if (job.stages.size() > kMaxStages) return JobFault{"stage", "there are more than 100 stages"};
  JobStage before{.keep = job.keep};
  for (std::size_t i = 0; i < job.stages.size(); ++i) {
    if (auto fault = check_stage(job.stages[i], i, before)) return fault;
    before = job.stages[i];
  }
  return check_exact(job);
}

std::string shown_setting(const std::string& key) {
  const std::size_t open = key.find('['), close = key.find(']');
  if (close == key.npos) return key;
  const std::string rest = key.substr(close + 1);
  return key.substr(0, open) + " " + std::to_string(std::stoul(key.substr(open + 1)) + 1) +
         (rest.starts_with('.') ? ", " + rest.substr(1) : rest);
}

std::size_t exact_rows(const Job& job, std::size_t stage) {
  const JobStage& settings = job.stages[stage];
  if (settings.exact == 0) return settings.keep;
  const std::uint64_t wanted = (std::uint64_t{job.stages[stage + 1].keep} * settings.exact + 99) / 100;
  return std::min<std::uint64_t>(wanted, settings.keep);
}

std::string canonical_text(const Job& job) {
  std::string text = text_of(kJobSettings, job) + "\n[filter]\n" + text_of(kFilterSettings, job);
  for (const JobStage& stage : job.stages) text += "\n[[stage]]\n" + text_of(kStageSettings, stage);
  return text;
}

bool is_extension(const Job& job, const Job& begun) {
  if (job.stages.size() < begun.stages.size()) return false;
  Job common = job;
  common.stages.resize(begun.stages.size());
  for (std::size_t i = 0; i < begun.stages.size(); ++i) {
    if (common.stages[i].keep < begun.stages[i].keep) return false;
    common.stages[i].keep = begun.stages[i].keep;
  }
  return common == begun;
}

std::uint64_t job_hash(const Job& job) {
  const std::string text = canonical_text(job);
  return codec::crc64(std::as_bytes(std::span(text)));
}

}  // namespace tabiya::booksearch
