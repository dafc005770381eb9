#include "tools/cli/record_log.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "tools/cli/checked_line.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/output_file.h"

namespace tabiya::tools {
namespace {

namespace fs = std::filesystem;

std::string text_of(const Json& line) { return checked_line(line) + '\n'; }

// `number` is that of the line, from 1. The lines before it are sound.
Failure not_a_line(std::size_t number, const std::string& run, const LogOptions& options) {
  const std::string what = fmt::format("{}, line {}: not a line of {} {}, or damaged", options.path, number,
                                       run.starts_with('a') ? "an" : "a", run);
  if (number > 1)
    return Failure(fmt::format(
        "{}; `head -n {} '{}' >COPY` keeps what stands before it, for the run to go on with; or {}", what,
        number - 1, options.path, options.replace));
  return Failure(
      fmt::format("{}, or of an earlier version, whose lines have no checksums; choose another {}, or {}",
                  what, options.option, options.replace));
}

void check_header(const LogOptions& options, const Json& found, const Json& wanted, const std::string& run) {
  for (const auto& [name, value] : wanted.items()) {
    const Json* there = found.find(name);
    if (there != nullptr && *there == value) continue;
    throw Failure(
        fmt::format("{}: is of another {}: {} is {} there, and {} here; take its options, or choose "
                    "another {}",
                    options.path, run, name, there == nullptr ? "nothing" : json_text(*there),
                    json_text(value), options.option));
  }
}

// Adds the place to the message when `on_line` refuses a line.
void hand_over(const std::string& where, const Json& line, const std::function<void(const Json&)>& on_line) {
  try {
    on_line(line);
  } catch (const Failure& failure) {
    throw Failure(fmt::format("{}: {}", where, failure.what()));
  } catch (const JsonError&) {
    throw Failure(fmt::format("{}: lacks fields that each line has", where));
  }
}

[[noreturn]] void fail_to_write(const std::string& path) {
  throw Failure(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
}

// Call this only under the lock: another run may have written the file while this one waited.
void check_is_free(const LogOptions& options) {
  if (has_content(options.path) && !options.resume && !options.force)
    throw Failure(fmt::format("{}: already exists; continue it with --resume, or overwrite it with --force",
                              options.path));
}

// The whole lines of a file that is continued, or looked at; a last one that was cut short is left out.
std::string whole_lines(const LogOptions& options, const Json& header, const std::string& run) {
  std::string text = read_own_output(options.path, kMaxBinaryInput);
  const std::size_t size = text.rfind('\n') + 1;  // npos + 1 is 0
  const std::string_view cut = std::string_view(text).substr(size);
  const bool is_cut = size > 0 || text_of(header).starts_with(cut);
  const bool has_lost_its_end = !cut.empty() && has_sound_checksum(cut.substr(0, cut.size() - 1));
  if (!is_cut || has_lost_its_end)
    throw not_a_line(1 + static_cast<std::size_t>(std::ranges::count(text, '\n')), run, options);
  text.resize(size);
  return text;
}

void hand_over_lines(const LogOptions& options, const std::string& text, const Json& header,
                     const std::string& run, const std::function<void(const Json&)>& on_line) {
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    const auto line = read_checked_line(std::string_view(text).substr(begin, end - begin));
    const std::string where = fmt::format("{}, line {}", options.path, ++number);
    if (!line) throw not_a_line(number, run, options);
    number == 1 ? check_header(options, *line, header, run) : hand_over(where, *line, on_line);
    begin = end + 1;
  }
}

}  // namespace

RecordLog::RecordLog(LogOptions options, Json header, const std::string& run,
                     const std::function<void(const Json&)>& on_line)
    : options_(std::move(options)),
      lock_(take(FileLock::acquire(
          check_growing_output(options_.path, options_.option),
          {options_.path, "written", "wait for its end, or choose another " + options_.option}))),
      header_(parse_json(json_text(header))) {
  check_is_free(options_);
  if (!options_.resume) return;
  const std::string text = whole_lines(options_, header_, run);
  known_size_ = text.size();
  hand_over_lines(options_, text, header_, run, on_line);
}

void RecordLog::add(const Json& line) {
  if (!is_begun_) begin();
  write(line);
}

// This may fail halfway, and is then done again: no line comes before the header.
void RecordLog::begin() {
  std::error_code error;
  if (known_size_ > 0) fs::resize_file(options_.path, known_size_, error);
  if (error) throw Failure(fmt::format("{}: cannot be written: {}", options_.path, error.message()));
  file_ = std::ofstream(options_.path, known_size_ > 0 ? std::ios::app : std::ios::trunc);
  if (!file_) fail_to_write(options_.path);
  if (known_size_ == 0) write(header_);
  is_begun_ = true;
}

void RecordLog::remove() {
  file_.close();
  std::error_code stays;
  fs::remove(options_.path, stays);
}

void RecordLog::write(const Json& line) {
  file_ << text_of(line) << std::flush;
  if (!file_) fail_to_write(options_.path);
}

}  // namespace tabiya::tools
