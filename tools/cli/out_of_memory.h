// The program's message when the system has no more memory or threads for it, wherever that is noticed.
#pragma once

#include <exception>
#include <string_view>

namespace tabiya::tools {

inline constexpr std::string_view kOutOfMemory =
    "out of memory; lower the size of tables (--table, --memory, --table-mib), --threads or --concurrency, or take a "
    "smaller input";
inline constexpr std::string_view kThreadsRefused =
    "lower --threads or --concurrency, or allow the program more memory and processes (`ulimit`)";

// True if an exception without a type of its own stands for a refused thread: oneTBB throws such exceptions.
bool tells_of_refused_thread(const std::exception& error);

// From now on, a std::terminate() for want of memory or threads (in a thread that is not ours, in a function
// that must not throw) ends the program with the same message and exit code as elsewhere, and not with
// SIGABRT.
void end_without_memory_in_words();

// Notes that memory has run out. From now on, a std::terminate() is put down to that, for example in a thread
// that still works while the program ends.
void note_out_of_memory();

}  // namespace tabiya::tools
