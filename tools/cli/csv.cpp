#include "tools/cli/csv.h"

#include <algorithm>

#include <fmt/format.h>

#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

// Returns the end of the quoted field that a line begins with, behind its last quote; npos if it is not closed.
std::size_t end_of_quoted(std::string_view line) {
  std::size_t at = line.find('"', 1);
  while (at != line.npos && line.substr(at + 1).starts_with('"')) at = line.find('"', at + 2);
  return at == line.npos ? at : at + 1;
}

std::string unquoted(std::string_view field) {
  std::string text;
  for (std::size_t at = 1; at + 1 < field.size(); ++at) {
    text += field[at];
    if (field[at] == '"') ++at;
  }
  return text;
}

}  // namespace

std::vector<std::string> csv_fields(std::string_view line, std::string_view where) {
  std::vector<std::string> fields;
  for (;;) {
    const bool is_quoted = line.starts_with('"');
    const std::size_t end = is_quoted ? end_of_quoted(line) : std::min(line.find(','), line.size());
    if (end == line.npos || (is_quoted && end < line.size() && line[end] != ','))
      throw Failure(fmt::format(
          "{}: the quotes of field {} are not closed before the next comma or the end of the line", where,
          fields.size() + 1));
    fields.push_back(is_quoted ? unquoted(line.substr(0, end)) : std::string(line.substr(0, end)));
    if (end == line.size()) return fields;
    line.remove_prefix(end + 1);
  }
}

}  // namespace tabiya::tools
