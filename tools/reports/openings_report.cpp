#include "tools/reports/openings_report.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/search/value_text.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"
#include "tools/jobs/job_status_text.h"

namespace tabiya::tools {
namespace {

using booksearch::Measure;
using booksearch::MixedChoice;
using booksearch::OpeningsFiles;
using booksearch::OpeningsJob;
using booksearch::OpeningsStatus;
using booksearch::PairTable;

constexpr std::size_t kSetupsToName = 5;
constexpr double kLeastShare = 1e-6;  // less is rounding

// Setups with the probabilities of their choice, the most frequent first.
using Mixture = std::vector<std::pair<SetupId, double>>;

Mixture mixture_of(const std::vector<SetupId>& setups, const std::vector<double>& shares) {
  Mixture mixture;
  for (std::size_t i = 0; i < setups.size(); ++i) {
    if (shares[i] > kLeastShare) mixture.emplace_back(setups[i], shares[i]);
  }
  std::ranges::stable_sort(mixture, std::ranges::greater(), [](const auto& part) { return part.second; });
  return mixture;
}

class PairReport {
 public:
  PairReport(const OpeningsJob& job, const PairTable& table, const booksearch::FullResult& result)
      : job_(job), pairs_(table), result_(result), sides_(job.game->sides()) {}

  void print(const OpeningsOutput& output) const {
    const auto& [list, judge, json] = output;
    const PairTable::Table table = pairs_.table();
    Facts facts(json);
    facts.add({{"list", list},
               {"pairs", result_.scores.size()},
               {"known", table.known},
               {"finished", result_.is_finished},
               {"rows", table.rows.size()},
               {"columns", table.columns.size()},
               {"searched", result_.searched},
               {"nodes", result_.nodes},
               {"judge", judge}});
    facts.line("{}: {} of {}, {} by {}, judged by {}; {:.0f} nodes a pair", list, table.known,
               counted(result_.scores.size(), "pair"), counted(table.rows.size(), "setup"),
               table.columns.size(), judge, nodes_a_pair());
    add_same(facts);
    facts.add({{"in_turn", nullptr}, {"at_once", nullptr}});
    if (table.game)
      add_choices(facts, table);
    else
      facts.line(
          "what the sides would choose is not known: that takes all pairs of some setups with some "
          "others, as \"all\" or \"square N\" have them");
    facts.print();
  }

 private:
  std::string name(int side, SetupId id) const { return pairs_.setups().setups(side).name(id); }

  double nodes_a_pair() const {
    return static_cast<double>(result_.nodes) /
           static_cast<double>(std::max<std::uint64_t>(1, result_.searched[0]));
  }

  // A value of the table's game.
  std::string value_text(double value) const {
    if (job_.has_window && job_.window.measure == Measure::kExpectedScore)
      return fmt::format("{:.2f} %", value);
    return !job_.in_centipawns ? fmt::format("{:+.4f}", value / kLogit) : fmt::format("{:+.2f}", value);
  }

  std::string score_text(const PairTable::Row& row) const {
    const double unit = !job_.in_centipawns ? kLogit : 1;
    const int digits = !job_.in_centipawns ? 4 : 0;
    const auto text = [&](double score) { return fmt::format("{:+.{}f}", score / unit, digits); };
    const std::string own =
        fmt::format("{} {}", name(0, row.pair.red), text(static_cast<double>(row.known->judgement.score)));
    const auto& interval = row.known->interval;
    return interval ? fmt::format("{} ({} to {})", own, text(interval->low), text(interval->high)) : own;
  }

  void add_same(Facts& facts) const {
    const std::vector<PairTable::Row> same = pairs_.same();
    facts.add("same", same.size());
    if (!same.empty())
      facts.line("the same setup for both sides: {}, from {} to {}", counted(same.size(), "pair"),
                 score_text(same.front()), score_text(same.back()));
  }

