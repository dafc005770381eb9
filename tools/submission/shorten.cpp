#include "tools/submission/shorten.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <utility>
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

using Kind = CppToken::Kind;
using Names = std::set<std::string, std::less<>>;

constexpr std::string_view kKeywords =
    "alignas alignof and asm auto bool break case catch char char16_t char32_t char8_t class co_await concept const "
    "const_cast consteval constexpr constinit continue decltype default defined delete do double dynamic_cast else enum "
    "explicit extern false final float for friend goto if inline int long mutable namespace new noexcept not nullptr operator or "
    "override private protected public register reinterpret_cast requires return short signed sizeof static static_assert "
    "static_cast struct switch template this thread_local throw true try typename union unsigned using virtual void volatile "
    "wchar_t while xor std "
    // Attributes.
    "deprecated fallthrough gnu likely maybe_unused no_unique_address nodiscard noreturn target unlikely";

// Names that code outside of the source refers to.
constexpr std::string_view kKnownOutside = "Payload kPayload main submission tabiya";

// Members of the library, what its templates ask of their arguments, macros, and functions of C and of the system.
constexpr std::string_view kOfTheLibrary =
    "CLOCKS_PER_SEC EOF MADV_HUGEPAGE all allocate any append assign at back bad base begin c_str capacity clear close code "
    "compare compare_exchange_weak const_iterator contains count data deallocate denorm_min detach digits digits10 ec emplace "
    "emplace_back empty end ends_with eof epsilon equal_range erase errno exchange extract fail fetch_add fill find "
    "find_first_not_of find_first_of find_last_not_of find_last_of first flip flush front gcount get get_id getline good "
    "hardware_concurrency has_value ignore imag index infinity insert is_always_equal is_open is_signed iterator join joinable "
    "last length load lock lower_bound madvise max merge message min native_handle none notify_all notify_one now npos open out "
    "owner_before peek period pop pop_back pop_front propagate_on_container_move_assignment ptr push push_back push_front put "
    "putback quiet_NaN radix rbegin rdbuf read real rebind release remove_prefix remove_suffix rend rep reserve reset resize "
    "result_type rfind second seconds seekg set shrink_to_fit size size_bytes starts_with stderr stdin stdout store str subspan "
    "substr swap tellg test time_since_epoch to_string to_ulong top try_emplace type uintptr_t unlock upper_bound use_count value "
    "value_or value_type wait wait_for wait_until what write zero";

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

void add_words(std::string_view text, Names& names) {
  while (!text.empty()) {
    const auto begin = std::ranges::find_if(text, is_word_character);
    const auto end = std::find_if_not(begin, text.end(), is_word_character);
    if (begin != end) names.emplace(begin, end);
    text = text.substr(static_cast<std::size_t>(end - text.begin()));
  }
}

// Adds the names behind `std::`, all of `std::chrono::milliseconds`.
void add_names_of_std(const std::vector<CppToken>& tokens, Names& names) {
  std::vector<const CppToken*> solid;
  for (const CppToken& token : tokens)
    if (token.kind != Kind::kSpace) solid.push_back(&token);
  for (std::size_t i = 0; i < solid.size(); ++i)
    if (solid[i]->text == "std")
      for (std::size_t at = i; at + 3 < solid.size() && solid[at + 1]->text == ":" &&
                               solid[at + 2]->text == ":" && solid[at + 3]->kind == Kind::kWord;
           at += 3)
        names.insert(solid[at + 3]->text);
}

// The short names: one letter, then letters and digits.
std::string short_name(std::size_t number) {
  constexpr std::string_view kCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  constexpr std::size_t kLetters = 52;
  std::string rest;
  while (number >= kLetters) {
    number -= kLetters;
    rest += kCharacters[number % kCharacters.size()];
    number /= kCharacters.size();
  }
  return kCharacters[number] + rest;
}

// The short name of each that becomes one: the shortest for those that occur most.
std::map<std::string, std::string> short_names(const std::vector<CppToken>& tokens) {
  Names kept;
  for (const std::string_view list : {kKeywords, kKnownOutside, kOfTheLibrary}) add_words(list, kept);
  add_names_of_std(tokens, kept);
  std::map<std::string, std::size_t> uses;
  for (const CppToken& token : tokens) {
    if (token.kind == Kind::kDirective) add_words(token.text, kept);
    if (token.kind == Kind::kWord) ++uses[token.text];
  }
  std::vector<std::pair<std::string, std::size_t>> names;
  for (const auto& [name, count] : uses)
    if (name.size() > 2 && name.front() != '_' && !kept.contains(name)) names.emplace_back(name, count);
  std::ranges::stable_sort(names, std::greater{}, &std::pair<std::string, std::size_t>::second);
  std::map<std::string, std::string> shorter;
  std::size_t number = 0;
  for (const auto& [name, count] : names) {
    std::string next = short_name(number++);
    while (kept.contains(next) || uses.contains(next)) next = short_name(number++);
    shorter[name] = next;
  }
  return shorter;
}

// True if two tokens would be read as others without a blank between them.
bool need_a_blank(char before, char after) {
  constexpr std::string_view kPairs[] = {
      "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<=", ">=", "==", "!=", "->", "<:", "::", "/*"};
  constexpr std::string_view kDoubles = "+-&|<>/";
  const char both[] = {before, after, '\0'};
  if (is_word_character(before)) return is_word_character(after) || after == '"' || after == '\'';
  if (before == '"' || before == '\'') return is_word_character(after);  // no suffix of a literal
  return (before == after && kDoubles.find(before) != kDoubles.npos) ||
         std::ranges::find(kPairs, both) != std::end(kPairs);
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

std::string shorten(std::string_view source) {
  constexpr std::size_t kLine = 100;  // characters, after which a line ends where it may
  const std::vector<CppToken> tokens = tokenize_cpp(source);
  const std::map<std::string, std::string> shorter = short_names(tokens);
  std::string text;
  std::size_t line = 0;  // where it begins
  bool had_space = false;
  for (const CppToken& token : tokens) {
    if (token.kind == Kind::kSpace) {
      had_space = true;
      continue;
    }
    const bool is_directive = token.kind == Kind::kDirective;
    if (is_directive && !text.empty() && text.back() != '\n') text += '\n';
    const auto name = token.kind == Kind::kWord ? shorter.find(token.text) : shorter.end();
    const std::string& word = name == shorter.end() ? token.text : name->second;
    if (had_space && !text.empty() && text.back() != '\n') {
      line = std::min(text.size(), text.rfind('\n') + 1);  // npos + 1 is 0
      if (text.size() - line > kLine)
        text += '\n';
      else if (need_a_blank(text.back(), word.front()))
        text += ' ';
    }
    text += word;
    if (is_directive) text += '\n';
    had_space = false;
  }
  return text;
}

}  // namespace tabiya::tools
