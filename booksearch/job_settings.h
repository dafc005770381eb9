// The settings of a job as job files name them. These tables are the only place that knows them: ranges are
// checked, jobs are written (job.cpp), read and explained (tools/jobs/job_file.h) by going through them.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "booksearch/job.h"
#include "booksearch/stage_search.h"

namespace tabiya::booksearch {

// A setting that is a member of Owner: a text, or a whole number between two bounds.
template <class Owner, class Value>
struct Setting {
  Value Owner::*member;
  const char* key;
  const char* meaning;     // for people
  std::int64_t least = 0;  // both included
  std::int64_t most = 0;
  bool is_added = false;  // later than others: jobs that do not use it are what they were without it

  static constexpr bool kIsText = std::is_same_v<Value, std::string>;

  bool is_possible(const Value& value) const {
    if constexpr (kIsText) {
      return !value.empty();
    } else {
      return std::cmp_less_equal(least, value) && std::cmp_less_equal(value, most);
    }
  }
  // Whether every job has to say it: what a fresh Owner holds is then empty or out of bounds.
  bool is_required() const { return !is_possible(Owner{}.*member); }
};
// Clang deduces none of an aggregate's own before version 17.
template <class Owner, class Value>
Setting(Value Owner::*, const char*, const char*, std::int64_t = 0, std::int64_t = 0, bool = false)
    -> Setting<Owner, Value>;

// Of the type of a setting or a reference to one.
template <class AnySetting>
inline constexpr bool is_text = std::remove_cvref_t<AnySetting>::kIsText;

// Calls `visit` with each setting of a table, in their order.
template <class Settings, class Visit>
void for_each_setting(const Settings& settings, Visit&& visit) {
  std::apply([&](const auto&... setting) { (visit(setting), ...); }, settings);
}

inline constexpr std::int64_t kMaxSetups = 1'000'000'000;

inline constexpr std::tuple kJobSettings{
    Setting{&Job::game, "game", "the game whose book is made"},
    Setting{&Job::seed, "seed", "of the sample that the filter begins with", 0,
            std::numeric_limits<std::int64_t>::max()},
    Setting{&Job::table_mib, "table_mib", "transposition table of each thread, in MiB", 1, 65'536},
};

// [filter]
inline constexpr std::tuple kFilterSettings{
    Setting{&Job::pool, "pool", "setups sampled at random, against which the first round filters", 1,
            kMaxSetups},
    Setting{&Job::keep, "keep", "setups with the best worst case, which each round leaves for the next", 1,
            kMaxSetups},
    Setting{&Job::rounds, "rounds", "at most; fewer if a round leaves what it was filtered against", 1, 100},
};

// [[stage]]
inline constexpr std::tuple kStageSettings{
    Setting{&JobStage::keep, "keep", "how many reds are searched: the best of the step before", 1,
            kMaxSetups},
    Setting{&JobStage::depth, "depth", "plies that are searched; more than in the stage before", 1, 100},
    Setting{&JobStage::replies, "replies",
            "blues that each red is tried against, the statically best; 0: all that the filter left", 0,
            kMaxSetups},
    Setting{&JobStage::shared, "shared",
            "further blues, the most frequent answers to other reds, until no new answer enters", 0,
            kMaxSetups},
    Setting{&JobStage::exact, "exact",
            "reds that are searched to the end, at least, per cent of those that the next stage keeps; the "
            "others until a reply shows that they are not among these; 0: all",
            0, 1'000, true},
    Setting{
        &JobStage::sieve, "sieve",
        "replies that a search k plies shallower puts further behind the best one than this, times the root "
        "of k, are not searched to the end (logit x 10,000); 0: all are",
        0, 100'000, true},
    Setting{&JobStage::near, "near",
            "further blues, the answers to the most similar other reds: of the stage before, or of the first "
            "round",
            0, kMaxSetups, true},
};

}  // namespace tabiya::booksearch
