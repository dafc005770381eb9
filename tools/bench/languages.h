// The decoders that `pack` writes, in each language: their size and speed.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya::tools {

// A toolchain builds and runs programs of a language, in the folder of their sources.
struct Toolchain {
  std::string_view language;               // as `pack --to` has it
  std::string_view ending;                 // of its files
  std::vector<std::string_view> programs;  // that it needs
  std::string_view file;        // of a program that prints what the book or the network beside it holds
  std::string_view user;        // its source: bench/languages/
  std::string_view build, run;  // commands of a shell

  bool is_there() const;  // all programs are
};
std::span<const Toolchain> toolchains();

// Prints a table: for each language the size of a book and of a network as its source, that of the decoder, and the seconds
// that both take to decode. `book` and `network` are files, or empty for the shipped ones. Throws Failure, kInternalError
// where two languages do not find the same.
void print_language_table(const std::string& book, const std::string& network, bool json);

}  // namespace tabiya::tools