  // Adds what the sides choose, one after the other and both at once.
  void add_choices(Facts& facts, const PairTable::Table& table) const {
    const booksearch::PureChoice pure = booksearch::best_of_minima(*table.game);
    const std::string first = name(0, table.rows[pure.row]), second = name(1, table.columns[pure.column]);
    facts.add("in_turn", {{"first", first}, {"second", second}, {"value", pure.value}});
    facts.line("{} chooses, then {}: {}, answered by {}, {}", sides_[0], sides_[1], first, second,
               value_text(pure.value));
    const MixedChoice mixed = booksearch::simultaneous_choice(*table.game);
    facts.line("both choose at once, at random: {} (for {} at least {}, and no more than {})",
               value_text((mixed.low + mixed.high) / 2), sides_[0], value_text(mixed.low),
               value_text(mixed.high));
    const Json of_first = mixture(facts, 0, mixture_of(table.rows, mixed.rows));
    const Json of_second = mixture(facts, 1, mixture_of(table.columns, mixed.columns));
    facts.add("at_once",
              {{"low", mixed.low}, {"high", mixed.high}, {"first", of_first}, {"second", of_second}});
  }

  // Prints the line of a mixture, which has only the first few setups, and returns the object.
  Json mixture(const Facts& facts, int side, const Mixture& parts) const {
    Json list = Json::array();
    std::string text;
    for (const auto& [id, share] : parts) {
      const std::string setup = name(side, id);
      if (list.size() < kSetupsToName)
        text += fmt::format("{}{} {:.1f} %", text.empty() ? "" : ", ", setup, 100 * share);
      list.push_back({{"setup", setup}, {"probability", share}});
    }
    facts.line("  {}: {} setup{}, {}{}", sides_[static_cast<std::size_t>(side)], parts.size(),
               parts.size() == 1 ? "" : "s", text, parts.size() > kSetupsToName ? " …" : "");
    return list;
  }

  const OpeningsJob& job_;
  const PairTable& pairs_;
  const booksearch::FullResult& result_;
  std::array<std::string_view, 2> sides_;
};

std::string searched_text(const OpeningsStatus& status) {
  std::string text;
  for (const std::uint64_t count : status.searched)
    text += fmt::format("{}{}", text.empty() ? "" : ", then ", count);
  return text;
}

}  // namespace

void print_window(const OpeningsJob& job, const booksearch::WindowFindings& result,
                  const OpeningsOutput& output) {
  const auto is_in = [](const booksearch::Membership& membership) { return membership.belongs(); };
  const auto belonging = static_cast<std::size_t>(std::ranges::count_if(result.memberships, is_in));
  const std::size_t candidates = result.memberships.size();
  const auto& [list, judge, json] = output;
  if (json) {
    print_json({{"list", list},
                {"written", result.list.size()},
                {"belonging", belonging},
                {"candidates", candidates},
                {"expected_error", result.expected_error},
                {"searched", result.searched},
                {"nodes", result.nodes},
                {"judge", judge}});
  } else {
    std::string searched;
    for (const std::uint64_t count : result.searched)
      searched += fmt::format("{}{}", searched.empty() ? "" : ", then ", count);
    print_line(
        "{}: {} of {} that belong, out of {}; compared with the last stage, {:.1f} % wrong decisions are expected",
        list, counted(result.list.size(), "position"), belonging, candidates, 100 * result.expected_error);
    print_line("{} has searched {} of them: {:.0f} nodes a position", judge, searched,
               static_cast<double>(result.nodes) / static_cast<double>(candidates));
  }
  if (!result.is_finished)
    print_note(
        fmt::format("time ran out before the share of wrong decisions had come down to {:.1f} %; "
                    "--resume continues",
                    100 * job.error));
  if (result.list.size() < job.wanted)
    print_note(fmt::format("{} of {} that were wanted; more pairs, or a wider window, may give the others",
                           result.list.size(), job.wanted));
}

void print_pairs(const OpeningsJob& job, const PairTable& table, const booksearch::FullResult& result,
                 const OpeningsOutput& output) {
  PairReport(job, table, result).print(output);
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
