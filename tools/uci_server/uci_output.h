// What a UCI session says, from whichever of its threads, and the log of all that it hears and says.
#pragma once

#include <fstream>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace tabiya::tools {

class UciOutput {
 public:
  // Hands each line, without its end, to `write`, one at a time.
  explicit UciOutput(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

  // Control characters in it become blanks.
  void say(std::string_view line);
  // "info string …"
  void note(std::string_view text);

  // A line that was received, for the log.
  void heard(std::string_view line);

  // Adds all lines from now on to the end of this file; to none where `path` is empty. Throws Failure.
  void log_to(const std::string& path);

 private:
  std::function<void(std::string_view)> write_;
  std::mutex mutex_;
  std::ofstream log_;
};

}  // namespace tabiya::tools
