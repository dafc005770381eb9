#include "tools/bench/recall_curve.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "booksearch/setups/job/job_settings.h"
#include "booksearch/setups/job/recall.h"
#include "codec/parsing.h"
#include "core/search/value_text.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

using booksearch::JobStage;
using booksearch::Recall;
using booksearch::RecallTask;

constexpr booksearch::RecallReference kReference{.deeper = 4, .replies = {}, .shared = 50};
constexpr int kMostDepth = 96;  // plies, so that the reference stays within 100

std::optional<int> parse_depth(std::string_view text) {
  const auto depth = number_in<int>(text);
  return depth && *depth >= 1 && *depth <= kMostDepth ? depth : std::nullopt;
}

// Reads "8:12", or "8" for a single depth.
std::optional<std::pair<int, int>> parse_depths(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::optional<int> least = parse_depth(text.substr(0, colon));
  const std::optional<int> most = colon == text.npos ? least : parse_depth(text.substr(colon + 1));
  if (!least || !most || *least > *most) return std::nullopt;
  return std::pair(*least, *most);
}

// The settings of a stage that are measured without and with an amount: of the sieve, and of each source of
// replies but the red's own candidates.
template <class Visit>
void for_each_amount(Visit&& visit) {
  booksearch::for_each_setting(booksearch::kStageSettings, [&](const auto& setting) {
    if constexpr (std::is_same_v<decltype(setting.member), std::uint32_t JobStage::*>) {
      const auto is = [&](std::uint32_t JobStage::*member) { return setting.member == member; };
      if (!is(&JobStage::keep) && !is(&JobStage::exact) && !is(&JobStage::replies)) visit(setting);
    }
  });
}

// Each number of candidates with each choice of the other amounts.
std::vector<JobStage> lists_of(const BenchOptions& bench, const CurveOptions& options) {
  std::vector<JobStage> lists;
  std::vector<std::uint32_t> numbers{100, 300, 1'000};
  if (bench.candidates > 0) numbers = {bench.candidates};
  for (const std::uint32_t candidates : numbers) lists.push_back({.replies = candidates});
  for_each_amount([&](const auto& setting) {
    const std::uint32_t amount = options.amounts.*setting.member;
    const std::size_t without = amount > 0 ? lists.size() : 0;
    for (std::size_t i = 0; i < without; ++i) {
      lists.push_back(lists[i]);
      lists.back().*setting.member = amount;
    }
  });
  return lists;
}

// "300, sieve 300, shared 50"
std::string list_text(const JobStage& list) {
  std::string text = list.replies > 0 ? std::to_string(list.replies) : "all";
  for_each_amount([&](const auto& setting) {
    if (list.*setting.member > 0) text += fmt::format(", {} {}", setting.key, list.*setting.member);
  });
  return text;
}

void print_recall(const Recall& recall, const RecallTask& task, bool json) {
  constexpr double kLogit = 1e4;  // of Score
  const auto reds = static_cast<double>(task.reds.size());
  Json line{{"bench", "recall"},
            {"reds", task.reds.size()},
            {"replies", task.replies.size()},
            {"reference", *task.reference.replies},
            {"depth", recall.list.depth},
            {"candidates", recall.list.replies}};
  for_each_amount([&](const auto& setting) { line[setting.key] = recall.list.*setting.member; });
  line.update({{"regret_logit", recall.mean_loss / kLogit},
               {"regret_logit_low", recall.loss_interval.low / kLogit},
               {"regret_logit_high", recall.loss_interval.high / kLogit},  // null where it has no bound
               {"missed_percent", 100 * recall.missed_share},
               {"missed_percent_low", 100 * recall.missed_interval.low},
               {"missed_percent_high", 100 * recall.missed_interval.high},
               {"nodes_a_red", static_cast<double>(recall.nodes) / reds},
               {"seconds_a_red", recall.seconds / reds},
               {"reference_seconds_a_red", recall.reference_seconds / reds}});
  print_json_or_line(
      json, line, "{:>5}  {:>9.3g}  {:>12.0f}  {:>5.1f} % {:<16}  {:<24}  {}", recall.list.depth,
      recall.seconds / reds, static_cast<double>(recall.nodes) / reds, 100 * recall.missed_share,
      fmt::format("({:.1f} to {:.1f})", 100 * recall.missed_interval.low, 100 * recall.missed_interval.high),
      fmt::format("{} ({} to {})", loss_text(recall.mean_loss), loss_text(recall.loss_interval.low),
                  loss_text(recall.loss_interval.high)),
      list_text(recall.list));
}

void print_heading(const RecallTask& task) {
  print_line(
      "{} reds, {} replies; compared with {} candidates {} plies deeper; seconds of one core for a red",
      task.reds.size(), task.replies.size(),
      list_text({.replies = *task.reference.replies, .shared = task.reference.shared}),
      task.reference.deeper);
  print_line(
      "depth    seconds         nodes  missed                    regret, logit             candidates");
}

}  // namespace

void add_curve_options(CommandLine& app, CurveOptions& options) {
  app.add_option(
         "--depths", options.depths,
         "Measure regret against time at these depths. From the first to the last, in plies, against deeper rows")
      .type_name("N:N")
      .check([](const std::string& text) {
        return parse_depths(text)
                   ? ""
                   : fmt::format("'{}' are not depths from 1 to {}, such as 8:12", text, kMostDepth);
      });
  for_each_amount([&](const auto& setting) {
    app.add_option(fmt::format("--{}", setting.key), options.amounts.*setting.member,
                   fmt::format("With --depths: also try this setting of a job's stages: {}", setting.meaning))
        .rare()
        .whole_number(setting.least, std::min<std::int64_t>(setting.most, 1'000'000));
  });
  app.add_option("--reference", options.reference,
                 "With --depths: candidates of the deeper rows, in addition to the answers. 0: all")
      .rare()
      .whole_number(0, 1'000'000);
  add_computation_options(app, options.computation);
}

void run_recall_curve(const BenchOptions& bench, const CurveOptions& options, bool json) {
  const RecallQuestion question = recall_question(bench);
  RecallTask task{question.reds, question.replies, lists_of(bench, options), kReference, kRecallTableBytes};
  task.reference.replies = options.reference;
  if (!json) print_heading(task);
  const auto [least, most] = *parse_depths(options.depths);
  for (int depth = least; depth <= most; ++depth) {
    for (JobStage& list : task.lists) list.depth = depth;
    Computation computation(options.computation);
    const auto measure = [&](const booksearch::Control& control) {
      return measure_recall(*question.oracle, task, control);
    };
    for (const Recall& recall :
         take(computation.run(measure, "depths that are finished are printed"), "bench recall"))
      print_recall(recall, task, json);
  }
}

}  // namespace tabiya::tools
