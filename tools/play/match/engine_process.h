// An engine in a process of its own, spoken to in lines. However it behaves, nothing here blocks beyond the
// deadline given, and no process is left behind, even when this program is killed: then the engine is killed
// by the system, and what the engine has started finds the end of its input.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya::tools {

// Splits a command line at blanks; quotes, single or double, keep words together. Throws Failure.
std::vector<std::string> split_command(std::string_view text);

class EngineProcess {
 public:
  using Clock = std::chrono::steady_clock;

  enum class ReadStatus { kLine, kTimeout, kClosed, kTooLong };
  struct ReadResult {
    ReadStatus status;
    std::string line;  // without its line end
  };
  static constexpr std::size_t kMaxLine = 4096;

  // Starts `command` (program and arguments). The engine lives no longer than the thread that starts it.
  // Throws Failure.
  explicit EngineProcess(const std::vector<std::string>& command);
  // Kills the process and all that it started.
  ~EngineProcess();
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  // False if the engine does not take the line.
  bool send(std::string_view line);
  ReadResult read_line(Clock::time_point deadline);

  // The last line that it wrote on standard error, as far as that was seen; empty if there is none.
  std::string last_words();

  // Asks the engine to end, and waits a little for it.
  void quit();

 private:
  void read_errors();

  pid_t pid_ = -1;
  int socket_ = -1;  // its standard input and output
  int errors_ = -1;  // its standard error, until it closes that
  std::string buffer_;
  std::string error_text_;  // the end of what it wrote there
};

}  // namespace tabiya::tools
