// A file that grows by a line of JSON for each step of a long run, so that a run that was killed can continue
// from it. The first line, its header, describes the run, with all options that must be the same to continue.
// One run at a time writes the file.
#pragma once

#include <cstddef>
#include <fstream>
#include <functional>
#include <string>

#include "booksearch/work/file_lock.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

struct LogOptions {
  std::string path;
  bool resume = false;  // continue with a file that is there
  bool force = false;   // replace one

  // The name of the option of `path` in messages, and their advice about a file to be replaced.
  std::string option = "--out";
  std::string replace = "replace it with --force";
};

class RecordLog {
 public:
  // When a file is continued, passes the lines after its header to `on_line`; a last line that was cut short
  // does not count. `on_line` may throw JsonError for a line that it cannot use. `run` names the kind of run
  // in messages: "match". Until the first line is added, an existing file stays as it is, and a new, empty
  // one exists only as long as the log lives. Throws Failure.
  RecordLog(LogOptions options, Json header, const std::string& run,
            const std::function<void(const Json&)>& on_line);

  void add(const Json& line);  // throws Failure
  void remove();               // the file: the run is at its end; nothing is added after it

 private:
  void begin();
  void write(const Json& line);

  LogOptions options_;
  booksearch::FileLock lock_;
  Json header_;
  std::size_t known_size_ = 0;  // bytes of the file that stay
  std::ofstream file_;
  bool is_begun_ = false;  // lines follow
};

}  // namespace tabiya::tools
