// The settings of a job as job files name them. These tables, and that of the sources of replies
// (reply_sources.h), are the only places that know them: ranges are checked, jobs are written (job.cpp), read
// and explained (tools/jobs/job_file.h) by going through them.
#pragma once

#include <limits>
#include <tuple>

#include "booksearch/setups/job/job.h"
#include "booksearch/setups/rows/job_stage.h"
#include "booksearch/setups/rows/reply_sources.h"
#include "booksearch/work/setting.h"

namespace tabiya::booksearch {

inline constexpr std::tuple kJobSettings{
    Setting{&Job::game, "game", "the game whose book is made; or a file of rules, as seen from the job file"},
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

// [[stage]]: these, and one for each source of replies.
inline constexpr std::tuple kSearchSettings{
    Setting{&JobStage::keep, "keep", "how many reds are searched: the best of the step before", 1,
            kMaxSetups},
    Setting{&JobStage::depth, "depth", "plies that are searched; more than in the stage before", 1, 100},
    Setting{&JobStage::exact, "exact",
            "reds that are searched to the end, at least, per cent of those that the next stage keeps; the "
            "others until a reply shows that they are not among these; 0: all",
            0, 1'000, true},
    Setting{
        &JobStage::sieve, "sieve",
        "replies that a search k plies shallower puts further behind the best one than this, times the root "
        "of k, are not searched to the end (logit x 10,000); 0: all are",
        0, 100'000, true},
    Setting{
        &JobStage::survivors, "survivors",
        "replies that the sieve leaves, at most: its best one, then those that are tried first; the answer of the stage "
        "before is searched, too; 0: all that stay near the best",
        0, 1'000'000, true},
};

struct StageSettings {};
inline constexpr StageSettings kStageSettings;

template <class Visit>
void for_each_setting(StageSettings, Visit&& visit) {
  for_each_setting(kSearchSettings, visit);
  for (const ReplySource& source : reply_sources()) visit(source.amount);
}

}  // namespace tabiya::booksearch
