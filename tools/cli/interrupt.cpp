#include "tools/cli/interrupt.h"

#include <csignal>

namespace tabiya::tools {
namespace {

// A signal handler reaches nothing but globals.
std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void set_handler(void (*handler)(int), int flags) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  for (int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

}  // namespace

InterruptFlag::InterruptFlag(bool ends_reading) {
  stop_requested = false;
  // SA_RESETHAND: the next signal of the kind finds the default action again.
  set_handler([](int) { stop_requested = true; },
              static_cast<int>(SA_RESETHAND) | (ends_reading ? 0 : SA_RESTART));
}

InterruptFlag::~InterruptFlag() { set_handler(SIG_DFL, 0); }

const std::atomic<bool>& InterruptFlag::stop() const { return stop_requested; }

}  // namespace tabiya::tools
