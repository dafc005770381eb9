// The encodings that `pack` writes and that everything that opens assets reads: text, zstd, source, bytes.
#pragma once

#include <functional>
#include <span>

#include "codec/encoding.h"
#include "tools/cli/command_line.h"

namespace tabiya::tools {

extern const codec::Encoding kZstd;  // one zstd frame, instead of our own coding
extern const codec::Encoding kCpp;   // a C++ header with dense text that is printable
extern const codec::Encoding kRust;  // a Rust module with such text

// All encodings, in the order in which they are offered.
std::span<const codec::Encoding* const> encodings();

// Declares an option of that name and meaning, which takes the name of an encoding.
CommandOption add_encoding_option(CommandLine& app, const char* name, const char* meaning,
                                  std::function<void(const codec::Encoding&)> set);

}  // namespace tabiya::tools
