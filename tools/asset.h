// Assets on their way: the wrappings in which pack and unpack carry any bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tools/output_file.h"

namespace CLI {
class App;
}

namespace tabiya::tools {

// The largest asset that is packed or unpacked, in bytes. What unpack needs stays below 256 MB.
inline constexpr std::size_t kMaxAsset = std::size_t{32} << 20;

enum class Wrapping {
  kBase128,  // text of 7 bits a byte (codec/base128.h)
  kZstd,     // one zstd frame
  kRaw,      // the bytes themselves
};

inline constexpr std::string_view kWrappingNames[] = {"base128", "zstd", "raw"};  // in the order of Wrapping

// What pack and unpack are asked for.
struct PackingOptions {
  std::string input;                 // a path, or -
  std::optional<Wrapping> wrapping;  // for unpack: none, it is recognised
  OutputOptions output;
  bool json = false;
};

// INPUT, --out, --force, --json, and `name` (--to or --from) for the wrapping.
void add_packing_options(CLI::App& app, PackingOptions& options, const char* name, const char* meaning);

// Throws Failure if the output, or the facts about it, cannot be written.
void check_packing(const PackingOptions& options);

// Prints the sizes; nothing where the output itself goes to standard output.
void report_packing(const PackingOptions& options, Wrapping wrapping, std::size_t bytes_in,
                    std::size_t bytes_out);

// The wrapping that `content` shows: a zstd frame or one of our files by its magic, text otherwise.
Wrapping recognise(std::string_view content);

std::string wrap(std::string_view asset, Wrapping wrapping);

// Throws Failure, which names the content `where`.
std::string unwrap(std::string_view content, Wrapping wrapping, std::string_view where);

}  // namespace tabiya::tools
