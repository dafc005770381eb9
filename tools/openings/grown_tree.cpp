#include "tools/openings/grown_tree.h"

#include <fmt/format.h>

#include "tools/cli/failure.h"

namespace tabiya::tools {

using booksearch::JudgementStore;

GrownTree::GrownTree(const OpeningsJob& job)
    : job_(job), growth_(job), judge_(choose_judge(growth_.job(), growth_.candidates())) {}

Candidates GrownTree::grow(const OpeningsFiles& files, const ComputationOptions& options,
                           Computation& computation, const std::string& go_on) {
  auto opened = JudgementStore::open(files.tree(), {growth_.identity(), judge_.identity});
  const std::string advice = !opened && opened.error().code == ErrorCode::kCorrupt
                                 ? "take another copy, or start over with --force"
                                 : "use what it was begun with, or start over with --force";
  JudgementStore store = take(std::move(opened), files.tree(), advice);
  LineGrowth::Pool judges(options.threads, judge_.make);
  auto ends = computation.run(
      [&](const booksearch::Control& control) { return growth_.grow(&judges, &store, control); }, go_on);
  return Candidates(job_, take(std::move(ends), files.tree(), go_on));
}

KnownTree look_at_tree(const OpeningsJob& job, const OpeningsFiles& files) {
  constexpr const char* kRemedy = "name the list of the job with --out";
  if (!files.has_tree())
    throw Failure(fmt::format("{}: no job has been begun there; {}", files.tree(), kRemedy));
  LineGrowth growth(job);
  JudgementStore store =
      take(JudgementStore::view(files.tree(), {growth.identity(), ""}), files.tree(), kRemedy);
  const auto ends = growth.grow(nullptr, &store, {});
  KnownTree known{growth.judged()};
  if (ends) {
    known.candidates.emplace(job, *ends);
  } else if (ends.error().code != ErrorCode::kStopped) {
    throw Failure(fmt::format("{}: {}; {}", files.tree(), ends.error().message, kRemedy));
  }
  return known;
}

}  // namespace tabiya::tools
