#include "tools/jobs/job_status_text.h"

#include <algorithm>
#include <filesystem>
#include <variant>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "codec/text.h"
#include "core/search/value_text.h"
#include "tools/assets/book_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/print.h"
#include "tools/jobs/job_file.h"

namespace tabiya::tools {
namespace {

using booksearch::FilterPass;
using booksearch::JudgedReply;
using booksearch::LookPass;
using booksearch::ReplyPass;
using booksearch::StagePass;
using booksearch::Verdict;

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
    print_line("{:<12}{:.3g} reds a second, the last one {} ago", "rate", status.pace.answers_per_second,
               duration_text(status.pace.seconds_since));
  }
  if (status.seconds_left() >= 0) {
    print_line("{:<12}{} for this stage, about {} for the whole job", "time left",
               duration_text(status.seconds_left()), duration_text(status.seconds_left_in_all()));
  }
}

std::ptrdiff_t taken(const ReplyPass& pass) {
  return std::ranges::count(pass.replies, Verdict::kTaken, &JudgedReply::verdict);
}

Json figures(const FilterPass& pass) {
  return {{"kept", pass.kept}, {"overlap", pass.overlap}, {"pairs", pass.pairs}};
}

Json figures(const StagePass& pass) {
  return {{"reds", pass.reds},     {"of", pass.total},
          {"known", pass.known},   {"best_value", pass.best ? Json(*pass.best) : Json(nullptr)},
          {"view", kRedView.name}, {"nodes", pass.nodes}};
}

Json figures(const ReplyPass& pass) { return {{"replies", pass.replies.size()}, {"taken", taken(pass)}}; }

Json figures(const LookPass& pass) {
  return {{"looks", pass.looks}, {"shift", pass.shift}, {"view", kRedView.name}, {"nodes", pass.nodes}};
}

std::string text(const FilterPass& pass) {
  return fmt::format("{} left, of which {:.1f} % were in the pool; {:.1f} M pairs",
                     counted(pass.kept, "setup"), 100 * pass.overlap, static_cast<double>(pass.pairs) / 1e6);
}

std::string text(const StagePass& pass) {
  std::string text = counted(pass.reds, "red");
  if (pass.reds < pass.total) text = fmt::format("time ran out after {} of {} reds", pass.reds, pass.total);
  if (pass.known > 0) text += fmt::format(" ({} known)", pass.known);
  if (pass.best) text += ", the best at " + value_text(*pass.best, kRedView);
  return text + fmt::format("; {:.1f} M nodes", static_cast<double>(pass.nodes) / 1e6);
}

std::string text(const ReplyPass& pass) {
  return fmt::format("{} of {} taken", taken(pass), pass.replies.size());
}

std::string text(const LookPass& pass) {
  return fmt::format("{}, by which values move {} on average; {:.1f} M nodes", counted(pass.looks, "look"),
                     shift_text(pass.shift), static_cast<double>(pass.nodes) / 1e6);
}

// The reason why the job does not take a reply, as a word of --json, and as a sentence.
std::string_view reason(Verdict verdict) {
  switch (verdict) {
    case Verdict::kTaken:
      return "taken";
    case Verdict::kNotSearched:
      return "not searched";
    case Verdict::kNoEntry:
      return "no entry";
    case Verdict::kKnown:
      return "known";
    case Verdict::kEntryDeeper:
      return "entry deeper";
    case Verdict::kNotBetter:
      return "not better";
  }
  return "";
}

std::string explanation(const JudgedReply& judged) {
  const auto& [reply, verdict, entry_depth, row] = judged;
  switch (verdict) {
    case Verdict::kTaken:
      return "it is taken";
    case Verdict::kNotSearched:
      return "the time was over before it was searched";
    case Verdict::kNoEntry:
      return "the book has no entry of this setup";
    case Verdict::kKnown:
      return "the entry has this reply already";
    case Verdict::kEntryDeeper:
      return fmt::format("the entry was searched to depth {}, the reply only to {}", entry_depth,
                         reply.depth);
    case Verdict::kNotBetter:
      return fmt::format("searched again to depth {}, it is {}, and that of the book {}", reply.depth,
                         value_text(reply.red_value, kRedView), value_text(reply.book_value, kRedView));
  }
  return "";
}

Json rejection_json(const JudgedReply& judged, const SetupNotation& setups) {
  const booksearch::Refutation& reply = judged.reply;
  Json object{{"red", setups.reds().name(reply.red)},
              {"reply", setups.blues().name(reply.reply)},
              {"depth", reply.depth},
              {"reason", reason(judged.verdict)},
              {"entry_depth", nullptr},
              {"value", nullptr},
              {"book_value", nullptr},
              {"view", kRedView.name}};
  if (judged.entry_depth > 0) object["entry_depth"] = judged.entry_depth;
  if (judged.verdict == Verdict::kNotBetter) {
    object["value"] = reply.red_value;
    object["book_value"] = reply.book_value;
  }
  return object;
}

// The replies that are not taken, one by one.
Json rejections(const ReplyPass& pass, const SetupNotation& setups) {
  Json list = Json::array();
  for (const JudgedReply& judged : pass.replies) {
    if (judged.verdict != Verdict::kTaken) list.push_back(rejection_json(judged, setups));
  }
  return list;
}

void print_rejections(const ReplyPass& pass, const SetupNotation& setups) {
  for (const JudgedReply& judged : pass.replies) {
    if (judged.verdict == Verdict::kTaken) continue;
    print_line("  {} {} is not taken: {}", setups.reds().name(judged.reply.red),
               setups.blues().name(judged.reply.reply), explanation(judged));
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
  const ErrorCode code = view ? ErrorCode::kInvalid : view.error().code;
  const char* remedy = code == ErrorCode::kCorrupt       ? kDamaged
                       : code == ErrorCode::kUnsupported ? "use the version that it was started with"
                                                         : kName;
  booksearch::JobStore store = take(std::move(view), files.state(), remedy);
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
              {"per_second", status.pace.answers_per_second},
              {"seconds_since_last", nullptr},
              {"seconds_left", nullptr},
              {"seconds_left_in_all", nullptr},
              {"built_by", owner_json(owner)},
              {"best", Json::array()}};
  if (status.done > 0) object["seconds_since_last"] = status.pace.seconds_since;
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

void print_pass(const booksearch::PassReport& pass, const SetupNotation& setups, bool json) {
  const auto* replies = std::get_if<ReplyPass>(&pass.found);
  if (json) {
    Json object{{"pass", pass.name}, {"seconds", pass.seconds}};
    object.update(std::visit([](const auto& found) { return figures(found); }, pass.found));
    if (replies != nullptr) object["not_taken"] = rejections(*replies, setups);
    print_json(object);
  } else {
    print_line("{:<26}{:>8.1f} s  {}", pass.name, pass.seconds,
               std::visit([](const auto& found) { return text(found); }, pass.found));
    if (replies != nullptr) print_rejections(*replies, setups);
  }
  flush_output();
}

}  // namespace tabiya::tools
