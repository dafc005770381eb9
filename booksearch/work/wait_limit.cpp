#include "booksearch/work/wait_limit.h"

#include <atomic>

namespace tabiya::booksearch {
namespace {

using Clock = std::chrono::steady_clock;
std::atomic<Clock::time_point> end_of_waits{Clock::time_point::max()};

}  // namespace

bool is_out_of_time() { return Clock::now() >= end_of_waits.load(); }

WaitLimit::WaitLimit(std::optional<std::chrono::seconds> time) {
  if (time) end_of_waits = Clock::now() + *time + kGrace;
}

WaitLimit::~WaitLimit() { end_of_waits = Clock::time_point::max(); }

}  // namespace tabiya::booksearch
