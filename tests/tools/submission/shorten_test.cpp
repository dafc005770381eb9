#include "tools/submission/shorten.h"

#include <gtest/gtest.h>

#include "tools/submission/cpp_text.h"

namespace tabiya::tools::shorten_test {

TEST(Shorten, GivesEachNameOneShortNameTheShortestToThoseThatOccurMost) {
  EXPECT_EQ(shorten("int often = 1;\nint seldom = often + often;\n"), "int a=1;int b=a+a;");
  // A short name that the source has itself is no name for another.
  EXPECT_EQ(shorten("int a = long_name;\nint b = 2;"), "int a=c;int b=2;");
}

TEST(Shorten, LeavesWhatTheLibraryAndOthersKnow) {
  EXPECT_EQ(
      shorten("#include <vector>\nstd::vector<int> numbers; void f() { numbers.push_back(_mm_one()); }"),
      "#include <vector>\nstd::vector<int>a;void f(){a.push_back(_mm_one());}");
  EXPECT_EQ(
      shorten(
          "#define LIMIT 3\nint main() { return LIMIT; }\nnamespace tabiya::submission { extern const Payload kPayload; }"),
      "#define LIMIT 3\nint main(){return LIMIT;}namespace tabiya::submission{extern const Payload kPayload;}");
  // What stands behind std:: anywhere is a name of the library everywhere.
  EXPECT_EQ(shorten("auto x = std::chrono::hours(1); using hours = int;"),
            "auto x=std::chrono::hours(1);using hours=int;");
}

TEST(Shorten, KeepsTokensApart) {
  const std::string source =
      "x = a + +b - -c & &d; if (p < ::q) r = s / *t; u = \"x\" \"y\"; return \"z\" w; e >= f; v = 1.5f + 2;";
  std::string solid, shorter;
  for (const CppToken& token : tokenize_cpp(source))
    if (token.kind != CppToken::Kind::kSpace) solid += token.text + "\n";
  for (const CppToken& token : tokenize_cpp(shorten(source)))
    if (token.kind != CppToken::Kind::kSpace) shorter += token.text + "\n";
  EXPECT_EQ(shorter, solid);
  EXPECT_EQ(shorten("x = a + +b - -c & &d;"), "x=a+ +b- -c& &d;");
}

// Lines end where a blank stands, so that no editor has to hold one of 200,000 characters.
TEST(Shorten, EndsLines) {
  std::string source;
  for (int i = 0; i < 200; ++i) source += "int f" + std::to_string(i) + " = 12345678;\n";
  const std::string text = shorten(source);
  for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != text.npos; begin = end + 1)
    EXPECT_LT(end - begin, 130u);
}

}  // namespace tabiya::tools::shorten_test
