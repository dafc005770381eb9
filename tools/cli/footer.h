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

// Lines are joined to paragraphs, which empty lines separate. Examples come last: the first line of the first
// one begins with "Example: ", that of each other one with blanks and "tabiya"; other lines continue one.
Footer read_footer(std::string_view text);

}  // namespace tabiya::tools
