// Loops on the threads of the caller (threads.h) whose turns are long: searches, not evaluations.
#pragma once

#include <cstddef>
#include <functional>

#include "booksearch/support/control.h"

namespace tabiya::booksearch {

// Calls work(i) for every i below `count`, in any order, from any thread. When `control` is stopped, those
// that have not begun are left out.
void for_each_index(std::size_t count, const Control& control, const std::function<void(std::size_t)>& work);
void for_each_index(std::size_t count, const std::function<void(std::size_t)>& work);

// Runs an algorithm of oneTBB whose parts allocate nothing. Where memory runs out within oneTBB, the process ends at once, by
// std::terminate(): its other threads still use what would be destroyed on the way out. The loops above do the same, but throw
// std::bad_alloc where it was `work` that ran out.
void run_tbb(const std::function<void()>& algorithm);

}  // namespace tabiya::booksearch
