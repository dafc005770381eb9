#include "tools/cli/print.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <nlohmann/json.hpp>

#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

void check(bool written) {
  if (written) return;
  if (errno == EPIPE) throw BrokenPipe{};
  throw Failure(fmt::format("standard output: cannot write: {}", std::strerror(errno)));
}

}  // namespace

void print(std::string_view text) { check(std::fwrite(text.data(), 1, text.size(), stdout) == text.size()); }

void print_json(const nlohmann::ordered_json& object) {
  // Texts that are not UTF-8 (names of files) are shown with replacement characters.
  print(object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
}

void flush_output() { check(std::fflush(stdout) == 0); }

}  // namespace tabiya::tools
