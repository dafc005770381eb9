#include "tools/cli/print.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "codec/foreign_text.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"

namespace tabiya::tools {
namespace {

void check(bool written) {
  if (written) return;
  if (errno == EPIPE) throw BrokenPipe{};
  throw Failure(fmt::format("standard output: cannot write: {}", std::strerror(errno)));
}

std::string plain_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.is_null() ? "-" : json_text(value);
}

}  // namespace

void print(std::string_view text) { check(std::fwrite(text.data(), 1, text.size(), stdout) == text.size()); }

void print_lines(std::string_view lines) { print(foreign_lines(lines) + '\n'); }

void print_json(const Json& object) { print(json_text(object) + '\n'); }

void print_fact_list(const Json& facts) {
  for (const auto& [name, value] : facts.items()) {
    std::string label = name;
    std::ranges::replace(label, '_', ' ');
    if (value.is_object()) {
      print_line("{}", label);
      for (const auto& [member, number] : value.items()) print_line("{:>8}{:>18}", member, json_text(number));
      continue;
    }
    print_line("{:<18}{}", label, plain_text(value));
  }
}

void Facts::add(std::string_view name, const Json& value, std::string_view label) {
  add(name, value, label, "{}", plain_text(value));
}

void print_note(std::string_view text) { fmt::print(stderr, "tabiya: note: {}\n", foreign_text(text)); }

void flush_output() { check(std::fflush(stdout) == 0); }

}  // namespace tabiya::tools
