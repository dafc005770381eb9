#include "booksearch/engines/uci_option.h"

#include <algorithm>
#include <array>
#include <span>

#include "codec/parsing.h"
#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

using Kind = UciOption::Kind;

constexpr std::array<std::string_view, 5> kKinds{"check", "spin", "combo", "button",
                                                 "string"};  // as Kind has them

std::string values_of(const UciOption& option) {
  switch (option.kind) {
    case Kind::kCheck:
      return "true or false";
    case Kind::kSpin:
      return concat(option.least, " to ", option.most);
    case Kind::kCombo:
      return joined(option.choices, " or ");
    case Kind::kButton:
    case Kind::kString:
      return {};
  }
  return {};
}

bool takes(const UciOption& option, std::string_view value) {
  switch (option.kind) {
    case Kind::kCheck:
      return is_true(value) || is_same_option(value, "false");
    case Kind::kSpin: {
      const auto number = number_in(value);
      return number && *number >= option.least && *number <= option.most;
    }
    case Kind::kCombo:
      return std::ranges::find(option.choices, value) != option.choices.end();
    case Kind::kButton:
    case Kind::kString:
      return true;
  }
  return false;
}

}  // namespace

bool is_true(std::string_view value) { return is_same_option(value, "true"); }

std::optional<std::string> UciOption::fault_of(std::string_view value) const {
  if (value.find_first_of("\r\n") != value.npos) return "its value has more than one line";
  if (takes(*this, value)) return std::nullopt;
  return concat("it takes ", values_of(*this), ", and not '", value, "'");
}

std::optional<UciOption> parse_uci_option(std::string_view line) {
  const std::vector<std::string_view> words = words_of(line);
  const auto type = std::ranges::find(words, "type");
  if (words.size() < 5 || words[0] != "option" || words[1] != "name" || words.end() - type < 2)
    return std::nullopt;
  const auto named = std::ranges::find(kKinds, type[1]);
  if (named == kKinds.end()) return std::nullopt;
  const auto kind = static_cast<Kind>(named - kKinds.begin());
  UciOption option{joined(std::span(words.begin() + 2, type), " "), kind, 0, 0, {}};
  for (auto word = type + 2; word != words.end() && word + 1 != words.end(); ++word) {
    if (kind == Kind::kSpin && *word == "min") option.least = number_in(word[1]).value_or(0);
    if (kind == Kind::kSpin && *word == "max") option.most = number_in(word[1]).value_or(0);
    if (kind == Kind::kCombo && *word == "var") option.choices.emplace_back(word[1]);
  }
  return option;
}

bool is_same_option(std::string_view a, std::string_view b) { return lower_case(a) == lower_case(b); }

const UciOption* find_option(const std::vector<UciOption>& options, std::string_view name) {
  const auto found = std::ranges::find_if(
      options, [&](const UciOption& option) { return is_same_option(option.name, name); });
  return found == options.end() ? nullptr : &*found;
}

std::string option_list(const std::vector<UciOption>& options) {
  std::vector<std::string> texts;
  for (const UciOption& option : options) {
    const std::string values = values_of(option);
    texts.push_back(values.empty() ? option.name : concat(option.name, " (", values, ")"));
  }
  return joined(texts, ", ");
}

}  // namespace tabiya::booksearch
