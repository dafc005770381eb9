// Inputs of commands: files, with `-` for standard input.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya::tools {

inline constexpr std::size_t kMaxTextInput = std::size_t{64} << 20;   // job files, lists of positions
inline constexpr std::size_t kMaxBinaryInput = std::size_t{1} << 30;  // books, networks, assets

// All bytes of a file. Throws Failure when it cannot be read, or is larger than `max_bytes`, or if the run writes it.
std::string read_input(const std::string& path, std::size_t max_bytes);

// The same of a text: without the byte-order mark that programs of others put before it.
std::string read_text(const std::string& path, std::size_t max_bytes = kMaxTextInput);

// A text without its byte-order mark (that of UTF-8), if it begins with one.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
std::string_view without_mark(std::string_view text);
// Passes over the mark at the beginning of a stream. Of what begins like one and is none, that beginning is lost: no text
// has it.
void skip_mark(std::FILE* stream);

// The same for what an earlier run has left where this one writes.
std::string read_own_output(const std::string& path, std::size_t max_bytes);

// How messages name an input: its path, or "standard input".
std::string input_name(const std::string& path);

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
