// Loops on the threads of the caller (threads.h) whose turns are long: searches, not evaluations.
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <cstddef>

#include "booksearch/support/control.h"

namespace tabiya::booksearch {

// Calls work(i) for every i below `count`, in any order, from any thread. When `control` is stopped, those
// that have not begun are left out.
template <class Work>
void for_each_index(std::size_t count, const Control& control, const Work& work) {
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, count, 1),
      [&](const auto& range) {
        for (std::size_t i = range.begin(); i < range.end() && !control.stopped(); ++i) work(i);
      },
      tbb::simple_partitioner());
}

}  // namespace tabiya::booksearch
