// Shared work (booksearch/work/shared_work.h) whose answers are handed over in the order of their units.
#pragma once

#include <cstddef>
#include <exception>
#include <map>
#include <span>
#include <utility>

#include "booksearch/work/shared_work.h"

namespace tabiya::tools {

// Computes all units, and calls sink(index, answer) with each answer, one at a time and in order. What a slow unit
// holds up is bounded by what the others finish meanwhile. What `sink` throws comes out. Errors: as
// WorkerPool::compute() has them.
template <class W, class Sink>
Status compute_in_order(booksearch::WorkerPool<W>& workers, std::span<const typename W::Unit> units,
                        const booksearch::Control& control, const Sink& sink) {
  std::map<std::size_t, typename W::Answer> early;
  std::size_t next = 0;
  std::exception_ptr thrown;
  const auto take_in = [&](std::size_t index, typename W::Answer answer) -> Status {
    early.emplace(index, std::move(answer));
    try {
      for (; !early.empty() && early.begin()->first == next; ++next)
        sink(next, std::move(early.extract(early.begin()).mapped()));
    } catch (...) {
      thrown = std::current_exception();
      return Error{ErrorCode::kIo, "answers cannot be handed over", {}};
    }
    return ok_status();
  };
  const Status status = workers.compute(units, take_in, control);
  if (thrown) std::rethrow_exception(thrown);
  return status;
}

}  // namespace tabiya::tools
