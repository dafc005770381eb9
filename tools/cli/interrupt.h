// How an interruption (booksearch/work/interruption.h) ends the program.
#pragma once

#include "booksearch/work/interruption.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {

// From now on SIGINT ends the program with a word on standard error and kInterrupted, while no InterruptFlag
// lives; not where the caller has it ignored.
void end_on_interrupt();

// Throws Failure with these words and kInterrupted when the flag is set.
inline void check_stop(const booksearch::InterruptFlag& interrupt, const char* words) {
  if (interrupt.stop()) throw Failure(words, kInterrupted);
}

}  // namespace tabiya::tools
