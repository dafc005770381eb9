// Removes unused definitions from an amalgamated source.
#pragma once

#include <string>
#include <string_view>

namespace tabiya::tools {

// The code keeps the declaration of `root`, and the declarations of all names that occur in kept ones. Names
// are compared as words, so that functions of one name stay or go together. Assertions are removed, since the
// project has checked them; directives other than includes stay.
struct PrunedSource {
  std::string includes;  // those of the system, one per line, sorted
  std::string code;
};
PrunedSource prune(std::string_view source, const std::string& root);

}  // namespace tabiya::tools
