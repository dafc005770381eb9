// Facts to standard output. Every function throws Failure when they cannot be written, BrokenPipe when
// nobody reads them any longer.
#pragma once

#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "tools/cli/json.h"

namespace tabiya::tools {

// The bytes as they are.
void print(std::string_view text);

// Lines for people; what others wrote may be in them (foreign_text.h). The last end of a line is added.
void print_lines(std::string_view lines);

template <class... Args>
void print_line(fmt::format_string<Args...> format, Args&&... args) {
  print_lines(fmt::format(format, std::forward<Args>(args)...));
}

// One object on one line.
void print_json(const Json& object);

// A line to standard error about what is not wrong but may not be what is meant.
void print_note(std::string_view text);

// Call once all is printed: what stays in the buffer could fail unseen.
void flush_output();

}  // namespace tabiya::tools
