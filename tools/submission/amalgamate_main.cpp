// The build runs `tabiya_amalgamate ROOT OUT DEPFILE GAME MAIN [SOURCE[=FLAG,FLAG…]]…`. It writes the
// amalgamation of GAME and MAIN, made short, as a C++ literal, and its sources as a file of dependencies.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "codec/literal.h"
#include "tools/cli/failure.h"
#include "tools/submission/amalgamate.h"
#include "tools/submission/shorten.h"

namespace tabiya::tools {
namespace {

// The argument is like "core/eval/kernels/avx2.cpp=-mavx2"; flags that name no instructions do not matter
// here.
SourceFile source_file(const std::string& argument) {
  const auto sign = argument.find('=');
  SourceFile file{argument.substr(0, sign), {}};
  for (std::size_t at = sign; at < argument.size(); at = argument.find(',', at)) {
    ++at;
    const std::string flag = argument.substr(at, argument.find(',', at) - at);
    if (flag.starts_with("-m")) file.targets.push_back(flag.substr(2));
  }
  return file;
}

int run(const std::vector<std::string>& arguments) {
  const std::string root = arguments[0] + "/", out = arguments[1], depfile = arguments[2];
  std::vector<SourceFile> sources;
  for (std::size_t i = 5; i < arguments.size(); ++i) sources.push_back(source_file(arguments[i]));
  std::string dependencies = out + ":";
  const auto read = [&](const std::string& path) -> std::optional<std::string> {
    std::ifstream file(root + path, std::ios::binary);
    if (!file) return std::nullopt;
    dependencies += " \\\n  " + root + path;
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string source = shorten(amalgamate({arguments[3], arguments[4]}, sources, read));
  std::ofstream(out, std::ios::binary) << codec::cpp_literal(source);
  std::ofstream(depfile, std::ios::binary) << dependencies << "\n";
  return kSuccess;
}

}  // namespace
}  // namespace tabiya::tools

int main(int argc, char** argv) {
  if (argc < 6) return tabiya::tools::kUnusable;
  try {
    return tabiya::tools::run({argv + 1, argv + argc});
  } catch (const tabiya::tools::Failure& failure) {
    std::fprintf(stderr, "tabiya_amalgamate: %s\n", failure.what());
    return failure.code();
  }
}
