#include "tools/cli/footer.h"

#include <algorithm>

namespace tabiya::tools {
namespace {

constexpr std::string_view kExample = "Example: ";

std::string_view without_indent(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return line;
}

void add_example_line(std::string_view line, std::vector<std::string>& examples) {
  line = without_indent(line);
  if (examples.empty() || line.starts_with("tabiya ")) {
    examples.emplace_back(line);
  } else {
    examples.back().append(" ").append(line);
  }
}

}  // namespace

Footer read_footer(std::string_view text) {
  Footer footer;
  bool is_new_paragraph = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with(kExample) || !footer.examples.empty()) {
      add_example_line(line.starts_with(kExample) ? line.substr(kExample.size()) : line, footer.examples);
    } else if (line.empty() || line.starts_with(' ') || is_new_paragraph) {
      is_new_paragraph = line.empty() || line.starts_with(' ');
      if (!line.empty()) footer.notes.emplace_back(line);
    } else {
      footer.notes.back().append(" ").append(line);
    }
  }
  return footer;
}

}  // namespace tabiya::tools
