#include "tools/submission/cpp_text.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace tabiya::tools {
namespace {

using Kind = CppToken::Kind;

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view source) : rest_(source) {}

  std::vector<CppToken> run() {
    while (!rest_.empty()) next();
    return std::move(tokens_);
  }

 private:
  void next() {
    const char c = rest_.front();
    if (rest_.starts_with("//")) {
      skip(std::min(rest_.find('\n'), rest_.size()));
    } else if (rest_.starts_with("/*")) {
      skip(std::min(rest_.find("*/", 2), rest_.size() - 2) + 2);
      add_space(' ');
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      add_space(c == '\n' ? '\n' : ' ');
      skip(1);
    } else if (c == '#' && at_line_start()) {
      add_directive();
    } else if (const std::size_t raw = raw_string_size(); raw > 0) {
      add(Kind::kLiteral, raw);
    } else if (c == '"' || c == '\'') {
      add(Kind::kLiteral, quoted_size(c));
    } else if (std::isdigit(static_cast<unsigned char>(c))) {
      add(Kind::kLiteral, number_size());
    } else if (is_word_character(c)) {
      add(Kind::kWord, size_while(is_word_character));
    } else {
      add(Kind::kSymbol, 1);
    }
  }

  void skip(std::size_t size) { rest_.remove_prefix(size); }
  void add(Kind kind, std::size_t size) {
    tokens_.push_back({kind, std::string(rest_.substr(0, size))});
    skip(size);
  }
  // One character of consecutive white space is kept: a line end if there was one.
  void add_space(char c) {
    if (tokens_.empty()) return;
    if (tokens_.back().kind != Kind::kSpace) {
      tokens_.push_back({Kind::kSpace, std::string(1, c)});
    } else if (c == '\n') {
      tokens_.back().text = c;
    }
  }
  bool at_line_start() const {
    return tokens_.empty() || (tokens_.back().kind == Kind::kSpace && tokens_.back().text == "\n");
  }
  void add_directive() {
    std::string line;
    for (bool goes_on = true; goes_on;) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      std::string_view part = rest_.substr(0, end);
      goes_on = part.ends_with('\\') && end < rest_.size();
      skip(goes_on ? end + 1 : end);
      if (goes_on) part.remove_suffix(1);
      line += part;
    }
    line = line.substr(0, line.find("//"));
    line.erase(line.find_last_not_of(" \t\r") + 1);
    tokens_.push_back({Kind::kDirective, line});
  }

  std::size_t raw_string_size() const {
    if (!rest_.starts_with("R\"")) return 0;
    const std::size_t open = rest_.find('(');
    if (open == rest_.npos) return 0;
    const std::string close = ")" + std::string(rest_.substr(2, open - 2)) + "\"";
    return std::min(rest_.find(close, open), rest_.size() - close.size()) + close.size();
  }
  std::size_t quoted_size(char quote) const {
    std::size_t at = 1;
    while (at < rest_.size() && rest_[at] != quote) at += rest_[at] == '\\' ? 2 : 1;
    return std::min(at + 1, rest_.size());
  }
  // 1'000'000, 0x1p-3, 1.5e+10: an apostrophe within a number opens no character.
  std::size_t number_size() const {
    std::size_t at = 1;
    for (; at < rest_.size(); ++at) {
      const char before = rest_[at - 1];
      const bool is_sign = (rest_[at] == '+' || rest_[at] == '-') &&
                           std::string_view("eEpP").find(before) != std::string_view::npos;
      if (!is_word_character(rest_[at]) && rest_[at] != '.' && rest_[at] != '\'' && !is_sign) break;
    }
    return at;
  }
  template <class Is>
  std::size_t size_while(Is is) const {
    return static_cast<std::size_t>(std::ranges::find_if_not(rest_, is) - rest_.begin());
  }

  std::string_view rest_;
  std::vector<CppToken> tokens_;
};

// Reads the declarations of a namespace one after the other.
class Declarations {
 public:
  explicit Declarations(const std::vector<CppToken>& tokens) : all_(tokens) {
    for (const CppToken& token : tokens) {
      if (token.kind != Kind::kSpace && token.kind != Kind::kDirective) tokens_.push_back(&token);
    }
  }

  std::vector<CppDeclaration> run() {
    while (at_ < tokens_.size()) members(/*local=*/false);
    return std::move(found_);
  }

 private:
  // The index among all tokens of the i-th token, or of the end.
  std::size_t index(std::size_t i) const {
    return i < tokens_.size() ? static_cast<std::size_t>(tokens_[i] - all_.data()) : all_.size();
  }
  bool is(std::size_t i, std::string_view text) const {
    return i < tokens_.size() && tokens_[i]->text == text;
  }
  bool is_word(std::size_t i) const { return i < tokens_.size() && tokens_[i]->kind == Kind::kWord; }

