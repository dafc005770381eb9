#include "booksearch/support/parallel.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

namespace tabiya::booksearch {

void for_each_index(std::size_t count, const Control& control, const std::function<void(std::size_t)>& work) {
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, count, 1),
      [&](const auto& range) {
        for (std::size_t i = range.begin(); i < range.end() && !control.stopped(); ++i) work(i);
      },
      tbb::simple_partitioner());
}

}  // namespace tabiya::booksearch
