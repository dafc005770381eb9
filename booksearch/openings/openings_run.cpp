#include "booksearch/openings/openings_run.h"

#include <memory>

#include "booksearch/openings/full_search.h"
#include "booksearch/openings/judgement_cache.h"
#include "booksearch/work/output_file.h"
#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

// What the answers say of the whole job; nothing is an error as long as they do not reach so far.
void look_at_list(const std::optional<WindowTask>& task, JudgementCache& judgements, OpeningsStatus& status) {
  if (!task) {
    const auto result = search_fully(judgements);
    status.is_finished = result && result->is_finished;
    return;
  }
  const auto result = find_in_window(*task, judgements);
  if (!result) return;
  status.is_finished = result->is_finished;
  status.expected_error = result->expected_error;
  status.listed = result->list.size();
}

}  // namespace

AnsweredRun openings_run(const OpeningsJob& job, const Candidates& candidates, const std::string& judge) {
  std::string text = concat(job.game->name(), " ", job.game->rules_version(), ", ", candidates.size(),
                            " positions ", hexadecimal(candidates.checksum()));
  for (const UciLimits& limits : job.stages) text += ", " + limits.command();
  return {kOpeningsAnswers, {{"job", text}}, judge};
}

bool OpeningsFiles::is_begun() const { return has_content(state()); }

std::optional<LockOwner> OpeningsFiles::owner() const { return AnswerStore::owner(state()); }

Result<OpeningsStatus> openings_status(const OpeningsFiles& files, const OpeningsJob& job,
                                       const Candidates& candidates, const std::optional<WindowTask>& task) {
  const std::size_t stages = job.stages.size();
  const auto store = AnswerStore::view(files.state(), openings_run(job, candidates, ""),
                                       "name the list of the job with --out");
  if (!store) return store.error();
  OpeningsStatus status;
  const Control control{[&](const Progress& progress) { status.pass = progress; }};
  JudgementCache judgements(candidates.size(), stages, {nullptr, store->get()}, control);
  if (const Status restored = judgements.restore(); !restored) return restored.error();
  look_at_list(task, judgements, status);
  for (std::size_t stage = 0; stage < stages; ++stage) status.searched.push_back(judgements.answered(stage));
  status.nodes = judgements.nodes();
  status.unit = judgements.mean_nodes(0);
  const auto pace = (*store)->pace();
  if (!pace) return pace.error();
  status.pace = *pace;
  return status;
}

}  // namespace tabiya::booksearch
