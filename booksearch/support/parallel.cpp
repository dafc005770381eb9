#include "booksearch/support/parallel.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <exception>
#include <new>

namespace tabiya::booksearch {
namespace {

// It was the work that ran out of memory, and not oneTBB.
struct WorkRanOut {};

void do_turn(const std::function<void(std::size_t)>& work, std::size_t index) {
  try {
    work(index);
  } catch (const std::bad_alloc&) {
    throw WorkRanOut();
  }
}

}  // namespace

void for_each_index(std::size_t count, const Control& control, const std::function<void(std::size_t)>& work) {
  const auto turns = [&](const tbb::blocked_range<std::size_t>& range) {
    for (std::size_t i = range.begin(); i < range.end() && !control.stopped(); ++i) do_turn(work, i);
  };
  run_tbb([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 1), turns, tbb::simple_partitioner());
  });
}

void for_each_index(std::size_t count, const std::function<void(std::size_t)>& work) {
  for_each_index(count, Control{}, work);
}

void run_tbb(const std::function<void()>& algorithm) {
  try {
    algorithm();
  } catch (const WorkRanOut&) {
    throw std::bad_alloc();
  } catch (const std::bad_alloc&) {
    std::terminate();
  }
}

}  // namespace tabiya::booksearch
