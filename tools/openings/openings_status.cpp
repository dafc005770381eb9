#include "tools/openings/openings_status.h"

#include <algorithm>

#include <fmt/format.h>

#include "booksearch/work/answer_store.h"
#include "codec/text.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/jobs/job_status_text.h"

namespace tabiya::tools {
namespace {

constexpr const char* kRemedy = "name the list of the job with --out";

std::string searched_text(const OpeningsStatus& status) {
  std::string text;
  for (const std::uint64_t count : status.searched)
    text += fmt::format("{}{}", text.empty() ? "" : ", then ", count);
  return text;
}

}  // namespace

bool OpeningsFiles::is_begun() const { return has_content(state()); }

std::optional<booksearch::LockOwner> OpeningsFiles::owner() const {
  return booksearch::AnswerStore::owner(state());
}

OpeningsStatus read_openings_status(const OpeningsFiles& files, const booksearch::AnsweredRun& run,
                                    std::uint32_t candidates, std::size_t stages, const LookAt& look_at) {
  const auto store = take(booksearch::AnswerStore::view(files.state(), run, kRemedy));
  OpeningsStatus status;
  const booksearch::Control control{[&](const booksearch::Progress& progress) { status.pass = progress; }};
  booksearch::JudgementCache judgements(candidates, stages, {nullptr, store.get()}, control);
  take(judgements.restore());
  look_at(judgements, status);
  for (std::size_t stage = 0; stage < stages; ++stage) status.searched.push_back(judgements.answered(stage));
  status.nodes = judgements.nodes();
  status.unit = judgements.mean_nodes(0);
  status.pace = take(store->pace());
  return status;
}

void print_openings_status(const OpeningsFiles& files, const OpeningsStatus& status, bool json) {
  const auto& [stage, done, total, later] = status.pass;
  const auto owner = files.owner();
  Facts facts(json, kStatusWidth);
  add_state(facts, files.state(), status.is_finished, owner, "judged by");
  facts.add("pass", stage, "pass", "{}", status.is_finished ? "all are finished" : stage);
  facts.add("done", done, !status.is_finished && total > 0 ? "done" : "",
            "{} of {} searches, or as much as these, {} %", done, total,
            100 * done / std::max<std::uint64_t>(total, 1));
  facts.add("total", total);
  facts.add("searched", status.searched, "searched", "{}", searched_text(status));
  facts.add("nodes", status.nodes);
  const double rate = status.pace.nodes_per_second;
  facts.add("nodes_per_second", rate);
  if (status.expected_error)
    facts.say("list", "{} as it is now; compared with the last stage, {:.1f} % wrong decisions are expected",
              counted(status.listed, "position"), 100 * *status.expected_error);
  const double searches = status.unit > 0 ? rate / status.unit : 0;  // a second
  add_pace(facts, !status.is_finished,
           {fmt::format("{:.3g} nodes a second, the last ones", rate),
            status.nodes > 0 ? std::optional(status.pace.seconds_since) : std::nullopt,
            status.is_finished ? 0 : status.pass.seconds_left(searches),
            status.is_finished ? 0 : status.pass.seconds_left_in_all(searches), "pass"});
  facts.add("expected_error", status.expected_error);
  facts.add("listed", status.listed);
  facts.add("judged_by", owner_json(owner));
  facts.print();
}

}  // namespace tabiya::tools
