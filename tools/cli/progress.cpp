#include "tools/cli/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include <fmt/format.h>

#include "booksearch/work/control.h"
#include "tools/cli/json.h"

namespace tabiya::tools {
namespace {

constexpr std::chrono::milliseconds kBarInterval{100};
constexpr std::chrono::milliseconds kJsonInterval{1000};

// "1.2 k"
std::string with_unit(double value) {
  if (value >= 1e9) return fmt::format("{:.1f} G", value / 1e9);
  if (value >= 1e6) return fmt::format("{:.1f} M", value / 1e6);
  if (value >= 1e3) return fmt::format("{:.1f} k", value / 1e3);
  return fmt::format("{:.1f} ", value);
}

// "0:07", "2:03:07"
std::string clock_time(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  const std::uint64_t minutes = whole / 60;
  if (minutes < 60) return fmt::format("{}:{:02}", minutes, whole % 60);
  return fmt::format("{}:{:02}:{:02}", minutes / 60, minutes % 60, whole % 60);
}

}  // namespace

void add_progress_option(CommandLine& app, ProgressStyle& style) {
  static const std::map<std::string, ProgressStyle> kStyles{{"auto", ProgressStyle::kAuto},
                                                            {"bar", ProgressStyle::kBar},
                                                            {"json", ProgressStyle::kJson},
                                                            {"none", ProgressStyle::kNone}};
  app.add_option_function(
         "--progress", [&style](const std::string& name) { style = kStyles.at(name); },
         "Show progress on standard error. auto draws a bar if that is a terminal")
      .group("Output and threads")
      .rare()
      .type_name("STYLE")
      .one_of({"auto", "bar", "json", "none"});
}

double ProgressState::per_second() const {
  return seconds > 0 && done > done_before ? static_cast<double>(done - done_before) / seconds : 0;
}

std::optional<double> ProgressState::seconds_left() const {
  return booksearch::Progress{stage, done, total}.seconds_left(per_second());
}

std::optional<double> ProgressState::seconds_left_in_all() const {
  if (budget) return std::max(*budget, 0.0);
  return booksearch::Progress{stage, done, total, later}.seconds_left_in_all(per_second());
}

namespace {

// The parts of a bar. A part may be left out if there is too little room.
struct BarParts {
  std::string stage, bar, percent, count, rate, time, time_in_all;

  std::string line() const { return stage + bar + percent + count + rate + time + time_in_all; }
};

void add_times(const ProgressState& state, BarParts& parts) {
  if (state.done == state.total) {
    parts.time = fmt::format("  {} taken", clock_time(state.seconds));
  } else if (state.budget && *state.budget <= 0) {
    parts.time = "  the time is over";
  } else if (const auto left = state.seconds_left(); left && state.total > 0) {
    parts.time = fmt::format("  {} left", clock_time(*left));
    const bool is_last = !state.budget && state.later && *state.later == 0;
    if (const auto in_all = state.seconds_left_in_all(); in_all && !is_last)
      parts.time_in_all = fmt::format(", {} in all", clock_time(*in_all));
  }
}

BarParts bar_parts(const ProgressState& state) {
  constexpr std::uint64_t kBarWidth = 20;
  BarParts parts;
  parts.stage = fmt::format("{:<12}", state.stage);
  if (state.total == 0) {
    parts.count = fmt::format(" {}", state.done);
  } else {
    const std::uint64_t done = std::min(state.done, state.total);
    const auto share = static_cast<double>(done) / static_cast<double>(state.total);
    const auto filled = static_cast<std::size_t>(share * kBarWidth);
    parts.bar = fmt::format(" [{:.<{}}]", std::string(filled, '#'), kBarWidth);
    parts.percent = fmt::format(" {:>3.0f} %", std::floor(share * 100));
    parts.count = fmt::format("  {}/{}", state.done, state.total);
  }
  if (state.per_second() > 0) parts.rate = fmt::format("  {}/s", with_unit(state.per_second()));
  add_times(state, parts);
  return parts;
}

}  // namespace

std::string progress_bar(const ProgressState& state, std::size_t width) {
  BarParts parts = bar_parts(state);
  for (std::string* part : {&parts.bar, &parts.rate, &parts.count, &parts.time_in_all, &parts.time}) {
    if (parts.line().size() <= width) break;
    part->clear();
  }
  return parts.line().substr(0, width);
}

Json progress_json(const ProgressState& state) {
  return {{"stage", state.stage},
          {"done", state.done},
          {"total", state.total},
          {"seconds", state.seconds},
          {"per_second", state.per_second()},
          {"seconds_left", state.seconds_left()},
          {"seconds_left_in_all", state.seconds_left_in_all()}};
}

std::size_t terminal_width(std::FILE* stream) {
  constexpr std::size_t kUsual = 80;
  if (const char* columns = std::getenv("COLUMNS")) {
    if (const unsigned long number = std::strtoul(columns, nullptr, 10); number > 0) return number;
  }
  winsize size{};
  return ::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

ProgressReporter::ProgressReporter(ProgressStyle style, std::FILE* stream) : style_(style), stream_(stream) {
  if (style_ == ProgressStyle::kAuto)
    style_ = ::isatty(::fileno(stream_)) ? ProgressStyle::kBar : ProgressStyle::kNone;
}

ProgressReporter::~ProgressReporter() { end_stage(); }

void ProgressReporter::report(std::string_view stage, std::uint64_t done, std::uint64_t total,
                              std::optional<double> later) {
  if (style_ == ProgressStyle::kNone) return;
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (!in_stage_ || stage != state_.stage) {
    end_stage();
    in_stage_ = true;
    stage_start_ = now;
    last_shown_ = {};
    state_ = {std::string(stage), done, total, done, 0};
  }
  state_.done = done;
  state_.total = total;
  state_.later = later;
  state_.seconds = std::chrono::duration<double>(now - stage_start_).count();
  shown_ = false;
  const auto interval = style_ == ProgressStyle::kBar ? kBarInterval : kJsonInterval;
  if (now - last_shown_ < interval) return;
  last_shown_ = now;
  show();
}

void ProgressReporter::finish_stage() {
  const std::lock_guard lock(mutex_);
  end_stage();
}

void ProgressReporter::show() {
  if (shown_) return;
  shown_ = true;
  if (deadline_) state_.budget = std::chrono::duration<double>(*deadline_ - Clock::now()).count();
  if (style_ == ProgressStyle::kBar) {
    show_bar();
  } else {
    fmt::print(stream_, "{}\n", json_text(progress_json(state_)));
  }
  std::fflush(stream_);
}

// The bar overwrites the one before, whose end is wiped out with blanks: not every terminal knows the escape
// for that. The last column stays free, since some terminals go on to the next line when it is written.
void ProgressReporter::show_bar() {
  const std::size_t width = terminal_width(stream_) - 1;
  const std::string bar = progress_bar(state_, width);
  fmt::print(stream_, "\r{:<{}}", bar, std::min(shown_width_, width));
  shown_width_ = bar.size();
}

// The last line of a stage stays on the screen.
void ProgressReporter::end_stage() {
  if (!in_stage_) return;
  if (deadline_ && Clock::now() >= *deadline_) shown_ = false;
  show();
  in_stage_ = false;
  shown_width_ = 0;
  if (style_ == ProgressStyle::kBar) fmt::print(stream_, "\n");
}

}  // namespace tabiya::tools
