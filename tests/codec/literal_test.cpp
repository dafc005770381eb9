#include "codec/literal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "codec/dense_text.h"
#include "codec/text.h"
#include "tests/support/bytes.h"
#include "tests/support/checkout.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::codec::literal_test {

using ::testing::HasSubstr;

std::string random_text(std::size_t size) {
  std::mt19937_64 random(size);
  return encode_printable(test::random_bytes(random, size));
}

TEST(Literal, GivesBackItsText) {
  for (const std::string& text :
       {std::string(), std::string("a"), std::string(")\" )x\" \"# \"## R\"( r#\" \\"), random_text(100),
        random_text(50'000)}) {
    const auto cpp = cpp_literal_text(cpp_literal(text));
    ASSERT_TRUE(cpp.ok()) << cpp.error().message;
    EXPECT_EQ(*cpp, text);
    const auto rust = rust_literal_text(rust_literal(text));
    ASSERT_TRUE(rust.ok()) << rust.error().message;
    EXPECT_EQ(*rust, text);
  }
}

TEST(Literal, SplitsLongTextAtCharacters) {
  const std::string source = cpp_literal(std::string(kMaxLiteral - 1, 'a') + "\xC3\xA4 tail");
  EXPECT_THAT(source, HasSubstr("a)\",\n    R\"(\xC3\xA4 tail)\"};\n"));
}

TEST(Literal, RefusesWhatIsCutShort) {
  const std::string source = cpp_literal("some text");
  for (std::size_t size = 0; size + 5 < source.size(); ++size) {
    EXPECT_FALSE(cpp_literal_text(source.substr(0, size)).ok()) << size;
  }
  EXPECT_FALSE(rust_literal_text(source).ok());
}

TEST(Literal, EndsBeforeWhatStandsBehindIt) {
  const std::string text = random_text(40'000);
  const LiteralFrame frame{"namespace a {\n", "const char* other = R\"(other)\", r#\"other\"#;\n}\n"};
  EXPECT_EQ(*cpp_literal_text(cpp_literal(text, frame)), text);
  EXPECT_EQ(*rust_literal_text(rust_literal(text, frame)), text);
}

// Compiles the literal with `compiler` into a program that decodes it, and compares the bytes.
void expect_compiles(const std::string& compiler) {
  if (std::system(("command -v " + compiler + " > /dev/null").c_str()) != 0)
    GTEST_SKIP() << compiler << " is not there";
  const test::TemporaryFolder folder;
  std::mt19937_64 random(81);
  const test::Bytes bytes = test::random_bytes(random, 70'000);
  std::ofstream(folder.path("asset.h")) << cpp_literal(encode_printable(bytes));
  std::ofstream(folder.path("main.cpp"))
      << "#include <cstdio>\n#include \"asset.h\"\n#include \"codec/dense_text.cpp\"\n"
         "int main() {\n"
         "  std::string text;\n"
         "  for (const char* piece : kTabiyaAsset) text += piece;\n"
         "  const auto bytes = tabiya::codec::decode_printable(text);\n"
         "  return bytes && std::fwrite(bytes->data(), 1, bytes->size(), stdout) == bytes->size() ? 0 : 1;\n"
         "}\n";
  const std::string program = folder.path("program");
  const std::string compile = compiler + " -std=c++20 -Wall -Wextra -Wpedantic -Werror -I" +
                              test::source_folder() + " " + folder.path("main.cpp") + " -o " + program;
  ASSERT_EQ(std::system(compile.c_str()), 0);
  ASSERT_EQ(std::system((program + " > " + folder.path("out")).c_str()), 0);
  std::ifstream out(folder.path("out"), std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(out), {}), as_text(bytes));
}

TEST(Literal, CompilesWithGcc) { expect_compiles("g++"); }
TEST(Literal, CompilesWithClang) {
  expect_compiles(std::system("command -v clang++ > /dev/null") == 0 ? "clang++" : "clang++-14");
}

}  // namespace tabiya::codec::literal_test
