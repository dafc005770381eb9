#include "tools/cli/line_log.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

// What the engines of a match printed need not be UTF-8.
std::string text_of(const ordered_json& line) {
  return line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

[[noreturn]] void fail_to_write(const std::string& path) {
  throw Failure(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
}

// What can be known of a path before there is anything to write.
void check_path(const LogOptions& options) {
  const std::string& path = options.path;
  if (path == "-") throw Failure("--out: the run goes on from this file, so it cannot be standard output");
  const fs::path folder = fs::absolute(path).parent_path();
  if (!fs::is_directory(folder))
    throw Failure(fmt::format("{}: cannot be written: {} is not a folder", path, folder.string()));
  if (!fs::exists(path)) return;
  if (!fs::is_regular_file(path))
    throw Failure(fmt::format("{}: is not a regular file, which a run could go on from", path));
  if (!options.resume && !options.force)
    throw Failure(
        fmt::format("{}: is already there; go on with it by --resume, or replace it by --force", path));
}

}  // namespace

LineLog::LineLog(LogOptions options, ordered_json header, const std::string& run,
                 const std::function<void(const ordered_json&)>& on_line)
    : options_(std::move(options)), header_(std::move(header)) {
  check_path(options_);
  const std::string text = whole_lines(run);
  known_size_ = text.size();
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    ++number;
    try {
      const ordered_json line = ordered_json::parse(text.substr(begin, end - begin));
      if (number > 1) {
        on_line(line);
      } else if (line != header_) {
        throw Failure(fmt::format("{}: is of another {}; take its options, or choose another --out",
                                  options_.path, run));
      }
    } catch (const ordered_json::exception&) {
      throw Failure(
          fmt::format("{}, line {}: not a line of a {}; choose another --out, or replace it by "
                      "--force",
                      options_.path, number, run));
    }
    begin = end + 1;
  }
}

std::string LineLog::whole_lines(const std::string& run) const {
  if (!options_.resume || !fs::exists(options_.path)) return {};
  std::string text = read_input(options_.path, kMaxBinaryInput);
  const std::size_t size = text.rfind('\n') + 1;  // npos + 1 is 0
  if (size == 0 && !text_of(header_).starts_with(text))
    throw Failure(
        fmt::format("{}, line 1: not a line of a {}; choose another --out, or replace it by --force",
                    options_.path, run));
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
