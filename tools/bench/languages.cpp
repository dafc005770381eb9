#include "tools/bench/languages.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>

#include <fmt/format.h>

#include "codec/crc64.h"
#include "codec/text.h"
#include "decoder_sources.h"
#include "tools/assets/languages.h"
#include "tools/assets/packing.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"
#include "tools/cli/temporary_folder.h"

namespace tabiya::tools {
namespace {

const Toolchain kToolchains[] = {
    {"cpp", "h", {"g++"}, "use.cpp", kUseCpp, "g++ -std=c++20 -O2 use.cpp -o use", "./use"},
    {"rust", "rs", {"rustc"}, "use.rs", kUseRust, "rustc --edition 2018 -O use.rs -o use", "./use"},
    {"python", "py", {"python3"}, "use.py", kUsePython, "true", "python3 -B use.py"},
    {"java",
     "java",
     {"javac", "java"},
     "Use.java",
     kUseJava,
     "javac -encoding UTF-8 -Xlint:all,-auxiliaryclass -Werror -d . *.java",
     "java -cp . Use"},
    {"csharp",
     "cs",
     {"mcs", "mono"},
     "use.cs",
     kUseCsharp,
     "mcs -warnaserror -r:System.Core -out:use.exe *.cs",
     "mono use.exe"},
    {"javascript-module", "mjs", {"node"}, "use.mjs", kUseJavaScript, "true", "node use.mjs"},
    {"go",
     "go",
     {"go"},
     "use.go",
     kUseGo,
     "GO111MODULE=off GOFLAGS= GOCACHE=$PWD/cache go build -o use .",
     "./use"}};

constexpr std::string_view kKinds[] = {"book", "network"};

// The output of a command of the shell. Throws Failure where it fails.
std::string output_of(const std::string& command) {
  const std::optional<std::string> output = output_of_command(command);
  if (!output) throw Failure(command + ": failed", kInternalError);
  return *output;
}

void write(const std::string& path, std::string_view text) {
  if (!(std::ofstream(path, std::ios::binary) << text)) throw Failure(path + ": cannot write it");
}

const codec::Encoding& encoding_of(const Toolchain& toolchain) {
  return **std::ranges::find(encodings(), toolchain.language, &codec::Encoding::name);
}

// The part of a source that is not the text: lines that have only characters of ASCII.
std::size_t decoder_chars(std::string_view source) {
  std::size_t chars = 0;
  while (!source.empty()) {
    const std::string_view line = source.substr(0, std::min(source.find('\n'), source.size() - 1) + 1);
    if (std::ranges::all_of(line, [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
      chars += line.size();
    source.remove_prefix(line.size());
  }
  return chars;
}

struct Measured {
  std::size_t bytes = 0, decoder = 0;
  double seconds = 0;
  std::uint64_t hash = 0;  // of all that the decoder found
};

// Measures a book and a network in one language.
std::vector<Measured> measured(const Toolchain& toolchain, std::span<const Packable> assets) {
  constexpr std::size_t kNoLimit = std::size_t{1} << 30;
  const TemporaryFolder folder("tabiya-bench");
  std::vector<Measured> all;
  for (std::size_t i = 0; i < assets.size(); ++i) {
    PackRequest request;
    request.encoding = &encoding_of(toolchain);
    request.limits.bytes = kNoLimit;
    request.decoder = true;
    if (kKinds[i] == "book") request.keep = BookContent::kValues;
    const std::string source = pack_asset(assets[i], request, kKinds[i]).output;
    write(folder.file(fmt::format("{}.{}", kKinds[i], toolchain.ending)), source);
    all.push_back({source.size(), decoder_chars(source)});
  }
  write(folder.file(std::string(toolchain.file)), toolchain.user);
  const std::string in_folder = "cd " + folder.path() + " && ";
  output_of(in_folder + std::string(toolchain.build));
  for (std::size_t i = 0; i < assets.size(); ++i) {
    const std::string use = fmt::format("{}{} {}", in_folder, toolchain.run, kKinds[i]);
    const std::string found = output_of(use);
    all[i].hash = codec::crc64(std::as_bytes(std::span(found)));
    all[i].seconds = std::min(std::stod(output_of(use + " time")), std::stod(output_of(use + " time")));
  }
  return all;
}

void print_row(const Toolchain& toolchain, const std::optional<std::vector<Measured>>& all, bool json) {
  Json object{{"language", toolchain.language}};
  std::string line = fmt::format("{:<18}", toolchain.language);
  for (std::size_t i = 0; i < std::size(kKinds); ++i) {
    if (!all) continue;
    const Measured& m = (*all)[i];
    line += fmt::format("{:>10}{:>9}{:>8.3f}", m.bytes, m.decoder, m.seconds);
    object[std::string(kKinds[i])] = {{"bytes", m.bytes},
                                      {"decoder_chars", m.decoder},
                                      {"seconds", m.seconds},
                                      {"hash", hexadecimal(m.hash)}};
  }
  if (json) return print_json(object);
  print_line("{}", all ? line : line + " skipped: " + joined(toolchain.programs, " or ") + " is missing");
}

}  // namespace

bool Toolchain::is_there() const {
  return std::ranges::all_of(programs, [](std::string_view program) {
    return std::system(fmt::format("command -v {} > /dev/null", program).c_str()) == 0;
  });
}

std::span<const Toolchain> toolchains() { return kToolchains; }

void print_language_table(const std::string& book, const std::string& network, bool json) {
  const Packable assets[] = {read_packable(asset_path(book.empty() ? "shipped" : book)),
                             read_packable(asset_path(network.empty() ? "shipped-net" : network))};
  if (!json)
    print_line("{:<18}{:>10}{:>9}{:>8}{:>10}{:>9}{:>8}", "language", "book", "decoder", "s", "network",
               "decoder", "s");
  std::optional<std::vector<Measured>> first;
  for (const Toolchain& toolchain : toolchains()) {
    std::optional<std::vector<Measured>> all;
    if (toolchain.is_there()) all = measured(toolchain, assets);
    print_row(toolchain, all, json);
    if (!first) first = all;
    for (std::size_t i = 0; all && i < all->size(); ++i)
      if ((*all)[i].hash != (*first)[i].hash)
        throw Failure(
            fmt::format("{}: its decoder finds another {} than the first", toolchain.language, kKinds[i]),
            kInternalError);
  }
}

}  // namespace tabiya::tools
