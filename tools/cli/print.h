// Output to standard output. Every function throws Failure when it cannot write, BrokenPipe when nobody reads
// the output any longer.
#pragma once

#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "tools/cli/json.h"

namespace tabiya::tools {

// Prints the bytes as they are.
void print(std::string_view text);

// Prints lines for people, which may contain foreign text (foreign_text.h). Adds the last line end.
void print_lines(std::string_view lines);

template <class... Args>
void print_line(fmt::format_string<Args...> format, Args&&... args) {
  print_lines(fmt::format(format, std::forward<Args>(args)...));
}

// Prints one object on one line.
void print_json(const Json& object);

// Prints a result as it was asked for: as JSON, or as a line for people.
template <class... Args>
void print_json_or_line(bool json, const Json& object, fmt::format_string<Args...> format, Args&&... args) {
  json ? print_json(object) : print_line(format, std::forward<Args>(args)...);
}

// Prints the members of an object for people: a line for each, with its name in words. A member that is an object
// has lines of its own.
void print_fact_list(const Json& facts);

// Prints a line on standard error about something that is not wrong but may not be what is meant.
void print_note(std::string_view text);

// Call this when all is printed: an error of the buffered rest could pass unnoticed.
void flush_output();

}  // namespace tabiya::tools
