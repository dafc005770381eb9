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

std::ptrdiff_t taken(const ReplyPass& pass) {
  return std::ranges::count(pass.replies, Verdict::kTaken, &JudgedReply::verdict);
}

// What a pass has found, for programs and for people.
struct Found {
  Json figures;
  std::string text;
};

Found found(const FilterPass& pass) {
  return {
      {{"kept", pass.kept}, {"overlap", pass.overlap}, {"pairs", pass.pairs}},
      fmt::format("{} left, of which {:.1f} % were in the pool; {:.1f} M pairs", counted(pass.kept, "setup"),
                  100 * pass.overlap, static_cast<double>(pass.pairs) / 1e6)};
}

Found found(const StagePass& pass) {
  std::string text = counted(pass.reds, "red");
  if (pass.reds < pass.total) text = fmt::format("time ran out after {} of {} reds", pass.reds, pass.total);
  if (pass.known > 0) text += fmt::format(" ({} known)", pass.known);
  if (pass.best) text += ", the best at " + value_text(*pass.best, kRedView);
  return {{{"reds", pass.reds},
           {"of", pass.total},
           {"known", pass.known},
           {"best_value", pass.best},
           {"view", kRedView.name},
           {"nodes", pass.nodes}},
          text + fmt::format("; {:.1f} M nodes", static_cast<double>(pass.nodes) / 1e6)};
}

Found found(const ReplyPass& pass) {
  return {{{"replies", pass.replies.size()}, {"taken", taken(pass)}},
          fmt::format("{} of {} taken", taken(pass), pass.replies.size())};
}

Found found(const LookPass& pass) {
  return {{{"looks", pass.looks}, {"shift", pass.shift}, {"view", kRedView.name}, {"nodes", pass.nodes}},
          fmt::format("{}, by which values move {} on average; {:.1f} M nodes", counted(pass.looks, "look"),
                      shift_text(pass.shift), static_cast<double>(pass.nodes) / 1e6)};
}

// The reason why the job does not take a reply, as a word of --json, and as a sentence.
struct Reason {
  std::string_view word;
  std::string sentence;
};

Reason reason(const JudgedReply& judged) {
  const auto& [reply, verdict, entry_depth, row] = judged;
  switch (verdict) {
    case Verdict::kTaken:
      return {"taken", "it is taken"};
    case Verdict::kNotSearched:
      return {"not searched", "the time was over before it was searched"};
    case Verdict::kNoEntry:
      return {"no entry", "the book has no entry of this setup"};
    case Verdict::kKnown:
      return {"known", "the entry has this reply already"};
    case Verdict::kEntryDeeper:
      return {"entry deeper", fmt::format("the entry was searched to depth {}, the reply only to {}",
                                          entry_depth, reply.depth)};
    case Verdict::kNotBetter:
      return {"not better",
              fmt::format("searched again to depth {}, it is {}, and that of the book {}", reply.depth,
                          value_text(reply.red_value, kRedView), value_text(reply.book_value, kRedView))};
  }
  return {};
}

// Adds the replies that are not taken, one by one.
void add_rejections(Facts& facts, const ReplyPass& pass, const SetupNotation& setups) {
  Json list = Json::array();
  for (const JudgedReply& judged : pass.replies) {
    if (judged.verdict == Verdict::kTaken) continue;
    const booksearch::Refutation& reply = judged.reply;
    const std::string red = setups.reds().name(reply.red), blue = setups.blues().name(reply.reply);
    const auto [word, sentence] = reason(judged);
    const bool is_worse = judged.verdict == Verdict::kNotBetter;
    list.push_back({{"red", red},
                    {"reply", blue},
                    {"depth", reply.depth},
                    {"reason", word},
                    {"entry_depth", judged.entry_depth > 0 ? Json(judged.entry_depth) : nullptr},
                    {"value", is_worse ? Json(reply.red_value) : nullptr},
                    {"book_value", is_worse ? Json(reply.book_value) : nullptr},
                    {"view", kRedView.name}});
    facts.line("  {} {} is not taken: {}", red, blue, sentence);
  }
  facts.add("not_taken", list);
}

void add_filter(Facts& facts, const booksearch::FilterStatus& filter) {
  std::string text = fmt::format("{} of at most {} rounds", filter.rounds, filter.most);
  if (filter.finished && filter.rounds < filter.most) text += ", as nothing changes any more";
  if (filter.rounds > 0)
    text += fmt::format("; {} left, of which {:.1f} % were in the pool", counted(filter.kept, "setup"),
                        100 * filter.overlap);
  facts.add("filter",
            {{"rounds", filter.rounds},
             {"most_rounds", filter.most},
             {"finished", filter.finished},
             {"kept", filter.kept},
             {"overlap", filter.overlap}},
            "filter", "{}", text);
}

