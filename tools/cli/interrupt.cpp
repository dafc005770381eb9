#include "tools/cli/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <string_view>

#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM};

// A signal handler reaches nothing but globals.
std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free);

struct sigaction action_of(void (*handler)(int), int flags) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  return action;
}

// Calls nothing that a signal handler must not call.
void say_stopped(int) {
  constexpr std::string_view kWord = "tabiya: stopped\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kWord.data(), kWord.size());
  ::_exit(kInterrupted);
}

}  // namespace

void end_on_interrupt() {
  struct sigaction before = {};
  sigaction(SIGINT, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  const struct sigaction action = action_of(say_stopped, 0);
  sigaction(SIGINT, &action, nullptr);
}

bool is_interrupted() { return stop_requested; }

InterruptFlag::InterruptFlag(bool ends_reading) {
  stop_requested = false;
  // SA_RESETHAND: the next signal of the kind finds the default action again.
  const struct sigaction action = action_of([](int) { stop_requested = true; },
                                            static_cast<int>(SA_RESETHAND) | (ends_reading ? 0 : SA_RESTART));
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &before_[i]);
}

InterruptFlag::~InterruptFlag() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
  stop_requested = false;
}

const std::atomic<bool>& InterruptFlag::stop() const { return stop_requested; }

void InterruptFlag::check_stop(const char* words) const {
  if (stop_requested) throw Failure(words, kInterrupted);
}

}  // namespace tabiya::tools
