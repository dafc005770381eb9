// The text of a command's help after its options: notes, then examples.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tabiya::tools {

struct Footer {
  std::vector<std::string> notes;     // paragraphs without line breaks; a line of a list begins with a blank
  std::vector<std::string> examples;  // command lines
};

// Lines are joined to paragraphs, which empty lines separate. Examples come last. The first line of the first
// example begins with "Example: ", that of each other example with blanks and "tabiya"; other lines continue
// an example.
Footer read_footer(std::string_view text);

}  // namespace tabiya::tools
