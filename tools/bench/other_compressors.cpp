#include "tools/bench/other_compressors.h"

#include <unistd.h>

#include <cstdio>
#include <memory>
#include <span>
#include <string>

#include "codec/zstd_frame.h"
#include "tools/bench/bench.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {

std::size_t zstd_19_size(std::string_view content) {
  return take(codec::compress_zstd(std::as_bytes(std::span(content)), 19), "zstd").size();
}

std::optional<std::size_t> xz_9_size(std::string_view content) {
  const std::unique_ptr<std::FILE, decltype(&std::fclose)> input(std::tmpfile(), &std::fclose);
  if (!input || std::fwrite(content.data(), 1, content.size(), input.get()) != content.size() ||
      std::fflush(input.get()) != 0)
    return std::nullopt;
  // The temporary has no name, but a child of the shell finds it by our descriptor.
  const std::string command = "xz -9 -T1 -c < /proc/" + std::to_string(::getpid()) + "/fd/" +
                              std::to_string(::fileno(input.get())) + " 2>/dev/null";
  const std::optional<std::string> output = output_of_command(command);
  return output ? std::optional(output->size()) : std::nullopt;
}

}  // namespace tabiya::tools
