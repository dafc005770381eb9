// A reader of as much C++ as it takes to put sources together: tokens, and the names that are local to a
// file.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya::tools {

struct CppToken {
  enum class Kind {
    kWord,       // identifiers and keywords
    kLiteral,    // numbers, characters and strings
    kSymbol,     // one character of anything else
    kDirective,  // a whole preprocessor line, without its end
    kSpace,      // between tokens: one blank, or one line end
  };
  Kind kind;
  std::string text;
};

// The tokens of a source without comments and indentation. Their texts in a row are the source again.
std::vector<CppToken> tokenize_cpp(std::string_view source);

std::string cpp_text(const std::vector<CppToken>& tokens);

// A declaration directly in a namespace, not within anything else there.
struct CppDeclaration {
  std::size_t begin = 0, end = 0;  // its first token, and the one after its last
  std::string name;                // of several names, the first; empty if it declares none of its own
  bool local = false;              // in an unnamed namespace
};
std::vector<CppDeclaration> declarations(const std::vector<CppToken>& tokens);

// The names of all declarations of a file.
struct DeclaredNames {
  std::set<std::string> local;   // in unnamed ones
  std::set<std::string> shared;  // in others
};
DeclaredNames declared_names(const std::vector<CppToken>& tokens);

}  // namespace tabiya::tools
