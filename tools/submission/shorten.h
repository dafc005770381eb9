// Makes a source shorter that nobody is to read: unused definitions go, names of its own become as short as they can be,
// and blanks and line ends go where C++ needs none.
#pragma once

#include <string>
#include <string_view>

namespace tabiya::tools {

// A source without unused definitions: the code keeps the declaration of `root`, and the declarations of all names that
// occur in kept ones. Names are compared as words, so that functions of one name stay or go together. Assertions are
// removed, since the project has checked them; directives other than includes stay.
struct PrunedSource {
  std::string includes;  // those of the system, one per line, sorted
  std::string code;
};
PrunedSource prune(std::string_view source, const std::string& root);

// A name stays that C++ or the standard library gives a meaning, as far as it can be seen: behind `std::`, in a
// directive, with an underscore in front, or among the members of the library that this project uses (shorten.cpp lists
// them). So do names of one or two letters, and those that code outside of the source refers to: `main`, and
// `tabiya::submission::Payload kPayload`. All others are the same short name everywhere, so that what the source means
// stays as it is. What is forgotten in that list does not compile.
std::string shorten(std::string_view source);

}  // namespace tabiya::tools