  // Moves past a group of brackets that opens at the present token.
  void skip_group(std::string_view open, std::string_view close) {
    int depth = 0;
    for (; at_ < tokens_.size(); ++at_) {
      depth += is(at_, open);
      depth -= is(at_, close);
      if (depth == 0) break;
    }
    ++at_;
  }
  bool skip_groups() {
    if (is(at_, "(")) return skip_group("(", ")"), true;
    if (is(at_, "[")) return skip_group("[", "]"), true;
    return false;
  }

  // Reads the declarations of a namespace, up to its end.
  void members(bool local) {
    while (at_ < tokens_.size() && !is(at_, "}")) {
      const std::size_t open = namespace_begin();
      if (open > 0) {
        const bool unnamed = open == at_ + 1;
        at_ = open + 1;
        members(local || unnamed);
      } else {
        const std::size_t begin = at_;
        const auto name = declaration();
        found_.push_back({index(begin), index(at_ - 1) + 1, name.value_or(""), local});
      }
    }
    ++at_;
  }

  // The place of the "{" of a namespace that begins here; 0 if none does.
  std::size_t namespace_begin() const {
    std::size_t at = at_ + (is(at_, "inline") ? 1 : 0);
    if (!is(at, "namespace")) return 0;
    for (++at; is_word(at) || is(at, ":");) ++at;
    return is(at, "{") ? at : 0;
  }

  // Reads one declaration and returns the name that it declares: the last word before its parameters, its
  // value or its end; for a type, the word after the keyword.
  std::optional<std::string> declaration() {
    std::optional<std::string> name, last;
    if (is(at_, "static_assert")) return skip_to_end(), name;
    if (is(at_, "using")) {
      if (is_word(at_ + 1) && is(at_ + 2, "=")) name = tokens_[at_ + 1]->text;
      skip_to_end();
      return name;
    }
    for (; at_ < tokens_.size() && !is(at_, ";") && !is(at_, "}"); ++at_) {
      if (is(at_, "template") || is(at_, "alignas")) {
        ++at_;
        is(at_, "<") ? skip_group("<", ">") : skip_group("(", ")");
        --at_;
      } else if (is(at_, "struct") || is(at_, "class") || is(at_, "enum")) {
        at_ += is(at_ + 1, "class") ? 2 : 1;
        if (is(at_, "[")) skip_group("[", "]");
        if (is_word(at_)) name = tokens_[at_]->text;
        break;
      } else if (is(at_, "[") && is(at_ + 1, "[")) {
        skip_group("[", "]");
        --at_;
      } else if (is(at_, "(") || is(at_, "=") || is(at_, "{") || is(at_, "[")) {
        break;
      } else if (is(at_, "<")) {
        skip_group("<", ">");
        --at_;
      } else if (is_word(at_)) {
        last = at_ > 0 && is(at_ - 1, ":") ? std::nullopt : std::optional(tokens_[at_]->text);
      }
    }
    skip_to_end();
    return name ? name : last;
  }

  // True if a value follows, and not the rest of an operator's name.
  bool is_assignment() const {
    const bool in_operator = at_ > 0 && (is(at_ - 1, "operator") || is(at_ - 1, "=") || is(at_ - 1, "!") ||
                                         is(at_ - 1, "<") || is(at_ - 1, ">"));
    return is(at_, "=") && !is(at_ + 1, "=") && !in_operator;
  }

  // Moves past the ";" or the "}" that ends a declaration.
  void skip_to_end() {
    bool has_value = false;
    while (at_ < tokens_.size()) {
      has_value = has_value || is_assignment();
      if (is(at_, "{")) {
        skip_group("{", "}");
        if (has_value || is(at_, ";") || is(at_, ",") || is(at_, "(")) continue;
        return;
      }
      if (is(at_, "}")) return;
      if (is(at_, ";")) {
        ++at_;
        return;
      }
      if (!skip_groups()) ++at_;
    }
  }

  const std::vector<CppToken>& all_;
  std::vector<const CppToken*> tokens_;
  std::vector<CppDeclaration> found_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<CppToken> tokenize_cpp(std::string_view source) { return Tokenizer(source).run(); }

std::string cpp_text(const std::vector<CppToken>& tokens) {
  std::string text;
  for (const CppToken& token : tokens) text += token.text;
  return text;
}

std::vector<CppDeclaration> declarations(const std::vector<CppToken>& tokens) {
  return Declarations(tokens).run();
}

DeclaredNames declared_names(const std::vector<CppToken>& tokens) {
  DeclaredNames names;
  for (const CppDeclaration& declaration : declarations(tokens)) {
    if (!declaration.name.empty()) (declaration.local ? names.local : names.shared).insert(declaration.name);
  }
  return names;
}

}  // namespace tabiya::tools
