// Interruptions (booksearch/work/interruption.h) that end the program.
#pragma once

#include "booksearch/work/interruption.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {

// From now on SIGINT ends the program with a message on standard error and kInterrupted, while no
// InterruptFlag lives. Nothing changes if the caller has SIGINT ignored.
void end_on_interrupt();

// Throws Failure with these words and kInterrupted when the flag is set.
inline void check_stop(const booksearch::InterruptFlag& interrupt, const char* words) {
  if (interrupt.stop()) throw Failure(words, kInterrupted);
}

}  // namespace tabiya::tools
