#include "tools/submission/shorten.h"

#include <gtest/gtest.h>

namespace tabiya::tools::prune_test {

std::string pruned(std::string_view source) { return prune(source, "root").code; }

TEST(Prune, KeepsWhatTheRootNeeds) {
  EXPECT_EQ(pruned("namespace a {\nint used() { return 1; }\nint unused() { return used(); }\n"
                   "constexpr int kOne = 1, kTwo = 2;\nconstexpr int kThree = 3;\n"
                   "struct Used { int x; };\nclass [[nodiscard]] Unused {};\n}\n"
                   "int root(a::Used u) { return a::used() + a::kTwo; }\n"),
            "namespace a {\nint used() { return 1; }\nconstexpr int kOne = 1, kTwo = 2;\n"
            "struct Used { int x; };\n}\nint root(a::Used u) { return a::used() + a::kTwo; }\n");
}

TEST(Prune, FollowsWhatIsNeededInTurn) {
  const std::string source =
      "enum Kind { kFirst, kSecond };\nclass A {\nvoid f();\n};\nvoid A::f() { (void)kSecond; }\n"
      "template <class T> using B = A;\n[[maybe_unused]] B<int> root() { return {}; }\n";
  EXPECT_EQ(pruned(source), source);
  EXPECT_EQ(pruned("struct A {};\nvoid A::f() {}\nusing std::move;\nint root;\n"), "int root;\n");
}

TEST(Prune, LeavesOutEmptyNamespacesAndAssertions) {
  EXPECT_EQ(
      pruned("namespace a {\nnamespace {\nint x = 1;\n}\n}\nstatic_assert(root == 1);\nint root = 1;\n"),
      "int root = 1;\n");
}

TEST(Prune, TakesNoMemberForAFunctionOfItsName) {
  EXPECT_EQ(pruned("int size() { return 1; }\nint root(A a) { return a.size(); }\n"),
            "int root(A a) { return a.size(); }\n");
}

TEST(Prune, GathersTheIncludes) {
  const PrunedSource source =
      prune("#include <vector>\n#include <array>\n#if A\n#endif\nint root;\n", "root");
  EXPECT_EQ(source.includes, "#include <array>\n#include <vector>\n");
  EXPECT_EQ(source.code, "#if A\n#endif\nint root;\n");
}

TEST(Prune, ValuesInBracesDoNotEndADeclaration) {
  EXPECT_EQ(
      pruned("constexpr long kA = long{1} << 31;\nconstexpr long kB = long{1} << 30;\n"
             "bool operator==(A a, A b) { return true; }\nlong root = kB;\n"),
      "constexpr long kB = long{1} << 30;\nbool operator==(A a, A b) { return true; }\nlong root = kB;\n");
}

}  // namespace tabiya::tools::prune_test
