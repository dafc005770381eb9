// The number of threads that the passes of booksearch/ run on.
#pragma once

#include <functional>

namespace tabiya::booksearch {

// Runs `work` so that all passes that it calls together use `threads` threads, this one included. It throws
// what `work` throws. Where oneTBB gets no memory or no thread, the process ends at once (parallel.h).
void with_threads(int threads, const std::function<void()>& work);

}  // namespace tabiya::booksearch
