#include "tools/bench/recall_curve.h"

#include <charconv>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "booksearch/recall_curve.h"
#include "codec/crc64.h"
#include "core/search/value_text.h"
#include "tools/bench/curve_state.h"
#include "tools/bench/curve_svg.h"
#include "tools/bench/recall_question.h"
#include "tools/cli/failure.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

using booksearch::CurvePoint;
using booksearch::CurveTask;
using nlohmann::ordered_json;

constexpr int kDeeper = 4;      // plies that the judge looks deeper
constexpr int kMostDepth = 96;  // plies, so that the judge stays within 100
constexpr std::uint32_t kJudgeShared = 50;

std::optional<int> parse_depth(std::string_view text) {
  int depth = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), depth);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return depth >= 1 && depth <= kMostDepth ? std::optional(depth) : std::nullopt;
}

// "8:12", or "8" for one.
std::optional<std::pair<int, int>> parse_depths(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::optional<int> least = parse_depth(text.substr(0, colon));
  const std::optional<int> most = colon == text.npos ? least : parse_depth(text.substr(colon + 1));
  if (!least || !most || *least > *most) return std::nullopt;
  return std::pair(*least, *most);
}

CurveTask task_of(const RecallQuestion& question, const BenchOptions& bench, const CurveOptions& options) {
  CurveTask task{question.reds, question.replies, {}};
  std::vector<std::uint32_t> numbers{100, 300, 1'000};
  if (bench.candidates > 0) numbers = {bench.candidates};
  const auto with_and_without = [](std::uint32_t amount) {
    return amount > 0 ? std::vector<std::uint32_t>{0, amount} : std::vector<std::uint32_t>{0};
  };
  for (const std::uint32_t sieve : with_and_without(options.sieve)) {
    for (const std::uint32_t candidates : numbers) {
      for (const std::uint32_t shared : with_and_without(options.shared)) {
        for (const std::uint32_t near : with_and_without(options.near))
          task.lists.push_back({.replies = candidates, .shared = shared, .sieve = sieve, .near = near});
      }
    }
  }
  std::tie(task.least_depth, task.most_depth) = *parse_depths(options.depths);
  task.deeper = kDeeper;
  task.judge_replies = options.judge;
  task.judge_shared = kJudgeShared;
  task.table_bytes = kRecallTableBytes;
  return task;
}

std::string checksum(std::span<const SetupId> setups) {
  std::string text;
  for (const SetupId setup : setups) text += std::to_string(setup) + "\n";
  return fmt::format("{:016x}", codec::crc64(std::as_bytes(std::span(text))));
}

// All that findings depend on, but their depths.
ordered_json header_of(const RecallQuestion& question, const CurveTask& task, const BenchOptions& bench) {
  const ValueOrigin origin = question.oracle->origin();
  ordered_json lists = ordered_json::array();
  for (const booksearch::JobStage& list : task.lists)
    lists.push_back({list.replies, list.shared, list.sieve, list.near});
  return {{"recall_curve_of", question.oracle->reds().game()},
          {"evaluation", fmt::format("{:016x}", origin.evaluation)},
          {"search", fmt::format("{:016x}", origin.search)},
          {"sample", task.reds.size()},
          {"seed", bench.seed},
          {"replies", checksum(task.replies)},
          {"reds", checksum(task.reds)},
          {"lists", lists},
          {"judge", task.judge_replies},
          {"judge_shared", task.judge_shared},
          {"deeper", task.deeper},
          {"table_bytes", task.table_bytes}};
}

ordered_json point_json(const CurvePoint& point, std::size_t reds) {
  constexpr double kLogit = 1e4;  // of Score
  const auto count = static_cast<double>(reds);
  return {{"depth", point.list.depth},
          {"candidates", point.list.replies},
          {"shared", point.list.shared},
          {"sieve", point.list.sieve},
          {"near", point.list.near},
          {"regret_logit", point.mean_loss / kLogit},
          {"regret_logit_low", point.loss_interval.low / kLogit},
          {"regret_logit_high", point.loss_interval.high / kLogit},  // null where it has no bound
          {"missed_percent", 100 * point.missed_share},
          {"missed_percent_low", 100 * point.missed_interval.low},
          {"missed_percent_high", 100 * point.missed_interval.high},
          {"nodes_a_red", static_cast<double>(point.nodes) / count},
          {"seconds_a_red", point.seconds / count},
          {"judge_seconds_a_red", point.judge_seconds / count}};
}

void print_curve_json(const std::vector<CurvePoint>& points, const CurveTask& task) {
  ordered_json object{{"bench", "recall"},
                      {"reds", task.reds.size()},
                      {"replies", task.replies.size()},
                      {"judge", task.judge_replies},
                      {"judge_shared", task.judge_shared},
                      {"deeper", task.deeper},
                      {"points", ordered_json::array()}};
  for (const CurvePoint& point : points) object["points"].push_back(point_json(point, task.reds.size()));
  print_json(object);
}

std::string candidates_text(std::uint32_t own, std::uint32_t shared, std::uint32_t near = 0) {
  std::string text = own > 0 ? std::to_string(own) : "all";
  if (shared > 0) text += fmt::format(" + {}", shared);
  return near > 0 ? fmt::format("{} + {} near", text, near) : text;
}

void print_point(const CurvePoint& point, std::size_t reds) {
  const auto count = static_cast<double>(reds);
  print_line(
      "{:>5}  {:>18}  {:>5}  {:>9.3g}  {:>12.0f}  {:>5.1f} % {:<16}  {} ({} to {})", point.list.depth,
      candidates_text(point.list.replies, point.list.shared, point.list.near),
      point.list.sieve > 0 ? std::to_string(point.list.sieve) : "-", point.seconds / count,
      static_cast<double>(point.nodes) / count, 100 * point.missed_share,
      fmt::format("({:.1f} to {:.1f})", 100 * point.missed_interval.low, 100 * point.missed_interval.high),
      loss_text(point.mean_loss), loss_text(point.loss_interval.low), loss_text(point.loss_interval.high));
}

void print_curve(const std::vector<CurvePoint>& points, const CurveTask& task) {
  print_line("{} reds, {} replies; judged {} plies deeper by {} candidates; seconds of one core for a red",
             task.reds.size(), task.replies.size(), task.deeper,
             candidates_text(task.judge_replies, task.judge_shared));
  print_line(
      "depth          candidates  sieve    seconds         nodes  missed                    regret, logit");
  for (const CurvePoint& point : points) print_point(point, task.reds.size());
}

}  // namespace

