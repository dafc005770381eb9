// The output of a UCI session, from any of its threads, and the log of all input and output.
#pragma once

#include <fstream>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace tabiya::tools {

class UciOutput {
 public:
  // Passes each line, without its end, to `write`, one at a time.
  explicit UciOutput(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

  // Writes a line. Control characters in it become blanks.
  void say(std::string_view line);
  // Writes "info string …".
  void note(std::string_view text);

  // Logs a line that was received.
  void heard(std::string_view line);

  // Adds all lines from now on to the end of this file; an empty `path` ends the log. Throws Failure.
  void log_to(const std::string& path);

 private:
  std::function<void(std::string_view)> write_;
  std::mutex mutex_;
  std::ofstream log_;
};

}  // namespace tabiya::tools
