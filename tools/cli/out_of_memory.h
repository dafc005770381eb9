// What the program says where the system has no more memory or threads for it, from wherever that comes to light.
#pragma once

#include <exception>
#include <string_view>

namespace tabiya::tools {

inline constexpr std::string_view kOutOfMemory =
    "out of memory; lower the size of tables (--table, --memory, --table-mib), --threads or --concurrency, or take a "
    "smaller input";
inline constexpr std::string_view kThreadsRefused =
    "lower --threads or --concurrency, or allow the program more memory and processes (`ulimit`)";

// Whether an exception that names no kind of its own stands for a thread that was refused: oneTBB throws such.
bool tells_of_refused_thread(const std::exception& error);

// From now on, what ends in std::terminate() for want of memory or threads (in a thread that is not ours, in a function
// that must not throw) ends with the same words and exit code as elsewhere, and not with SIGABRT.
void end_without_memory_in_words();

// Memory has run out, wherever that was found: what ends in std::terminate() from now on, such as a thread that is at work
// while the program ends, is due to that.
void note_out_of_memory();

}  // namespace tabiya::tools
