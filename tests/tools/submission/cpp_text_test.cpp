#include "tools/submission/cpp_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tabiya::tools::cpp_text_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string stripped(std::string_view source) { return cpp_text(tokenize_cpp(source)); }

DeclaredNames names_of(std::string_view source) { return declared_names(tokenize_cpp(source)); }

TEST(CppText, LosesCommentsAndIndentation) {
  EXPECT_EQ(stripped("// head\nint  a;  // one\n\n\n    int b; /* two\n lines */ int c;\n"),
            "int a;\nint b; int c;\n");
  EXPECT_EQ(stripped("a/b; a /= b;"), "a/b; a /= b;");
}

TEST(CppText, LeavesLiteralsAlone) {
  for (const char* source : {R"(const char* a = "// no  comment \" /* ";)",
                             R"(char a = '"', b = '\'', c = '/';)", "const char* a = R\"x(//  \" )\" )x\";",
                             "int a = 1'000'000, b = 0x1p-3 + 1.5e+10;", "auto a = L\"//  \";"}) {
    EXPECT_EQ(stripped(source), source);
  }
}

TEST(CppText, KeepsDirectivesOnLinesOfTheirOwn) {
  const auto tokens =
      tokenize_cpp("  #include <a>  // why\n#define X \\\n  1\nint a = 1 # 2;\n#if A // \"\n#endif");
  std::vector<std::string> directives;
  for (const CppToken& token : tokens)
    if (token.kind == CppToken::Kind::kDirective) directives.push_back(token.text);
  EXPECT_THAT(directives, ElementsAre("#include <a>", "#define X   1", "#if A", "#endif"));
}

TEST(CppText, EndsWhereTheSourceIsCutShort) {
  const std::string source =
      "namespace { /* c */ int f(int a[3]) { return '\\''; } const char* b = R\"x(\")x\"; } // end";
  for (std::size_t size = 0; size <= source.size(); ++size) {
    const auto tokens = tokenize_cpp(source.substr(0, size));
    EXPECT_LE(cpp_text(tokens).size(), size);
    declared_names(tokens);
  }
}

TEST(DeclaredNames, TellsWhatAFileKeepsToItself) {
  const DeclaredNames names = names_of(R"(
    #include <vector>
    namespace tabiya::codec {
    void shared_declaration(int a);
    namespace {
    using Bytes = std::vector<std::byte>;
    using codec::Word;
    constexpr std::array<std::pair<int, int>, 3> kTable{{{1, 2}, {3, 4}}};
    constexpr int kOne = 1, kTwo = 2;
    const auto kLambda = [](int inner) { return inner; }(3);
    static_assert(kOne < 3);
    struct Point { int x; void move(); };
    enum class Kind : int { kFirst };
    class Forward;
    template <class T, int kN = 3>
    const T* function(const T& parameter) { int local = 1; return local ? &parameter : nullptr; }
    std::string operator_like(std::string_view text = {}) { return std::string(text); }
    alignas(64) int aligned[4];
    void Point::move() {}
    }  // namespace
    int shared_function() { return 1; }
    extern const int kShared;
    }  // namespace tabiya::codec
    inline namespace other { struct Global {}; }
    int main() {}
  )");
  EXPECT_THAT(names.local, ElementsAre("Bytes", "Forward", "Kind", "Point", "aligned", "function", "kLambda",
                                       "kOne", "kTable", "operator_like"));
  EXPECT_THAT(names.shared,
              ElementsAre("Global", "kShared", "main", "shared_declaration", "shared_function"));
}

TEST(DeclaredNames, AreNoneInAnEmptyFile) {
  EXPECT_THAT(names_of("").local, IsEmpty());
  EXPECT_THAT(names_of("namespace {}\n").shared, IsEmpty());
}

}  // namespace tabiya::tools::cpp_text_test
