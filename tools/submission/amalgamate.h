// One source file out of many: the sources that a program of this project needs, in the order of its
// includes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tabiya::tools {

struct SourceFile {
  std::string path;                  // from the root of the project: "core/book/book.cpp"
  std::vector<std::string> targets;  // instructions that it alone is compiled for: "avx2"
};

// The text of a file by its path from the root; empty if there is none.
using ReadSource = std::function<std::optional<std::string>(const std::string& path)>;

// Joins `mains` in their order, all that they include by quotes, and those of `sources` that belong to these
// headers. A source belongs to the header of its name or, if it has none, to the headers of its folder that
// it includes. Comments and indentation are left out. Throws Failure if a file is missing.
std::string amalgamate(const std::vector<std::string>& mains, const std::vector<SourceFile>& sources,
                       const ReadSource& read);

}  // namespace tabiya::tools
