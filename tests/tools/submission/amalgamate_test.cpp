#include "tools/submission/amalgamate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "tools/cli/failure.h"

namespace tabiya::tools::amalgamate_test {

using ::testing::HasSubstr;
using ::testing::Not;

std::string amalgamation(const std::map<std::string, std::string>& files,
                         const std::vector<SourceFile>& sources) {
  return amalgamate({"main.cpp"}, sources, [&](const std::string& path) -> std::optional<std::string> {
    const auto file = files.find(path);
    return file == files.end() ? std::nullopt : std::optional(file->second);
  });
}

TEST(Amalgamate, PutsEachFileBeforeThoseThatIncludeIt) {
  EXPECT_EQ(
      amalgamation({{"main.cpp", "#include <map>\n#include \"a/a.h\"\n#include \"a/b.h\"\nint main() {}\n"},
                    {"a/a.h", "#pragma once\n#include \"a/b.h\"\n#include <map>\nint a();  // a\n"},
                    {"a/b.h", "#pragma once\nint b();\n"},
                    {"a/a.cpp", "#include \"a/a.h\"\n#include <set>\nint a() { return b(); }\n"},
                    {"a/unused.cpp", "#include \"a/unused.h\"\nint unused() {}\n"},
                    {"a/unused.h", "int unused();\n"}},
                   {{"a/unused.cpp", {}}, {"a/a.cpp", {}}}),
      "int b();\n#include <map>\nint a();\n#include <set>\nint a() { return b(); }\nint main() {}\n");
}

TEST(Amalgamate, TakesSourcesWithoutAHeaderOfTheirOwnByTheirFolder) {
  const std::map<std::string, std::string> files{
      {"main.cpp", "#include \"k/kernel.h\"\nint main() {}\n"},
      {"k/kernel.h", "int fast();\n"},
      {"k/fast.cpp", "#include \"k/kernel.h\"\nint fast() { return 1; }\n"},
      {"o/other.cpp", "#include \"k/kernel.h\"\nint other() {}\n"}};
  const std::string source = amalgamation(files, {{"k/fast.cpp", {}}, {"o/other.cpp", {}}});
  EXPECT_THAT(source, HasSubstr("return 1"));
  EXPECT_THAT(source, Not(HasSubstr("other")));
}

TEST(Amalgamate, TakesSourcesThatOtherSourcesNeed) {
  const std::map<std::string, std::string> files{
      {"main.cpp", "#include \"a.h\"\n"},
      {"a.h", "int a();\n"},
      {"a.cpp", "#include \"a.h\"\n#include \"b.h\"\nint a() { return b(); }\n"},
      {"b.h", "int b();\n"},
      {"b.cpp", "#include \"b.h\"\nint b() { return 1; }\n"}};
  EXPECT_THAT(amalgamation(files, {{"b.cpp", {}}, {"a.cpp", {}}}), HasSubstr("int b() { return 1; }"));
}

TEST(Amalgamate, TellsEqualNamesOfFilesApart) {
  const std::map<std::string, std::string> files{
      {"main.cpp",
       "#include \"a.h\"\n#include \"b.h\"\nnamespace { int only() { return 0; } }\nint x = only();\n"},
      {"a.h", "int a();\nint taken();\n"},
      {"b.h", "int b();\n"},
      {"a.cpp",
       "#include \"a.h\"\nnamespace { int help() { return 1; } }\nint a() { return help() + x.help + "
       "p->help; }\n"},
      {"b.cpp",
       "#include \"b.h\"\nnamespace { int help() { return 2; }\nint taken() { return 3; } }\n"
       "int b() { return help() + n::taken() + taken(); }\n"}};
  const std::string source = amalgamation(files, {{"a.cpp", {}}, {"b.cpp", {}}});
  EXPECT_THAT(source, HasSubstr("int a() { return help_1() + x.help + p->help; }"));
  EXPECT_THAT(source, HasSubstr("int b() { return help_2() + n::taken() + taken_1(); }"));
  EXPECT_THAT(source, HasSubstr("int x = only();"));
}

TEST(Amalgamate, CompilesKernelsForTheirInstructionsAlone) {
  const std::map<std::string, std::string> files{
      {"main.cpp", "#include \"k.h\"\nint main() {}\n"},
      {"k.h", "int k();\n"},
      {"fast.cpp",
       "#if defined(X)\n#include <fast>\n#include \"k.h\"\nnamespace n { void f() {} }\n#endif\n"}};
  EXPECT_EQ(amalgamation(files, {{"fast.cpp", {"one", "two"}}}),
            "int k();\n#if defined(X)\n#include <fast>\n#pragma GCC push_options\n"
            "#pragma GCC target(\"one,two\")\nnamespace n { void f() {} }\n#pragma GCC pop_options\n#endif\n"
            "int main() {}\n");
}

TEST(Amalgamate, RefusesAMissingFile) {
  EXPECT_THROW(amalgamation({{"main.cpp", "#include \"nowhere.h\"\n"}}, {}), Failure);
  EXPECT_THROW(amalgamation({}, {}), Failure);
}

}  // namespace tabiya::tools::amalgamate_test
