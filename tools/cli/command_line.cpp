#include "tools/cli/command_line.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "codec/parsing.h"
#include "tools/cli/declaration.h"
#include "tools/cli/description.h"

namespace tabiya::tools {
namespace {

template <class T>
constexpr bool is_number = std::is_arithmetic_v<T>;
template <class T>
constexpr bool is_number<std::optional<T>> = std::is_arithmetic_v<T>;
template <class T>
constexpr bool is_number<std::vector<T>> = std::is_arithmetic_v<T>;

bool is_whole_number(const std::string& text, std::uint64_t least, std::uint64_t most) {
  if (text.size() > 1 && text.front() == '0') return false;
  const auto value = number_in<std::uint64_t>(text);
  return value && least <= *value && *value <= most;
}

}  // namespace

CommandOption& CommandOption::required(bool is_required) {
  option_->required(is_required);
  if (is_required) option_->default_str("");
  return *this;
}

CommandOption& CommandOption::type_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}

CommandOption& CommandOption::capture_default_str() {
  option_->capture_default_str();
  return *this;
}

CommandOption& CommandOption::default_text(std::string_view text) {
  option_->default_str(std::string(text));
  return *this;
}

CommandOption& CommandOption::expected(int values) {
  option_->expected(values);
  return *this;
}

CommandOption& CommandOption::group(const std::string& title) {
  option_->group(title);
  return *this;
}

CommandOption& CommandOption::rare() {
  option_->group(option_->get_group() + std::string(kRareMark));
  return *this;
}

CommandOption& CommandOption::excludes(const CommandOption& other) {
  option_->excludes(other.option_);
  return *this;
}

CommandOption& CommandOption::excludes(const std::string& name) {
  option_->excludes(name);
  return *this;
}

CommandOption& CommandOption::whole_number(std::uint64_t least, std::uint64_t most) {
  const Check check = [least, most](const std::string& text) {
    if (is_whole_number(text, least, most)) return std::string();
    return fmt::format("'{}' is not a whole number from {} to {}", text, least, most);
  };
  option_->check(CLI::Validator(check, ""));
  tell_default(check);
  constexpr std::uint64_t kNoBound = 1'000'000'000;  // or more: nobody comes near it
  if (most < kNoBound) describe_values(fmt::format("{} to {}", least, most));
  return *this;
}

CommandOption& CommandOption::range(double least, double most) {
  const Check check = [least, most](const std::string& text) {
    const auto value = number_in<double>(text);
    if (value && least <= *value && *value <= most) return std::string();  // no NaN
    return fmt::format("'{}' is not a number from {} to {}", text, least, most);
  };
  option_->check(CLI::Validator(check, ""));
  tell_default(check);
  describe_values(fmt::format("{} to {}", least, most));
  return *this;
}

CommandOption& CommandOption::one_of(const std::vector<std::string>& values) {
  option_->check(CLI::IsMember(values).description(""));
  std::string names;
  for (const std::string& value : values) names += (names.empty() ? "" : "|") + value;
  tell_default([&values](const std::string& text) {
    return std::ranges::find(values, text) == values.end() ? "no default" : "";
  });
  return type_name(names);
}

CommandOption& CommandOption::check(Check fault) {
  option_->check(std::move(fault));
  return *this;
}

void CommandOption::tell_default(const Check& fault) {
  if (option_->get_required() || !option_->get_default_str().empty()) return;
  option_->capture_default_str();
  if (!fault(option_->get_default_str()).empty()) option_->default_str("");
}

// The values are in the description, since CLI11 would put them into the name of the value.
void CommandOption::describe_values(const std::string& values) {
  option_->description(fmt::format("{}. From {}", option_->get_description(), values));
}

CommandLine CommandLine::only_for(std::initializer_list<InputKind> kinds) const {
  CommandLine other = *this;
  other.only_for_ = kinds;
  return other;
}

CommandLine CommandLine::needing(const CommandOption& other) const {
  CommandLine needing = *this;
  needing.needed_ = other.option_;
  return needing;
}

CommandOption CommandLine::declared(CLI::Option* option) const {
  option->group(group_);
  if (needed_ != nullptr) option->needs(needed_);
  if (!only_for_.empty()) kinds_->declare(option->get_name(), only_for_);
  return CommandOption(option);
}

template <class T>
CommandOption CommandLine::add_option(const std::string& name, T& variable, const std::string& help) {
  CommandOption option = declared(app_.add_option(name, variable, help));
  if constexpr (is_number<T>) return option.type_name("N");
  return name.starts_with('-') ? option : option.type_name("");
}

CommandOption CommandLine::add_option_function(const std::string& name,
                                               std::function<void(const std::string&)> set,
                                               const std::string& help) {
  return declared(app_.add_option_function<std::string>(name, set, help));
}

CommandOption CommandLine::add_flag(const std::string& name, bool& variable, const std::string& help) {
  return declared(app_.add_flag(name, variable, help));
}

void CommandLine::add_help_topic(const std::string& name, const std::string& help,
                                 std::function<std::string()> text) {
  const auto print = [text = std::move(text)] {
    std::string lines = text();
    if (lines.ends_with('\n')) lines.pop_back();
    throw CLI::CallForVersion(lines, 0);  // CLI11's only signal that carries a text, whose last line it ends
  };
  app_.add_flag_callback(name, print, help)->group(kHelpGroup);
}

void CommandLine::footer(const std::string& text) { app_.footer(text); }

// The kinds of values that options take.
template CommandOption CommandLine::add_option(const std::string&, int&, const std::string&);
template CommandOption CommandLine::add_option(const std::string&, std::uint32_t&, const std::string&);
template CommandOption CommandLine::add_option(const std::string&, std::uint64_t&, const std::string&);
template CommandOption CommandLine::add_option(const std::string&, double&, const std::string&);
template CommandOption CommandLine::add_option(const std::string&, std::string&, const std::string&);
template CommandOption CommandLine::add_option(const std::string&, std::optional<int>&, const std::string&);
template CommandOption CommandLine::add_option(const std::string&, std::optional<double>&,
                                               const std::string&);
template CommandOption CommandLine::add_option(const std::string&, std::optional<std::uint64_t>&,
                                               const std::string&);
template CommandOption CommandLine::add_option(const std::string&, std::vector<std::uint64_t>&,
                                               const std::string&);
template CommandOption CommandLine::add_option(const std::string&, std::vector<double>&, const std::string&);
template CommandOption CommandLine::add_option(const std::string&, std::vector<std::string>&,
                                               const std::string&);

}  // namespace tabiya::tools
