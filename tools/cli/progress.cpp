#include "tools/cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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
         "Progress on standard error: auto (a bar on a terminal), bar, json, none")
      .type_name("STYLE")
      .one_of({"auto", "bar", "json", "none"});
}

double ProgressState::per_second() const {
  return seconds > 0 && done > done_before ? static_cast<double>(done - done_before) / seconds : 0;
}

double ProgressState::seconds_left() const {
  const double rate = per_second();
  return rate > 0 && total >= done ? static_cast<double>(total - done) / rate : -1;
}

std::string progress_bar(const ProgressState& state) {
  constexpr std::uint64_t kWidth = 20;
  std::string line = fmt::format("{:<12}", state.stage);
  if (state.total == 0) {
    line += fmt::format(" {}", state.done);
  } else {
    const std::uint64_t done = std::min(state.done, state.total);
    const auto share = static_cast<double>(done) / static_cast<double>(state.total);
    const auto filled = static_cast<std::size_t>(share * kWidth);
    line += fmt::format(" [{:.<{}}] {:>3.0f} %  {}/{}", std::string(filled, '#'), kWidth,
                        std::floor(share * 100), state.done, state.total);
  }
  if (state.per_second() > 0) line += fmt::format("  {}/s", with_unit(state.per_second()));
  if (state.done == state.total) return line + fmt::format("  {} taken", clock_time(state.seconds));
  if (state.total > 0 && state.seconds_left() >= 0)
    line += fmt::format("  {} left", clock_time(state.seconds_left()));
  return line;
}

nlohmann::ordered_json progress_json(const ProgressState& state) {
  nlohmann::ordered_json object{{"stage", state.stage},
                                {"done", state.done},
                                {"total", state.total},
                                {"seconds", state.seconds},
                                {"per_second", state.per_second()},
                                {"seconds_left", nullptr}};
  if (state.seconds_left() >= 0) object["seconds_left"] = state.seconds_left();
  return object;
}

ProgressReporter::ProgressReporter(ProgressStyle style, std::FILE* stream) : style_(style), stream_(stream) {
  if (style_ == ProgressStyle::kAuto)
    style_ = ::isatty(::fileno(stream_)) ? ProgressStyle::kBar : ProgressStyle::kNone;
}

ProgressReporter::~ProgressReporter() { end_stage(); }

void ProgressReporter::report(std::string_view stage, std::uint64_t done, std::uint64_t total) {
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
  if (style_ == ProgressStyle::kBar) {
    fmt::print(stream_, "\r{}\x1b[K", progress_bar(state_));  // and clears the rest of the line
  } else {
    fmt::print(stream_, "{}\n", progress_json(state_).dump());
  }
  std::fflush(stream_);
}

// The last line of a stage stays on the screen.
void ProgressReporter::end_stage() {
  if (!in_stage_) return;
  show();
  in_stage_ = false;
  if (style_ == ProgressStyle::kBar) fmt::print(stream_, "\n");
}

}  // namespace tabiya::tools
