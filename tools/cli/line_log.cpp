#include "tools/cli/line_log.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "tools/cli/checked_line.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json_text.h"

namespace tabiya::tools {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

std::string text_of(const ordered_json& line) { return checked_line(line) + '\n'; }

Failure not_a_line(const std::string& where, const std::string& run, const LogOptions& options) {
  return Failure(fmt::format(
      "{}: not a line of a {}, or damaged, or of an earlier version, whose lines have no checksums; "
      "choose another {}, or {}",
      where, run, options.option, options.replace));
}

void check_header(const LogOptions& options, const ordered_json& found, const ordered_json& wanted,
                  const std::string& run) {
  for (const auto& [name, value] : wanted.items()) {
    const auto there = found.find(name);
    if (there != found.end() && *there == value) continue;
    throw Failure(
        fmt::format("{}: is of another {}: {} is {} there, and {} here; take its options, or choose "
                    "another {}",
                    options.path, run, name, there == found.end() ? "nothing" : json_text(*there),
                    json_text(value), options.option));
  }
}

// Says of what `on_line` refuses where it stands.
void hand_over(const std::string& where, const ordered_json& line,
               const std::function<void(const ordered_json&)>& on_line) {
  try {
    on_line(line);
  } catch (const Failure& failure) {
    throw Failure(fmt::format("{}: {}", where, failure.what()));
  } catch (const ordered_json::exception&) {
    throw Failure(fmt::format("{}: lacks what each line has", where));
  }
}

[[noreturn]] void fail_to_write(const std::string& path) {
  throw Failure(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
}

// Refuses what no run could go on from.
const std::string& check_path(const LogOptions& options) {
  const std::string& path = options.path;
  if (path == "-")
    throw Failure(options.option + ": the run goes on from this file, so it cannot be standard output");
  const fs::path folder = fs::absolute(path).parent_path();
  if (!fs::is_directory(folder))
    throw Failure(fmt::format("{}: cannot be written: {} is not a folder", path, folder.string()));
  if (fs::exists(path) && !fs::is_regular_file(path))
    throw Failure(fmt::format("{}: is not a regular file, which a run could go on from", path));
  if (fs::exists(path) && fs::file_size(path) > 0 && !options.resume && !options.force)
    throw Failure(
        fmt::format("{}: is already there; go on with it by --resume, or replace it by --force", path));
  return path;
}

}  // namespace

LineLog::LineLog(LogOptions options, ordered_json header, const std::string& run,
                 const std::function<void(const ordered_json&)>& on_line)
    : options_(std::move(options)),
      lock_(check_path(options_),
            {options_.path, "written", "wait for its end, or choose another " + options_.option}),
      header_(parse_json(json_text(header))) {
  const std::string text = whole_lines(run);
  known_size_ = text.size();
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    const auto line = read_checked_line(std::string_view(text).substr(begin, end - begin));
    const std::string where = fmt::format("{}, line {}", options_.path, ++number);
    if (!line) throw not_a_line(where, run, options_);
    number == 1 ? check_header(options_, *line, header_, run) : hand_over(where, *line, on_line);
    begin = end + 1;
  }
}

std::string LineLog::whole_lines(const std::string& run) const {
  if (!options_.resume) return {};
  std::string text = read_input(options_.path, kMaxBinaryInput);
  const std::size_t size = text.rfind('\n') + 1;  // npos + 1 is 0
  const std::string_view cut = std::string_view(text).substr(size);
  const bool is_cut = size > 0 || text_of(header_).starts_with(cut);
  const bool has_lost_its_end = !cut.empty() && has_sound_checksum(cut.substr(0, cut.size() - 1));
  if (!is_cut || has_lost_its_end)
    throw not_a_line(fmt::format("{}, line {}", options_.path, 1 + std::ranges::count(text, '\n')), run,
                     options_);
  text.resize(size);
  return text;
}

void LineLog::add(const ordered_json& line) {
  if (!file_.is_open()) open();
  write(line);
}

void LineLog::open() {
  std::error_code error;
  if (known_size_ > 0) fs::resize_file(options_.path, known_size_, error);
  if (error) throw Failure(fmt::format("{}: cannot be written: {}", options_.path, error.message()));
  file_.open(options_.path, known_size_ > 0 ? std::ios::app : std::ios::trunc);
  if (!file_) fail_to_write(options_.path);
  if (known_size_ == 0) write(header_);
}

void LineLog::write(const ordered_json& line) {
  file_ << text_of(line) << std::flush;
  if (!file_) fail_to_write(options_.path);
}

}  // namespace tabiya::tools
