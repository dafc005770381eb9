#include "tools/openings/openings_status.h"

#include <fmt/chrono.h>
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

Json status_json(const OpeningsFiles& files, const OpeningsStatus& status) {
  Json object{{"state", files.state()},         {"finished", status.is_finished},
              {"pass", status.pass.stage},      {"done", status.pass.done},
              {"total", status.pass.total},     {"searched", status.searched},
              {"nodes", status.nodes},          {"nodes_per_second", status.pace.nodes_per_second},
              {"seconds_since_last", nullptr},  {"seconds_left", nullptr},
              {"seconds_left_in_all", nullptr}, {"expected_error", nullptr},
              {"listed", status.listed},        {"judged_by", owner_json(files.owner())}};
  if (status.nodes > 0) object["seconds_since_last"] = status.pace.seconds_since;
  if (status.seconds_left() >= 0) object["seconds_left"] = status.seconds_left();
  if (status.seconds_left_in_all() >= 0) object["seconds_left_in_all"] = status.seconds_left_in_all();
  if (status.expected_error) object["expected_error"] = *status.expected_error;
  return object;
}

}  // namespace

bool OpeningsFiles::is_begun() const { return has_content(state()); }

std::optional<booksearch::LockOwner> OpeningsFiles::owner() const {
  return booksearch::AnswerStore::owner(state());
}

double OpeningsStatus::seconds_left() const {
  if (is_finished) return 0;
  if (pace.nodes_per_second <= 0 || unit <= 0) return -1;
  return static_cast<double>(pass.total - std::min(pass.done, pass.total)) * unit / pace.nodes_per_second;
}

double OpeningsStatus::seconds_left_in_all() const {
  if (is_finished) return 0;
  if (seconds_left() < 0 || !pass.later) return -1;
  return seconds_left() + *pass.later * unit / pace.nodes_per_second;
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
  if (json) return print_json(status_json(files, status));
  print_line("{:<12}{}", "state", files.state());
  const auto owner = files.owner();
  if (owner || !status.is_finished)
    print_line("{:<12}{}", "judged by",
               owner ? describe(*owner) : "no process at the moment; `--resume` continues");
  print_line("{:<12}{}", "pass", status.is_finished ? "all are finished" : status.pass.stage);
  if (!status.is_finished && status.pass.total > 0)
    print_line("{:<12}{} of {} searches, or as much as these, {} %", "done", status.pass.done,
               status.pass.total, 100 * status.pass.done / status.pass.total);
  print_line("{:<12}{}", "searched", searched_text(status));
  if (status.expected_error)
    print_line("{:<12}{} as it is now; compared with the last stage, {:.1f} % wrong decisions are expected",
               "list", counted(status.listed, "position"), 100 * *status.expected_error);
  if (status.is_finished) return;
  if (status.nodes > 0)
    print_line("{:<12}{:.3g} nodes a second, the last ones {} ago", "rate", status.pace.nodes_per_second,
               duration_text(status.pace.seconds_since));
  if (status.seconds_left_in_all() >= 0) {
    print_line("{:<12}{} for this pass, about {} for the whole job", "time left",
               duration_text(status.seconds_left()), duration_text(status.seconds_left_in_all()));
  }
}

}  // namespace tabiya::tools
