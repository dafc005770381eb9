#include "booksearch/work/interruption.h"

#include "booksearch/work/wait_limit.h"

namespace tabiya::booksearch {
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

}  // namespace

bool is_waiting_over() { return stop_requested || WaitLimit::is_over(); }

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

}  // namespace tabiya::booksearch
