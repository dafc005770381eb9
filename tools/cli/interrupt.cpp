#include "tools/cli/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <string_view>

namespace tabiya::tools {
namespace {

// The handler calls only functions that a signal handler may call.
void say_stopped(int) {
  constexpr std::string_view kWord = "tabiya: stopped\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kWord.data(), kWord.size());
  ::_exit(kInterrupted);
}

}  // namespace

void end_on_interrupt() {
  struct sigaction action = {};
  sigaction(SIGINT, nullptr, &action);
  if (action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = say_stopped;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
}

}  // namespace tabiya::tools
