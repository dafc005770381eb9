#include "tools/jobs/job_status_text.h"

#include <filesystem>

#include <fmt/chrono.h>

#include "codec/text.h"
#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"
#include "tools/cli/value_json.h"
#include "tools/jobs/job_file.h"

namespace tabiya::tools {
namespace {

void print_filter(const booksearch::FilterStatus& filter) {
  std::string text = fmt::format("{} of at most {} rounds", filter.rounds, filter.most);
  if (filter.finished && filter.rounds < filter.most) text += ", as nothing changes any more";
  if (filter.rounds > 0) {
    text += fmt::format("; {} left, of which {:.1f} % were in the pool", counted(filter.kept, "setup"),
                        100 * filter.overlap);
  }
  print_line("{:<12}{}", "filter", text);
}

// Refinement has no foreseeable end: it uses the time that it is given.
void print_refinement(const booksearch::JobStatus& status) {
  std::string text = fmt::format("{} batches", status.batches);
  if (status.total > 0) text += fmt::format(", and {} of {} reds of the next", status.done, status.total);
  print_line("{:<12}{}; `--resume --budget TIME` continues", "refined", text);
}

void print_progress(const booksearch::JobStatus& status) {
  if (status.finished) {
    print_refinement(status);
    if (status.taken > 0) print_line("{:<12}{} better replies, by `--with`", "taken", status.taken);
    return;
  }
  if (status.total == 0) return;
  print_line("{:<12}{} of {} reds, {} %", "done", status.done, status.total,
             100 * status.done / status.total);
  if (status.done > 0) {
    print_line("{:<12}{:.3g} reds a second, the last one {} ago", "rate", status.pace.rows_per_second,
               duration_text(status.pace.seconds_since_row));
  }
  if (status.seconds_left() >= 0) {
    print_line("{:<12}{} for this stage, about {} for the whole job", "time left",
               duration_text(status.seconds_left()), duration_text(status.seconds_left_in_all()));
  }
}

}  // namespace

Json owner_json(const std::optional<LockOwner>& owner) {
  if (!owner) return nullptr;
  Json object{{"process", nullptr}, {"since", nullptr}};
  if (owner->process) object["process"] = *owner->process;
  if (owner->since) object["since"] = fmt::format("{:%FT%TZ}", fmt::gmtime(*owner->since));
  return object;
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

booksearch::JobStatus read_status(const booksearch::Job& job, const JobPaths& files) {
  constexpr const char* kName = "name the folder of a build with --out";
  constexpr const char* kDamaged = "take another copy, or build it anew with --force";
  if (!std::filesystem::exists(files.state()))
    throw Failure(fmt::format("{}: is not there; {}", files.state(), kName));
  Result<booksearch::JobStore> view = booksearch::JobStore::view(files.state());
  const bool is_damaged = !view && view.error().code == ErrorCode::kCorrupt;
  booksearch::JobStore store = take(std::move(view), files.state(), is_damaged ? kDamaged : kName);
  const booksearch::JobIdentity identity = take(store.identity(), files.state(), kDamaged);
  booksearch::JobIdentity expected = identity;
  if (!extends(job, identity.job, files.state())) expected.job = canonical_text(job);
  if (const auto difference = describe_difference(identity, expected))
    throw Failure(fmt::format("{}: belongs to another {}", files.state(), *difference));
  constexpr std::size_t kLines = 5;
  return take(booksearch::job_status(job, store, kLines), files.state());
}

Json status_json(const std::string& state, const booksearch::JobStatus& status,
                 const std::optional<LockOwner>& owner, const SetupPhase& setups) {
  Json object{{"state", state},
              {"finished", status.finished},
              {"stage", status.step},
              {"stages_finished", status.stage},
              {"filter",
               {{"rounds", status.filter.rounds},
                {"most_rounds", status.filter.most},
                {"finished", status.filter.finished},
                {"kept", status.filter.kept},
                {"overlap", status.filter.overlap}}},
              {"refinement_batches", status.batches},
              {"done", status.done},
              {"total", status.total},
              {"per_second", status.pace.rows_per_second},
              {"seconds_since_last", nullptr},
              {"seconds_left", nullptr},
              {"seconds_left_in_all", nullptr},
              {"built_by", owner_json(owner)},
              {"best", Json::array()}};
  if (status.done > 0) object["seconds_since_last"] = status.pace.seconds_since_row;
  if (status.seconds_left() >= 0) object["seconds_left"] = status.seconds_left();
  if (status.seconds_left_in_all() >= 0) object["seconds_left_in_all"] = status.seconds_left_in_all();
  for (const BookEntry& line : status.best) {
    auto& best = object["best"].emplace_back(Json{{"red", setup_text(setups.reds(), line.red)},
                                                  {"reply", setup_text(setups.blues(), line.reply)},
                                                  {"reply_wire", reply_wire(setups, line.reply)}});
    add_value(best, "value", line.red_value, kRedView);
    best["depth"] = line.depth;
  }
  return object;
}

void print_status(const std::string& state, const booksearch::JobStatus& status,
                  const std::optional<LockOwner>& owner, const SetupPhase& setups, bool json) {
  if (json) return print_json(status_json(state, status, owner, setups));
  print_line("{:<12}{}", "state", state);
  if (owner || !status.finished)
    print_line("{:<12}{}", "built by",
               owner ? describe(*owner) : "no process at the moment; `--resume` continues");
  print_filter(status.filter);
  print_line("{:<12}{}", "stage", status.finished ? "all are finished" : status.step);
  print_progress(status);
  if (!status.best.empty()) print_line("best lines so far");
  for (const BookEntry& line : status.best) print_line("  {}", entry_text(setups, line));
}

}  // namespace tabiya::tools
