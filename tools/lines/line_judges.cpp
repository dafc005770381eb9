#include "tools/lines/line_judges.h"

#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"

namespace tabiya::tools {

LineRoots line_roots(const LinesJob& job) {
  return take(booksearch::line_roots(game_named(job.game, "game"), job.roots), "from");
}

LineJudgeKind choose_line_judge(const LinesJob& job, const LineRoots& roots) {
  const GameModule& game = game_named(job.game, "game");
  const ChosenSearch search = chosen_search(job.oracle, game);
  return {search.identity, search.name,
          booksearch::engine_line_judges(game, roots, job.limits.search_limits(), search.make_engine)};
}

}  // namespace tabiya::tools
