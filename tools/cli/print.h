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

// The facts of a report, each told once: as a member of a JSON object, as a line for people behind a label, or as
// both. An empty label stands for no line.
class Facts {
 public:
  // `width`: columns of the labels.
  explicit Facts(bool json, int width = 18) : json_(json), width_(width) {}

  void add(std::string_view name, Json value) {
    if (json_) object_[name] = std::move(value);
  }
  void add(const Json& members) {
    if (json_) object_.update(members);
  }
  template <class... Args>
  void say(std::string_view label, fmt::format_string<Args...> format, Args&&... args) const {
    if (!json_ && !label.empty())
      print_line("{:<{}}{}", label, width_, fmt::format(format, std::forward<Args>(args)...));
  }
  // Prints a line that has no label.
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) const {
    if (!json_) print_line(format, std::forward<Args>(args)...);
  }
  // The line is the value.
  void add(std::string_view name, const Json& value, std::string_view label);
  template <class... Args>
  void add(std::string_view name, Json value, std::string_view label, fmt::format_string<Args...> format,
           Args&&... args) {
    add(name, std::move(value));
    say(label, format, std::forward<Args>(args)...);
  }

  const Json& object() const { return object_; }  // of the members so far

  // Prints the object; the lines have been printed.
  void print() const {
    if (json_) print_json(object_);
  }

 private:
  bool json_;
  int width_;
  Json object_;
};

// Prints a line on standard error about something that is not wrong but may not be what is meant.
void print_note(std::string_view text);

// Call this when all is printed: an error of the buffered rest could pass unnoticed.
void flush_output();

}  // namespace tabiya::tools
