// Inputs of commands: files, with `-` for standard input.
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/work/input_file.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {

// The content of a file. Throws Failure if the file cannot be read, is larger than `max_bytes`, or is written
// by this run.
inline std::string read_input(const std::string& path, std::size_t max_bytes) {
  return take(booksearch::read_file(path, max_bytes));
}

// The content of a text file, as read_input(), but without the byte-order mark that other programs put before
// a text.
inline std::string read_text(const std::string& path, std::size_t max_bytes = booksearch::kMaxTextInput) {
  return take(booksearch::read_text(path, max_bytes));
}

// Passes over the byte-order mark at the beginning of a stream. Bytes that only begin like the mark are lost:
// no text has them.
void skip_mark(std::FILE* stream);

// This is read_input() for a file that an earlier run has left and this run writes.
inline std::string read_own_output(const std::string& path, std::size_t max_bytes) {
  return take(booksearch::read_own_file(path, max_bytes));
}

// Passes on a whole text in pieces that are cut anywhere, or line by line, without a byte-order mark before
// it. `on_piece` and `on_line` may throw. Throws Failure if the text cannot be read or is written by this
// run.
void stream_text(const std::string& path, const std::function<void(std::string_view piece)>& on_piece);
void stream_lines(const std::string& path, const LineSplitter::Take& on_line);

struct InputLine {
  std::string text;   // without its end
  std::string where;  // "FILE, line 3"
};

// The lines of a text; the last one may lack its end.
std::vector<InputLine> read_lines(const std::string& path);
std::vector<InputLine> split_lines(std::string_view text, const std::string& name);

// The values of a positional argument that may be given many times; a lone `-` stands for the lines of
// standard input. `name` is the argument's, for messages.
std::vector<InputLine> argument_lines(const std::vector<std::string>& arguments, const std::string& name);

}  // namespace tabiya::tools