// Adds how far the stages are, or the refinement. That has no foreseeable end: it uses the time that it is given.
void add_progress(Facts& facts, const booksearch::JobStatus& status) {
  const auto& [step, done, total, later] = status.step;
  std::string text = fmt::format("{} batches", status.batches);
  if (total > 0) text += fmt::format(", and {} of {} reds of the next", done, total);
  facts.add("refinement_batches", status.batches, status.finished ? "refined" : "",
            "{}; `--resume --budget TIME` continues", text);
  if (status.finished && status.taken > 0) facts.say("taken", "{} better replies, by `--with`", status.taken);
  const bool is_under_way = !status.finished && total > 0;
  facts.add("done", done, is_under_way ? "done" : "", "{} of {} reds, {} %", done, total,
            100 * done / std::max<std::uint64_t>(total, 1));
  facts.add("total", total);
  facts.add("per_second", status.pace.answers_per_second);
  add_pace(facts, is_under_way,
           {fmt::format("{:.3g} reds a second, the last one", status.pace.answers_per_second),
            done > 0 ? std::optional(status.pace.seconds_since) : std::nullopt, status.seconds_left(),
            status.seconds_left_in_all(), "stage"});
}

}  // namespace

Json owner_json(const std::optional<LockOwner>& owner) {
  if (!owner) return nullptr;
  Json since = nullptr;
  if (owner->since) since = fmt::format("{:%FT%TZ}", fmt::gmtime(*owner->since));
  return {{"process", owner->process}, {"since", since}};
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

void add_state(Facts& facts, const std::string& path, bool is_finished, const std::optional<LockOwner>& owner,
               std::string_view by) {
  facts.add("state", path, "state");
  facts.add("finished", is_finished);
  if (owner || !is_finished)
    facts.say(by, "{}", owner ? describe(*owner) : "no process at the moment; `--resume` continues");
}

void add_pace(Facts& facts, bool is_under_way, const RunPace& pace) {
  facts.add("seconds_since_last", pace.seconds_since);
  facts.add("seconds_left", pace.seconds_left);
  facts.add("seconds_left_in_all", pace.seconds_left_in_all);
  if (!is_under_way) return;
  if (pace.seconds_since) facts.say("rate", "{} {} ago", pace.rate, duration_text(*pace.seconds_since));
  if (pace.seconds_left && pace.seconds_left_in_all)
    facts.say("time left", "{} for this {}, about {} for the whole job", duration_text(*pace.seconds_left),
              pace.part, duration_text(*pace.seconds_left_in_all));
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

Facts status_facts(const std::string& state, const booksearch::JobStatus& status,
                   const std::optional<LockOwner>& owner, const SetupPhase& setups, bool json) {
  Facts facts(json, kStatusWidth);
  add_state(facts, state, status.finished, owner, "built by");
  facts.add("stage", status.step.stage);
  facts.add("stages_finished", status.stage);
  add_filter(facts, status.filter);
  facts.say("stage", "{}", status.finished ? "all are finished" : status.step.stage);
  add_progress(facts, status);
  facts.add("built_by", owner_json(owner));
  Json best = Json::array();
  if (!status.best.empty()) facts.line("best lines so far");
  for (const BookEntry& line : status.best) {
    facts.line("  {}", entry_text(setups, line));
    Json& object = best.push_back({{"red", setup_text(setups.reds(), line.red)},
                                   {"reply", setup_text(setups.blues(), line.reply)},
                                   {"reply_wire", reply_wire(setups, line.reply)}});
    add_value(object, "value", line.red_value, kRedView);
    object["depth"] = line.depth;
  }
  facts.add("best", best);
  return facts;
}

void print_pass(const booksearch::PassReport& pass, const SetupNotation& setups, bool json) {
  const auto [figures, text] = std::visit([](const auto& each) { return found(each); }, pass.found);
  Facts facts(json);
  facts.add({{"pass", pass.name}, {"seconds", pass.seconds}});
  facts.add(figures);
  facts.line("{:<26}{:>8.1f} s  {}", pass.name, pass.seconds, text);
  if (const auto* replies = std::get_if<ReplyPass>(&pass.found)) add_rejections(facts, *replies, setups);
  facts.print();
  flush_output();
}

}  // namespace tabiya::tools
