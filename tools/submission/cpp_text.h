// As much of C++ as it takes to put sources together: tokens, and the names that a file keeps to itself.
#pragma once

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

// Without comments and indentation; the texts of the tokens in a row are the source again.
std::vector<CppToken> tokenize_cpp(std::string_view source);

std::string cpp_text(const std::vector<CppToken>& tokens);

// Names that a file declares in namespaces, not within anything else there; of several in one declaration,
// the first.
struct DeclaredNames {
  std::set<std::string> local;   // in unnamed ones
  std::set<std::string> shared;  // in others
};
DeclaredNames declared_names(const std::vector<CppToken>& tokens);

}  // namespace tabiya::tools
