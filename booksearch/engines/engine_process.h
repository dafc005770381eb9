// An engine in a process of its own, spoken to in lines. However it behaves, nothing here blocks beyond the
// deadline given, and no process is left behind, even when this program is killed: the system then kills the
// engine, and the guard kills the processes that the engine has started.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"

namespace tabiya::booksearch {

// Splits a command line at blanks; quotes, single or double, keep words together. Errors: a quote that is not closed, or
// no word at all.
Result<std::vector<std::string>> split_command(std::string_view text);

// Notes the program and the files in its arguments as inputs of the run (run_files.h). Errors: the run writes
// one.
Status note_engine_files(const std::vector<std::string>& command);

class EngineProcess {
 public:
  using Clock = std::chrono::steady_clock;

  enum class ReadStatus { kLine, kTimeout, kClosed, kTooLong, kStopped };
  struct ReadResult {
    ReadStatus status;
    std::string line;  // without its line end
  };
  static constexpr std::size_t kMaxLine = 4096;

  // Starts `command` (program and arguments). The engine lives no longer than the thread that starts it.
  // Errors: it cannot be run.
  static Result<std::unique_ptr<EngineProcess>> start(const std::vector<std::string>& command);
  // Kills the process and all that it started.
  ~EngineProcess();
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  // Sends a line. Returns false if the engine does not take it.
  bool send(std::string_view line);
  // Reads a line. It asks `stop` several times a second, and returns kStopped soon after `stop` says yes.
  ReadResult read_line(Clock::time_point deadline, const std::function<bool()>& stop = {});

  // Returns the last line that the engine wrote on standard error, as far as it was seen; empty if there is
  // none.
  std::string last_words();

  // Asks the engine to end, and waits a little for it.
  void quit();

 private:
  EngineProcess(pid_t pid, int socket, int errors) : pid_(pid), socket_(socket), errors_(errors) {}
  void read_errors();

  pid_t pid_;
  int socket_;  // its standard input and output
  int errors_;  // its standard error, until it closes that
  std::string buffer_;
  std::string error_text_;  // the end of what it wrote there
};

}  // namespace tabiya::booksearch
