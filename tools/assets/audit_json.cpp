#include "tools/assets/audit_json.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "booksearch/setups/audit/refutations.h"
#include "codec/crc64.h"
#include "codec/text.h"
#include "core/book/book_file.h"
#include "core/search/value_text.h"
#include "core/setup/sampling.h"
#include "tools/cli/failure.h"
#include "tools/cli/output_file.h"

namespace tabiya::tools {
namespace {

using booksearch::Audit;
using booksearch::AuditAnswer;
using booksearch::AuditedEntry;
using booksearch::AuditReport;
using booksearch::Estimate;

// This stream keeps them apart from setups that a job draws with the same seed.
constexpr std::uint64_t kRandomRepliesStream = 0x2A9D03BE911E5;

Json share_json(const Estimate& share, std::size_t count) {
  return {
      {"share", share.value}, {"low", share.interval.low}, {"high", share.interval.high}, {"count", count}};
}

Json regret_json(const Estimate& regret, Score largest) {
  return {{"mean", regret.value},
          {"low", regret.interval.low},
          {"high", regret.interval.high},
          {"largest", largest},
          {"mean_logit", regret.value / 1e4}};
}

Json quality_json(const booksearch::ReplyQuality& quality) {
  return {{"entries", quality.population},
          {"sampled", quality.sampled},
          {"wrong_replies", share_json(quality.wrong_share, quality.wrong)},
          {"improvable_replies", share_json(quality.improvable_share, quality.improvable)},
          {"reply_regret", regret_json(quality.regret, quality.largest_regret)}};
}

// The numbers of entries of the sample by their losses, in steps.
Json regrets_json(const Audit& audit) {
  constexpr Score kSteps[] = {0, 100, 300, 1'000, 3'000, 10'000, std::numeric_limits<Score>::max()};
  Json steps = Json::array();
  Score below = -1;
  for (const Score most : kSteps) {
    const auto count = std::ranges::count_if(audit.entries, [&](const AuditedEntry& entry) {
      return entry.regret() > below && entry.regret() <= most;
    });
    const bool is_last = most == std::numeric_limits<Score>::max();
    steps.push_back({{"up_to", is_last ? Json(nullptr) : Json(most)}, {"count", count}});
    below = most;
  }
  return steps;
}

std::string share_text(const Estimate& share) {
  return fmt::format("{:.1f} % ({:.1f} to {:.1f} %)", 100 * share.value, 100 * share.interval.low,
                     100 * share.interval.high);
}

std::string regret_text(const Estimate& regret) {
  if (!std::isfinite(regret.interval.high))
    return fmt::format("{} logit (at least {}; the sample is too small for an upper bound)",
                       loss_text(regret.value), loss_text(regret.interval.low));
  return fmt::format("{} ({} to {}) logit", loss_text(regret.value), loss_text(regret.interval.low),
                     loss_text(regret.interval.high));
}

void add_depths(Facts& facts, const AuditReport& report) {
  Json depths = Json::array();
  for (const booksearch::DepthReport& depth : report.depths) {
    const booksearch::ReplyQuality& replies = depth.replies;
    depths.push_back({{"depth", depth.depth}, {"searched", depth.searched}}).update(quality_json(replies));
    facts.line("  depth {:<12}{} of {} entries searched to {}: wrong {}, regret {}", depth.depth,
               replies.sampled, replies.population, depth.searched, share_text(replies.wrong_share),
               regret_text(replies.regret));
  }
  facts.add("depths", depths);
}

void add_discarded(Facts& facts, const LoadedBook& loaded, const Audit& audit, const AuditReport& report) {
  if (!audit.discarded) return facts.add("discarded", nullptr);
  const booksearch::DiscardedReds& discarded = *audit.discarded;
  const View view = first_view(*loaded.setups);
  Json object{{"setups", discarded.population},
              {"sampled", discarded.sampled},
              {"depth", discarded.depth},
              {"cut", discarded.cut},
              {"view", kRedView.name},
              {"worth_keeping", discarded.worth_keeping.size()},
              {"share_at_most", report.worth_keeping_bound},
              {"largest_value", nullptr},
              {"best", nullptr}};
  facts.say("not in the book",
            "{} of {} setups searched to {}: {} worth keeping, at {} or better; at most {:.3f} % of all",
            discarded.sampled, discarded.population, discarded.depth, discarded.worth_keeping.size(),
            value_text(discarded.cut, view), 100 * report.worth_keeping_bound);
  if (discarded.best) {
    const std::string red = loaded.setups->reds().name(discarded.best->red);
    object.update({{"largest_value", discarded.best->red_value}, {"best", red}});
    facts.say("the best of them", "{} of {}", value_text(discarded.best->red_value, view), red);
  }
  facts.add("discarded", object);
}

// The identity of a book; a game's rules count by what they make of its entries, not by how they are written.
std::string identity_of(Book book) {
  book.rules.clear();
  return hexadecimal(codec::crc64(encode_book(book)));
}

// The settings that must be the same to continue.
Json header_of(const PairOracle& oracle, const Book& book, const std::vector<SetupId>& replies,
               const booksearch::AuditOptions& options) {
  return {{"audit", 1},
          {"book", identity_of(book)},
          {"evaluation", hexadecimal(oracle.origin().evaluation)},
          {"search", hexadecimal(oracle.origin().search)},
          {"sample", options.sample},
          {"discarded", options.discarded},
          {"deeper", options.depth ? Json(nullptr) : Json(options.deeper)},
          {"depth", options.depth},
          {"replies", options.replies},
          {"shared", options.shared},
          {"seed", options.seed},
          {"table_bytes", options.table_bytes},
          {"pool", hexadecimal(codec::crc64(std::as_bytes(std::span(replies))))}};
}

Json line_of(std::size_t number, const AuditAnswer& answer) {
  Json best = nullptr;
  if (answer.best) best = Json::array({answer.best->red, answer.best->reply, answer.best->red_value});
  return {{"search", number}, {"best", best}, {"reply_value", answer.reply_value}, {"nodes", answer.nodes}};
}

// Throws Failure for a number that no search returns.
Score score_of(const Json& number) {
  const auto score = number.get<Score>();
  if (score <= -kInfiniteScore || score >= kInfiniteScore)
    throw Failure(fmt::format("{} is not a value of a search", score));
  return score;
}

}  // namespace

std::vector<SetupId> audit_pool(const Book& book, const PairOracle& oracle, std::uint32_t random,
                                std::uint64_t seed) {
  std::vector<SetupId> setups = sample_normalised(oracle.blues(), random, seed ^ kRandomRepliesStream);
  for (const BookEntry& entry : book.entries) {
    setups.push_back(entry.reply);
    if (oracle.sides_are_alike()) setups.push_back(entry.red);
  }
  return with_mirrors(oracle.blues(), setups);
}

std::vector<AuditedEntry> entries_above(const Audit& audit, Score tolerance) {
  std::vector<AuditedEntry> entries;
  for (const AuditedEntry& entry : audit.entries) {
    if (entry.regret() > tolerance) entries.push_back(entry);
  }
  std::ranges::stable_sort(entries, std::greater(), &AuditedEntry::regret);
  return entries;
}

Json audited_entry_json(const LoadedBook& loaded, const AuditedEntry& audited) {
  const SetupSpace& blues = loaded.setups->blues();
  const BookEntry& entry = loaded.book.entries[audited.entry];
  Json rank = nullptr;
  if (loaded.book.meta.ordered) rank = audited.entry + 1;
  return {{"rank", rank},
          {"red", loaded.setups->reds().name(entry.red)},
          {"reply", blues.name(entry.reply)},
          {"reply_wire", reply_wire(*loaded.setups, entry.reply)},
          {"reply_value", audited.reply_value},
          {"better", blues.name(audited.best.reply)},
          {"better_wire", reply_wire(*loaded.setups, audited.best.reply)},
          {"better_value", audited.best.red_value},
          {"view", kRedView.name},
          {"depth", audited.depth},
          {"regret", audited.regret()}};
}

std::string refutations_text(const LoadedBook& loaded, const Audit& audit) {
  std::vector<booksearch::Refutation> refutations;
  for (const AuditedEntry& entry : entries_above(audit, 0)) {
    refutations.push_back({entry.best.red, entry.best.reply, entry.best.red_value, entry.depth,
                           loaded.book.entries[entry.entry].reply, entry.reply_value});
  }
  return booksearch::format_refutations(refutations, loaded.setups->reds(), loaded.setups->blues());
}

Facts audit_facts(const LoadedBook& loaded, const Audit& audit, const AuditReport& report,
                  const AuditSettings& settings, bool json) {
  constexpr int kWidth = 20;  // columns of the labels
  Facts facts(json, kWidth);
  const booksearch::ReplyQuality& replies = report.replies;
  facts.add(quality_json(replies));
  facts.line("{}: {} of {} entries searched again, each against {} of {} replies", loaded.name,
             replies.sampled, replies.population,
             settings.replies == 0 ? "all" : fmt::format("the {} statically best", settings.replies),
             settings.pool);
  const bool is_same_evaluation = loaded.book.meta.evaluation == settings.origin.evaluation;
  const auto has_same_search = [&](const ValueOrigin& origin) {
    return origin.search == settings.origin.search;
  };
  if (!is_same_evaluation)
    facts.line("the book was made with another evaluation");
  else if (!std::ranges::all_of(loaded.book.origins, has_same_search))
    facts.line("the book was made with another search");
  facts.say("wrong replies", "{}: {} of the sample, regret above {}", share_text(replies.wrong_share),
            replies.wrong, loss_text(settings.tolerance));
  facts.say("improvable replies", "{}: {} of the sample, a better one is known",
            share_text(replies.improvable_share), replies.improvable);
  facts.say("regret of replies", "mean {}, largest {}", regret_text(replies.regret),
            loss_text(replies.largest_regret));
  facts.add("order_regret", regret_json(report.order.regret, report.order.largest_regret), "regret of order",
            "mean {}, largest {}", regret_text(report.order.regret), loss_text(report.order.largest_regret));
  facts.add("regrets", regrets_json(audit));
  add_depths(facts, report);
  add_discarded(facts, loaded, audit, report);
  facts.add({{"tolerance", settings.tolerance},
             {"replies", settings.replies},
             {"shared", settings.shared},
             {"pool", settings.pool},
             {"seed", settings.seed},
             {"evaluation", hexadecimal(settings.origin.evaluation)},
             {"same_evaluation", is_same_evaluation},
             {"nodes", audit.nodes}});
  return facts;
}

AuditState::AuditState(const LogOptions& out, const PairOracle& oracle, const Book& book,
                       const std::vector<SetupId>& replies, const booksearch::AuditOptions& options) {
  if (out.path.empty()) return;
  LogOptions log = out;
  log.path += ".state";
  note_output(log.path, "the state of the audit");
  const SetupId blues = oracle.blues().count();
  log_.emplace(log, header_of(oracle, book, replies, options), "audit",
               [&](const Json& line) { read(line, blues); });
  memory_.keep = [this](std::size_t number, const AuditAnswer& answer) {
    log_->add(line_of(number, answer));
    return ok_status();
  };
}

void AuditState::read(const Json& line, SetupId blues) {
  AuditAnswer answer{{}, score_of(line.at("reply_value")), line.at("nodes").get<std::uint64_t>()};
  if (const Json& best = line.at("best"); !best.is_null()) {
    answer.best = {best.at(0).get<SetupId>(), best.at(1).get<SetupId>(), score_of(best.at(2))};
    if (answer.best->reply >= blues) throw Failure("the reply is not the number of a setup");
  }
  const auto number = line.at("search").get<std::size_t>();
  if (!memory_.known.emplace(number, answer).second)
    throw Failure(fmt::format("search {} is there twice", number));
}

void AuditState::remove() {
  if (log_) log_->remove();
}

}  // namespace tabiya::tools
