// Removes unused definitions from an amalgamated source.
#pragma once

#include <string>
#include <string_view>

namespace tabiya::tools {

// What declares `root`, and all whose names occur in that, or in what they need in turn: names are compared
// as words, so that functions of one name stay or go together. Assertions go, since the project has made
// them; other directives than includes stay.
struct PrunedSource {
  std::string includes;  // those of the system, one per line, sorted
  std::string code;
};
PrunedSource prune(std::string_view source, const std::string& root);

}  // namespace tabiya::tools
