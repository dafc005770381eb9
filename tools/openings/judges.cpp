#include "tools/openings/judges.h"

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"

namespace tabiya::tools {

using booksearch::Measure;

JudgeKind choose_judge(const OpeningsJob& job, const Candidates& candidates) {
  const ChosenSearch search = chosen_search(job.oracle, game_named(job.game, "game"));
  const bool needs_chances = job.window.measure != Measure::kScore;
  if (needs_chances && !search.tells_chances)
    throw Failure(fmt::format(
        "engine '{}' has no option UCI_ShowWDL, so it reports no chances; choose a window of score",
        job.oracle.engine));
  const auto questions = std::make_shared<booksearch::OpeningQuestions>();
  questions->position = [&candidates](std::uint32_t candidate) { return candidates.position(candidate); };
  for (const booksearch::UciLimits& limits : job.stages) questions->stages.push_back(limits.search_limits());
  questions->read =
      search.is_ours ? booksearch::judged_in_logit : booksearch::judged_in_centipawns(needs_chances);
  return {search.identity, search.name,
          [questions, make = booksearch::engine_opening_judges(*questions, search.make_engine)] {
            return make();
          }};
}

}  // namespace tabiya::tools
