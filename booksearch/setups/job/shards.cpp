#include "booksearch/setups/job/shards.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "booksearch/setups/job/schedule.h"

namespace tabiya::booksearch {
namespace {

std::string counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// Reads shards into one schedule, and collects what is wrong with them.
class Merger {
 public:
  Merger(const Job& job, std::span<ShardFile> files, const std::string& maker)
      : job_(job), files_(files), maker_(maker) {}

  Result<BookOrMissingRows> run() {
    if (auto status = check_identities(); !status) return status.error();
    if (!complaints_.empty()) return complain();
    Result<FilterRound> reasonable = common_filter();
    if (!reasonable) return reasonable.error();
    if (!complaints_.empty()) return complain();
    Schedule schedule(job_, *reasonable);
    const auto unfinished = follow(schedule, [this](const StepTask& task) { return read_rows(task); });
    if (!unfinished) return unfinished.error();
    if (*unfinished) return lacking(schedule.task(), **unfinished);
    return BookOrMissingRows(assemble_book(job_, schedule, {}, origin_, maker_));
  }

 private:
  // All of one job, and every shard once.
  Status check_identities() {
    const Result<JobIdentity> first = files_.front().store.identity();
    if (!first) return locate(files_.front(), first.error());
    origin_ = first->origin;
    engine_ = first->engine;
    shards_ = first->shard.count;
    std::map<std::uint32_t, std::string> paths;  // by number
    for (ShardFile& file : files_) {
      const Result<JobIdentity> identity = file.store.identity();
      if (!identity) return locate(file, identity.error());
      check_identity(file, *identity, paths);
    }
    for (std::uint32_t number = 1; number <= shards_; ++number) {
      if (!paths.contains(number)) complain_of("shard " + Shard{number, shards_}.name() + " is missing");
    }
    return ok_status();
  }

  void check_identity(const ShardFile& file, const JobIdentity& identity,
                      std::map<std::uint32_t, std::string>& paths) {
    JobIdentity expected{canonical_text(job_), origin_, identity.shard, engine_};
    if (const auto difference = describe_difference(identity, expected))
      return complain_of(file.path + ": belongs to another " + *difference);
    if (identity.shard.count != shards_) {
      return complain_of(file.path + ": is shard " + identity.shard.name() + ", but " + files_.front().path +
                         " is one of " + std::to_string(shards_));
    }
    numbers_.push_back(identity.shard.number);
    const auto [other, is_new] = paths.emplace(identity.shard.number, file.path);
    if (!is_new) complain_of(file.path + ": is shard " + identity.shard.name() + ", as is " + other->second);
  }

  // The last round of the filter, which must be the same everywhere.
  Result<FilterRound> common_filter() {
    std::vector<FilterRound> common;
    for (ShardFile& file : files_) {
      Result<std::vector<FilterRound>> rounds = file.store.rounds();
      if (!rounds) return locate(file, rounds.error());
      if (!is_fixed_point(*rounds, job_.filter())) {
        complain_of(file.path + ": its filter is not finished");
      } else if (common.empty()) {
        common = std::move(*rounds);
      } else if (*rounds != common) {
        complain_of(file.path + ": its filter left other setups than that of " + files_.front().path);
      }
    }
    return common.empty() ? FilterRound{} : common.back();
  }

  // Checked to be of the shards that hold them.
  Result<StepRows> read_rows(const StepTask& task) {
    std::unordered_map<SetupId, std::size_t> places;
    for (std::size_t place = 0; place < task.row_tasks.size(); ++place)
      places.emplace(task.row_tasks[place].red, place);
    StepRows rows;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const Result<std::vector<Row>> stored = files_[i].store.rows_for(task);
      if (!stored) return locate(files_[i], stored.error());
      const Shard shard{numbers_[i], shards_};
      const auto foreign = std::ranges::find_if(*stored, [&](const Row& row) {
        const auto place = places.find(row.red);
        return place == places.end() || !shard.computes(place->second);
      });
      if (foreign != stored->end()) {
        complain_of(files_[i].path + ": holds setup " + std::to_string(foreign->red) + " in " + task.name +
                    ", which is not of shard " + shard.name());
      } else if (Status status = rows.add(*stored); !status) {
        return locate(files_[i], status.error());
      }
    }
    if (!complaints_.empty()) return complain();
    return rows;
  }

  // Without all rows of the first step the shards are no job that has begun.
  Result<BookOrMissingRows> lacking(const StepTask& task, const StepRows& rows) const {
    MissingRows missing = describe_missing(rows.missing(task.row_tasks, shards_));
    if (task.step == Step{}) return invalid(task.name + " lacks " + missing.text);
    missing.text = task.name + ": " + missing.text;
    return BookOrMissingRows(std::move(missing));
  }

  static Error locate(const ShardFile& file, Error error) {
    error.message = file.path + ": " + error.message;
    return error;
  }
  void complain_of(const std::string& what) { complaints_ += (complaints_.empty() ? "" : "\n  ") + what; }
  Error complain() const { return invalid(complaints_); }

  const Job& job_;
  std::span<ShardFile> files_;
  const std::string& maker_;
  ValueOrigin origin_;
  std::string engine_;
  std::uint32_t shards_ = 1;
  std::vector<std::uint32_t> numbers_;  // of the files
  std::string complaints_;
};

}  // namespace

MissingRows describe_missing(std::span<const std::size_t> missing, const std::string& what) {
  MissingRows rows;
  for (std::size_t i = 0; i < missing.size(); ++i) {
    if (missing[i] == 0) continue;
    const Shard shard{static_cast<std::uint32_t>(i + 1), static_cast<std::uint32_t>(missing.size())};
    rows.text += (rows.text.empty() ? "" : ", ") + counted(missing[i], what) + " of shard " + shard.name();
    rows.shards.push_back(shard.name());
  }
  return rows;
}

Result<BookOrMissingRows> merge_shards(const Job& job, std::span<ShardFile> files, const std::string& maker) {
  if (files.empty()) return invalid("there are no shards to merge");
  return Merger(job, files, maker).run();
}

}  // namespace tabiya::booksearch
