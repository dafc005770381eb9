// Sources are put into one translation unit. What that breaks, and what is done about it:
// - Files keep names to themselves in unnamed namespaces, and several use the same: those are renamed.
// - Kernels are compiled for instructions that the rest must not use: pragmas stand around them.
// The alternative, names that are unique in the whole project, would bind every file to a rule that only this
// one needs.
#include "tools/submission/amalgamate.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/submission/cpp_text.h"

namespace tabiya::tools {
namespace {

using Kind = CppToken::Kind;

// The name in `#include "…"` or `#include <…>`, with its quotes; empty for other directives.
std::string_view included(std::string_view directive) {
  const std::size_t open = directive.find_first_of("\"<");
  if (directive.find("include") == directive.npos || open == directive.npos) return {};
  return directive.substr(open);
}

bool is_directive(std::string_view line, std::string_view name) {
  return line.substr(std::min(line.find_first_not_of("# \t"), line.size())).starts_with(name);
}

CppToken line_end() { return {Kind::kSpace, "\n"}; }

void add_line(std::vector<CppToken>& tokens, const std::string& directive) {
  tokens.push_back(line_end());
  tokens.push_back({Kind::kDirective, directive});
  tokens.push_back(line_end());
}

// Puts pragmas around each outermost namespace, since the includes of a file are for all files.
std::vector<CppToken> for_targets(const std::vector<CppToken>& tokens,
                                  const std::vector<std::string>& targets) {
  if (targets.empty()) return tokens;
  std::string list;
  for (const std::string& target : targets) list += (list.empty() ? "" : ",") + target;
  std::vector<CppToken> result;
  int depth = 0;
  for (const CppToken& token : tokens) {
    if (depth == 0 && token.text == "namespace") {
      add_line(result, "#pragma GCC push_options");
      add_line(result, fmt::format("#pragma GCC target(\"{}\")", list));
    }
    result.push_back(token);
    if (token.text == "{") ++depth;
    if (token.text == "}" && --depth == 0) add_line(result, "#pragma GCC pop_options");
  }
  return result;
}

class Amalgamation {
 public:
  explicit Amalgamation(const ReadSource& read) : read_(read) {}

  // The headers that a file includes come before it, and all sources before the mains.
  std::string run(const std::vector<std::string>& mains, const std::vector<SourceFile>& sources) {
    for (const std::string& main : mains)
      for (const std::string& header : headers_of(load({main, {}}))) add({header, {}});
    for (std::size_t before = 0; before != files_.size();) {
      before = files_.size();
      for (const SourceFile& source : sources) {
        if (is_needed(source)) add(source);
      }
    }
    for (const std::string& main : mains) add({main, {}});
    return text();
  }

 private:
  // The text that a file adds, between the texts of its includes.
  struct Piece {
    std::string file;
    std::vector<CppToken> tokens;
  };

  std::vector<CppToken> load(const SourceFile& file) const {
    const auto source = read_(file.path);
    if (!source) throw Failure(fmt::format("{}: there is no such source", file.path));
    return for_targets(tokenize_cpp(*source), file.targets);
  }

  bool is_needed(const SourceFile& source) const {
    const std::string stem = source.path.substr(0, source.path.rfind('.'));
    const std::string folder = stem.substr(0, stem.rfind('/') + 1);
    const std::vector<std::string> headers = headers_of(load(source));
    if (std::ranges::find(headers, stem + ".h") != headers.end()) return files_.contains(stem + ".h");
    return std::ranges::any_of(headers, [&](const std::string& header) {
      return header.starts_with(folder) && header.find('/', folder.size()) == header.npos &&
             files_.contains(header);
    });
  }

  static std::vector<std::string> headers_of(const std::vector<CppToken>& tokens) {
    std::vector<std::string> headers;
    for (const CppToken& token : tokens) {
      const std::string_view name = token.kind == Kind::kDirective ? included(token.text) : "";
      if (name.starts_with('"')) headers.emplace_back(name.substr(1, name.size() - 2));
    }
    return headers;
  }

  void add(const SourceFile& file) {
    if (!files_.insert(file.path).second) return;
    const std::vector<CppToken> tokens = load(file);
    const DeclaredNames names = declared_names(tokens);
    for (const std::string& name : names.local) owners_[name].push_back(file.path);
    shared_.insert(names.shared.begin(), names.shared.end());
    Piece piece{file.path, {}};
    int conditions = 0;
    for (const CppToken& token : tokens) {
      if (token.kind != Kind::kDirective) {
        piece.tokens.push_back(token);
        continue;
      }
      if (is_directive(token.text, "if")) ++conditions;
      if (is_directive(token.text, "endif")) --conditions;
      if (is_directive(token.text, "pragma once")) continue;
      const std::string_view name = included(token.text);
      if (name.starts_with('"')) {
        pieces_.push_back(std::move(piece));
        piece = {file.path, {}};
        add({std::string(name.substr(1, name.size() - 2)), {}});
      } else if (!name.starts_with('<') || conditions > 0 || system_.insert(std::string(name)).second) {
        add_line(piece.tokens, token.text);
      }
    }
    piece.tokens.push_back(line_end());
    pieces_.push_back(std::move(piece));
  }

  // Renames the local names of a file that other files have as well, except where they are members of
  // something.
  void rename(Piece& piece) const {
    std::string before;  // the last two characters
    for (CppToken& token : piece.tokens) {
      if (token.kind == Kind::kSpace) continue;
      if (token.kind == Kind::kWord && !before.ends_with('.') && before != "->" && before != "::") {
        if (const auto number = number_of(token.text, piece.file)) token.text += fmt::format("_{}", *number);
      }
      before = (before + token.text).substr(std::max<std::size_t>(before.size() + token.text.size(), 2) - 2);
    }
  }

  // The number that tells a local name of a file apart from the same name of other files; empty if there is
  // no other.
  std::optional<std::ptrdiff_t> number_of(const std::string& name, const std::string& file) const {
    const auto owners = owners_.find(name);
    if (owners == owners_.end() || (owners->second.size() == 1 && !shared_.contains(name)))
      return std::nullopt;
    const auto owner = std::ranges::find(owners->second, file);
    if (owner == owners->second.end()) return std::nullopt;
    return owner - owners->second.begin() + 1;
  }

  std::string text() {
    std::string all;
    for (Piece& piece : pieces_) {
      rename(piece);
      for (const CppToken& token : piece.tokens) {
        if (token.text == "\n" && (all.empty() || all.back() == '\n')) continue;
        all += token.text;
      }
    }
    return all;
  }

  const ReadSource& read_;
  std::set<std::string> files_;
  std::set<std::string> system_;
  std::vector<Piece> pieces_;
  std::map<std::string, std::vector<std::string>> owners_;  // of local names: files
  std::set<std::string> shared_;                            // names that files share
};

}  // namespace

std::string amalgamate(const std::vector<std::string>& mains, const std::vector<SourceFile>& sources,
                       const ReadSource& read) {
  return Amalgamation(read).run(mains, sources);
}

}  // namespace tabiya::tools
