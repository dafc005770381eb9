#include "tools/submission/prune.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "tools/submission/cpp_text.h"

namespace tabiya::tools {
namespace {

using Kind = CppToken::Kind;
using Tokens = std::vector<CppToken>;

// The words of tokens, except for members of something.
std::vector<std::string> words_of(std::span<const CppToken> tokens) {
  std::vector<std::string> words;
  std::string before;  // the last two characters
  for (const CppToken& token : tokens) {
    if (token.kind == Kind::kWord && !before.ends_with('.') && before != "->") words.push_back(token.text);
    if (token.kind != Kind::kSpace)
      before = (before + token.text).substr(std::max<std::size_t>(before.size() + token.text.size(), 2) - 2);
  }
  return words;
}

Tokens without_space(std::span<const CppToken> tokens) {
  Tokens rest;
  std::ranges::copy_if(tokens, std::back_inserter(rest),
                       [](const CppToken& token) { return token.kind != Kind::kSpace; });
  return rest;
}

// Adds the names behind commas outside of brackets, after the first name's value: `int a = 1, b = 2;`.
void add_further_names(const Tokens& tokens, std::vector<std::string>& names) {
  int depth = 0;
  std::size_t i = 0;
  while (i < tokens.size() && tokens[i].text.find_first_of("=({") == std::string::npos) ++i;
  if (i < tokens.size() && tokens[i].text != "=") return;
  for (; i < tokens.size(); ++i) {
    const std::string& text = tokens[i].text;
    depth += text == "(" || text == "{" || text == "[";
    depth -= text == ")" || text == "}" || text == "]";
    if (depth == 0 && i > 0 && tokens[i - 1].text == "," && tokens[i].kind == Kind::kWord)
      names.push_back(text);
  }
}

// The class whose member is defined: `A::B::f(`; empty if there is none.
std::string class_of_member(const Tokens& tokens) {
  std::string name;
  for (std::size_t i = 0; i + 3 < tokens.size() && tokens[i].text != "("; ++i) {
    if (tokens[i].kind == Kind::kWord && tokens[i + 1].text == ":" && tokens[i + 2].text == ":")
      name = tokens[i].text;
  }
  return name;
}

// The names by which a declaration is needed; "" means always.
std::vector<std::string> names_of(const CppDeclaration& declaration, std::span<const CppToken> all) {
  const Tokens tokens = without_space(all.subspan(declaration.begin, declaration.end - declaration.begin));
  const std::string& first = tokens.front().text;
  if (first == "static_assert" || first == ";") return {};
  if (first == "using" && declaration.name.empty()) {
    const bool opens_namespace = tokens.size() > 1 && tokens[1].text == "namespace";
    return {opens_namespace ? "" : tokens[tokens.size() - 2].text};
  }
  if (declaration.name == "operator") return {""};
  if (declaration.name.empty()) return {class_of_member(tokens)};
  std::vector<std::string> names{declaration.name};
  if (first == "enum") names = words_of(tokens);
  add_further_names(tokens, names);
  return names;
}

// Tells for each declaration if it is needed.
std::vector<bool> needed(const Tokens& tokens, const std::vector<CppDeclaration>& all,
                         const std::string& root) {
  std::multimap<std::string, std::size_t> by_name;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const std::string& name : names_of(all[i], tokens)) by_name.emplace(name, i);
  }
  std::vector<bool> is_needed(all.size());
  std::set<std::string> seen{root, ""};
  std::vector<std::string> wanted{root, ""};
  while (!wanted.empty()) {
    const auto [begin, end] = by_name.equal_range(wanted.back());
    wanted.pop_back();
    for (auto found = begin; found != end; ++found) {
      const std::size_t i = found->second;
      if (is_needed[i]) continue;
      is_needed[i] = true;
      for (std::string& word : words_of(std::span(tokens).subspan(all[i].begin, all[i].end - all[i].begin)))
        if (seen.insert(word).second) wanted.push_back(std::move(word));
    }
  }
  return is_needed;
}

// The end of the namespace at `at`, if that is one without content; else `at`.
std::size_t end_of_empty_namespace(const Tokens& tokens, std::size_t at) {
  if (tokens[at].text != "namespace") return at;
  std::size_t i = at;
  while (i < tokens.size() && tokens[i].text != "{") ++i;
  for (++i; i < tokens.size() && tokens[i].kind == Kind::kSpace;) ++i;
  return i < tokens.size() && tokens[i].text == "}" ? i + 1 : at;
}

Tokens without_empty_namespaces(Tokens tokens) {
  for (std::size_t before = 0; before != tokens.size();) {
    before = tokens.size();
    Tokens rest;
    for (std::size_t at = 0; at < tokens.size();) {
      const std::size_t end = end_of_empty_namespace(tokens, at);
      if (end == at) rest.push_back(tokens[at++]);
      at = end > at ? end : at;
    }
    tokens = std::move(rest);
  }
  return tokens;
}

// The text of tokens, without empty lines.
std::string text_of(const Tokens& tokens) {
  std::string text;
  for (const CppToken& token : tokens) {
    const bool at_line_start = text.empty() || text.back() == '\n';
    if (token.kind == Kind::kSpace && at_line_start) continue;
    if (token.kind == Kind::kDirective && !at_line_start) text += '\n';
    text += token.text;
  }
  return text;
}

}  // namespace

PrunedSource prune(std::string_view source, const std::string& root) {
  const Tokens tokens = tokenize_cpp(source);
  const std::vector<CppDeclaration> all = declarations(tokens);
  const std::vector<bool> is_needed = needed(tokens, all, root);
  std::vector<bool> is_left_out(tokens.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t at = all[i].begin; at < all[i].end && !is_needed[i]; ++at) is_left_out[at] = true;
  }
  Tokens rest;
  std::set<std::string> includes;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].kind == Kind::kDirective && tokens[at].text.starts_with("#include")) {
      includes.insert(tokens[at].text + "\n");
    } else if (!is_left_out[at]) {
      rest.push_back(tokens[at]);
    }
  }
  PrunedSource pruned{"", text_of(without_empty_namespaces(std::move(rest)))};
  for (const std::string& include : includes) pruned.includes += include;
  return pruned;
}

}  // namespace tabiya::tools
