// Loops on the threads of the caller (threads.h) whose turns are long: searches, not evaluations.
#pragma once

#include <cstddef>
#include <functional>

#include "booksearch/support/control.h"

namespace tabiya::booksearch {

// Calls work(i) for every i below `count`, in any order, from any thread. When `control` is stopped, those
// that have not begun are left out.
void for_each_index(std::size_t count, const Control& control, const std::function<void(std::size_t)>& work);

}  // namespace tabiya::booksearch