void add_curve_options(CommandLine& app, CurveOptions& options) {
  app.add_option("--curve", options.picture.path,
                 "Measure with `recall` what answers lose against deeper rows, for several depths, and draw "
                 "that over the time they take, as SVG")
      .type_name("FILE");
  app.add_flag("--force", options.picture.force, "With --curve: replace a file that is already there");
  app.add_option("--depths", options.depths, "With --curve: the least and the largest depth, in plies")
      .type_name("N:N")
      .check([](const std::string& text) {
        return parse_depths(text)
                   ? ""
                   : fmt::format("'{}' are no depths from 1 to {}, such as 8:12", text, kMostDepth);
      })
      .capture_default_str();
  app.add_option("--shared", options.shared,
                 "With --curve: each number of candidates is tried without and with the N most frequent "
                 "answers; 0: only without")
      .type_name("N")
      .whole_number(0, 1'000'000)
      .capture_default_str();
  app.add_option("--sieve", options.sieve,
                 "With --curve: each list of candidates is tried without and with this sieve, as in a job's "
                 "stages; 0: only without")
      .type_name("LOGIT*10000")
      .whole_number(0, 100'000)
      .capture_default_str();
  app.add_option(
         "--near", options.near,
         "With --curve: each list of candidates is tried without and with so many answers to the nearest "
         "other reds; 0: only without")
      .type_name("N")
      .whole_number(0, 1'000'000)
      .capture_default_str();
  app.add_option("--judge", options.judge,
                 "With --curve: how many candidates the judge looks at, besides the answers; 0: all")
      .type_name("N")
      .whole_number(0, 1'000'000)
      .capture_default_str();
  app.add_option("--state", options.state,
                 "With --curve: keep what is found in this file, and go on from there when called again")
      .type_name("FILE");
  add_computation_options(app, options.computation);
}

void run_recall_curve(const BenchOptions& bench, const CurveOptions& options, bool json) {
  check_output(options.picture, json);
  const RecallQuestion question = recall_question(bench);
  const CurveTask task = task_of(question, bench, options);
  CurveState state(options.state, task, header_of(question, task, bench));
  const auto measure = [&](const booksearch::Control& control) {
    return measure_curve(*question.oracle, task, state.found(), state.observer(), control);
  };
  const std::string on_stop =
      options.state.empty() ? "nothing is kept without --state" : "call it again to go on";
  Computation computation(options.computation);
  const std::vector<CurvePoint> points = take(computation.run(measure, on_stop), "bench recall");
  write_output(options.picture, curve_svg(points, task.reds.size()));
  json ? print_curve_json(points, task) : print_curve(points, task);
}

}  // namespace tabiya::tools
