// Whether a text is well-formed XML, as far as images of this program go.
#pragma once

#include <string>
#include <vector>

namespace tabiya::test {

// Tags are closed in the order in which they were opened, attributes stand in quotation marks, and nothing
// else looks like markup. One element holds all the others.
inline bool is_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t i = 0; i < xml.size(); ++i) {
    if (xml[i] == '>' || (xml[i] == '&' && xml.find(';', i) > i + 5)) return false;
    if (xml[i] != '<') {
      if (open.empty() && xml[i] != '\n') return false;
      continue;
    }
    std::size_t end = i;
    bool is_quoted = false;
    for (; end < xml.size() && (is_quoted || xml[end] != '>'); ++end) {
      if (xml[end] == '"') is_quoted = !is_quoted;
      if (xml[end] == '<' && end > i) return false;
    }
    if (end == xml.size()) return false;
    const std::string tag = xml.substr(i + 1, end - i - 1);
    const std::string name = tag.substr(0, tag.find(' '));
    if (tag.starts_with("/")) {
      if (open.empty() || open.back() != tag.substr(1)) return false;
      open.pop_back();
    } else {
      if (open.empty() && i > 0) return false;
      if (!tag.ends_with("/")) open.push_back(name);
    }
    i = end;
  }
  return open.empty() && !xml.empty();
}

}  // namespace tabiya::test
