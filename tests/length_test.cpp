// Nothing of the sources needs long scrolling: the length of files, and of functions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/checkout.h"

namespace tabiya::length_test {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::size_t kMostLinesOfAFunction = 60;  // from its head to its closing brace
constexpr std::size_t kMostLinesOfAFile = 400;

// The end of a comment or a literal of characters that begins at `i`; `i` itself where none does.
std::size_t end_of_text(const std::string& source, std::size_t i) {
  const auto rest = std::string_view(source).substr(i);
  const auto find = [&](std::string_view what, std::size_t from) {
    return std::min(source.find(what, from), source.size());
  };
  const bool in_word = i > 0 && (std::isalnum(static_cast<unsigned char>(source[i - 1])) != 0);
  if (rest.starts_with("//")) return find("\n", i);
  if (rest.starts_with("/*")) return find("*/", i) + 2;
  if (rest.starts_with("R\"") && !in_word) {
    const std::size_t open = find("(", i);
    const std::string close = ")" + source.substr(i + 2, open - i - 2) + "\"";
    return find(close, open) + close.size();
  }
  const char quote = rest.front();
  if (quote != '"' && (quote != '\'' || in_word)) return i;  // 1'000 is a number
  for (++i; i < source.size() && source[i] != quote; ++i) i += source[i] == '\\' ? 1 : 0;
  return i + 1;
}

// The source without what is in comments and literals; its lines stay where they are.
std::string bare(const std::string& source) {
  std::string result;
  for (std::size_t i = 0; i < source.size();) {
    const std::size_t end = std::min(end_of_text(source, i), source.size());
    if (end == i) {
      result += source[i++];
      continue;
    }
    for (; i < end; ++i)
      if (source[i] == '\n') result += '\n';
  }
  return result;
}

struct Function {
  std::size_t line = 0;   // of its head
  std::size_t lines = 0;  // from there to its closing brace
};

// Finds the functions of a source that are not within others, by their braces: `head` is all that stands
// before one since the end of what came before.
class FunctionFinder {
 public:
  std::vector<Function> find(const std::string& source) {
    for (const char c : bare(source)) take(c);
    return std::move(functions_);
  }

 private:
  enum class Block { kScope, kFunction, kInitializer };
  struct Open {
    Block block;
    std::size_t line;
  };

  void take(char c) {
    if (c == '{') {
      const Block block = block_of(head_);
      open_.push_back({block, head_line_});
      within_ += block == Block::kFunction ? 1 : 0;
      head_ = block == Block::kInitializer ? head_ + "{" : "";
    } else if (c == '}' && !open_.empty()) {
      const Open closed = open_.back();
      open_.pop_back();
      if (closed.block == Block::kFunction && --within_ == 0)
        functions_.push_back({closed.line, line_ - closed.line + 1});
      head_ = closed.block == Block::kInitializer ? head_ + "}" : "";
    } else if (c == ';') {
      head_.clear();
    } else if (c == '\n') {
      ++line_;
      head_ += ' ';
    } else {
      if (head_.find_first_not_of(' ') == head_.npos && c != ' ') head_line_ = line_;
      head_ += c;
    }
  }

  Block block_of(const std::string& head) const {
    static const std::regex kScope(R"(\b(namespace|class|struct|enum|union|extern)\b[^()=]*$)");
    // After its parameters, or after the last of its initializers.
    static const std::regex kFunction(R"(\)(<[^<>]*>|::|[^()=;,:{}])*$|\)[^=;]*\}\s*$)");
    if (within_ > 0) return Block::kFunction;
    if (std::regex_search(head, kScope)) return Block::kScope;
    return std::regex_search(head, kFunction) ? Block::kFunction : Block::kInitializer;
  }

  std::size_t line_ = 1, head_line_ = 1;
  std::string head_;
  std::vector<Open> open_;
  int within_ = 0;  // functions, and blocks in them
  std::vector<Function> functions_;
};

// "core/book/book.h: 401 lines", "core/book/book.h, line 7: a function of 61 lines", sorted.
std::vector<std::string> too_long(const fs::path& root) {
  std::vector<std::string> found;
  for (const char* folder : {"codec", "core", "booksearch", "tools", "tests"}) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string source{std::istreambuf_iterator<char>(file), {}};
      const std::string name = fs::relative(entry.path(), root);
      const auto lines = static_cast<std::size_t>(std::ranges::count(source, '\n'));
      if (lines > kMostLinesOfAFile) found.push_back(name + ": " + std::to_string(lines) + " lines");
      for (const Function& function : FunctionFinder().find(source)) {
        if (function.lines > kMostLinesOfAFunction)
          found.push_back(name + ", line " + std::to_string(function.line) + ": a function of " +
                          std::to_string(function.lines) + " lines");
      }
    }
  }
  std::ranges::sort(found);
  return found;
}

std::vector<std::size_t> lengths(const std::string& source) {
  std::vector<std::size_t> lengths;
  for (const Function& function : FunctionFinder().find(source)) lengths.push_back(function.lines);
  return lengths;
}

TEST(Length, OfFilesAndFunctionsIsBounded) {
  EXPECT_THAT(too_long(tabiya::test::source_folder()), IsEmpty());
}

TEST(Length, IsCountedFromTheHeadOfAFunctionToItsEnd) {
  EXPECT_THAT(lengths("int f() { return 1; }\n"), ElementsAre(1));
  EXPECT_THAT(lengths("template <class T>\nT f(T a,\n    T b) {\n  return a;\n}\n"), ElementsAre(5));
  EXPECT_THAT(lengths("namespace a {\nclass B {\n  int f() const { return 1; }\n  void g() {\n  }\n};\n}\n"),
              ElementsAre(1, 2));
  EXPECT_THAT(lengths("void f() {\n  if (a) {\n    g([] {\n    });\n  }\n}\n"), ElementsAre(6));
}

TEST(Length, DoesNotTakeDataForFunctions) {
  EXPECT_THAT(lengths("const int a[] = {1,\n2,\n3};\nstruct S {\n  int a{1};\n  int b = f(2);\n};\n"),
              IsEmpty());
  EXPECT_THAT(lengths("enum class E : int {\n  kA,\n};\n"), IsEmpty());
}

TEST(Length, KnowsConstructorsWithInitializers) {
  EXPECT_THAT(lengths("A::A(int b)\n    : b_(b),\n      c_{1} {\n  g();\n}\n"), ElementsAre(5));
  EXPECT_THAT(lengths("A(int b) : c_{b} {\n}\nauto f() -> std::map<int, int> {\n}\n"), ElementsAre(2, 2));
}

TEST(Length, IsNotMisledByBracesInText) {
  EXPECT_THAT(lengths("void f() {\n  g(\"{{\");  // {\n  h('{', 1'000);\n}\nint b() { return 0; }\n"),
              ElementsAre(4, 1));
  EXPECT_THAT(lengths("void f() {\n  g(R\"x(\n{\")x\");\n}\n"), ElementsAre(4));
}

}  // namespace tabiya::length_test
