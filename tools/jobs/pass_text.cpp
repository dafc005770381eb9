#include "tools/jobs/pass_text.h"

#include <algorithm>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/search/value_text.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"

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
