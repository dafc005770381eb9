// Loops on the threads of the caller whose turns are long: searches, not evaluations.
#pragma once

#include <cstddef>
#include <functional>

#include "booksearch/work/control.h"

namespace tabiya::booksearch {

// Calls work(i) for every i below `count`, in any order, from any thread. When `control` is stopped, calls
// that have not begun are left out.
void for_each_index(std::size_t count, const Control& control, const std::function<void(std::size_t)>& work);
void for_each_index(std::size_t count, const std::function<void(std::size_t)>& work);

// Runs an algorithm of oneTBB whose parts throw nothing. Where oneTBB gets no memory or no thread, the
// process ends at once, by std::terminate(): oneTBB may then keep locks for which others wait for ever.
void run_tbb(const std::function<void()>& algorithm) noexcept;

// Runs `work` so that all passes that it calls together use `threads` threads, this one included. It throws
// what `work` throws. Where oneTBB gets no memory or no thread, the process ends at once (parallel.h).
void with_threads(int threads, const std::function<void()>& work);

}  // namespace tabiya::booksearch
