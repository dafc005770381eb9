// The build runs `tabiya_make_decoders ROOT OUT DEPFILE SOURCE…`. It writes decoder_sources.h, and its
// sources as a file of dependencies.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "codec/literal.h"
#include "tools/cli/failure.h"
#include "tools/submission/amalgamate.h"
#include "tools/submission/shorten.h"

namespace tabiya::tools {
namespace {

struct Decoder {
  std::string name, constants, guard;
  std::vector<std::string> rust;  // its parts
};
const Decoder kDecoders[] = {
    {"book", "Book", "TABIYA_BOOK", {"common.rs", "book.rs", "mixing.rs", "words.rs", "labels.rs"}},
    {"network", "Network", "TABIYA_NETWORK", {"common.rs", "network.rs", "matrix.rs"}}};

// The templates of other languages (tools/assets/languages.h), and programs that use the decoders (tools/bench/languages.h).
struct Template {
  std::string constant, file;
};
const Template kTemplates[] = {{"PlainPython", "plain/python.py"},
                               {"PlainJava", "plain/java.java"},
                               {"PlainCsharp", "plain/csharp.cs"},
                               {"PlainJavaScript", "plain/javascript.js"},
                               {"PlainGo", "plain/go.go"},
                               {"UseCpp", "../../bench/languages/use.cpp"},
                               {"UseRust", "../../bench/languages/use.rs"},
                               {"UsePython", "../../bench/languages/use.py"},
                               {"UseJava", "../../bench/languages/Use.java"},
                               {"UseCsharp", "../../bench/languages/use.cs"},
                               {"UseJavaScript", "../../bench/languages/use.mjs"},
                               {"UseGo", "../../bench/languages/use.go"}};

// The text before the literal: the name and the guard of the decoder, and the includes.
constexpr const char* kCppBefore = R"(//
// tabiya_{0}::decode(tabiya_{0}::kTabiyaAsset) gives the {0}, or throws std::runtime_error where the literal
// is damaged. Standard C++20; any number of sources may include this file.
#ifndef {1}
#define {1}

{2}
namespace tabiya_{0} {{

)";

// The text behind the literal: the decoder's result, with its comments, and the decoder, where each source
// has its own.
constexpr const char* kCppAfter = R"(
}}  // namespace tabiya_{0}

{1}
// The decoder, out of the sources of Tabiya.
namespace tabiya_{0} {{
namespace {{
{2}}}  // namespace
}}  // namespace tabiya_{0}

#endif
)";

constexpr const char* kRustBefore = R"(//
// decode(TABIYA_ASSET) gives what was packed, or an error where the literal is damaged. A module of its own, of
// Rust without crates and unsafe code.
)";

std::string definition(const std::string& name, std::string_view text) {
  return fmt::format("inline constexpr std::string_view k{} =\n{};\n", name, codec::cpp_string(text));
}

class Maker {
 public:
  Maker(std::string root, const std::vector<std::string>& sources) : root_(std::move(root)) {
    for (const std::string& source : sources) sources_.push_back({source, {}});
  }

  std::string run() {
    std::string text = "#pragma once\n\n#include <string_view>\n\nnamespace tabiya::tools {\n" +
                       definition("RustBefore", kRustBefore);
    for (const Decoder& decoder : kDecoders) text += cpp(decoder) + rust(decoder);
    for (const Template& plain : kTemplates)
      text += definition(plain.constant, read(path(plain.file)).value_or(""));
    return text + "}  // namespace tabiya::tools\n";
  }

  const std::string& dependencies() const { return dependencies_; }

 private:
  static std::string path(const std::string& name) { return "tools/assets/decoder/" + name; }

  std::string cpp(const Decoder& decoder) {
    const std::string header = path(decoder.name + ".h");
    const std::string api = read(header).value_or("");
    const auto read_rest = [&](const std::string& file) { return file == header ? "" : read(file); };
    const PrunedSource source =
        prune(amalgamate({path(decoder.name + ".cpp")}, sources_, read_rest), "decode");
    return definition(decoder.constants + "CppBefore",
                      fmt::format(kCppBefore, decoder.name, decoder.guard, source.includes)) +
           definition(decoder.constants + "CppAfter",
                      fmt::format(kCppAfter, decoder.name, api.substr(api.find("namespace ")), source.code));
  }

  std::string rust(const Decoder& decoder) {
    std::string source;
    for (const std::string& part : decoder.rust) source += "\n" + read(path(part)).value_or("");
    return definition(decoder.constants + "RustAfter", source);
  }

  std::optional<std::string> read(const std::string& file) {
    std::ifstream stream(root_ + "/" + file, std::ios::binary);
    if (!stream) return std::nullopt;
    dependencies_ += " \\\n  " + root_ + "/" + file;
    return std::string(std::istreambuf_iterator<char>(stream), {});
  }

  std::string root_, dependencies_;
  std::vector<SourceFile> sources_;
};

int run(const std::vector<std::string>& arguments) {
  Maker maker(arguments[0], {arguments.begin() + 3, arguments.end()});
  std::ofstream(arguments[1], std::ios::binary) << maker.run();
  std::ofstream(arguments[2], std::ios::binary) << arguments[1] << ":" << maker.dependencies() << "\n";
  return kSuccess;
}

}  // namespace
}  // namespace tabiya::tools

int main(int argc, char** argv) {
  if (argc < 5) return tabiya::tools::kUnusable;
  try {
    return tabiya::tools::run({argv + 1, argv + argc});
  } catch (const tabiya::tools::Failure& failure) {
    std::fprintf(stderr, "tabiya_make_decoders: %s\n", failure.what());
    return failure.code();
  }
}
