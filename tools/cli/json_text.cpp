#include "tools/cli/json_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace tabiya::tools {
namespace {

using Printed = nlohmann::ordered_json;

Printed number_of(const Json& value) {
  if (!value.is_number_integer()) return value.get<double>();
  if (value.is_negative()) return value.get<std::int64_t>();
  return value.get<std::uint64_t>();
}

Printed printed(const Json& value) {
  if (value.is_null()) return nullptr;
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number()) return number_of(value);
  if (value.is_string()) return value.get<std::string>();
  if (value.is_array()) {
    Printed array = Printed::array();
    for (const Json& element : value) array.push_back(printed(element));
    return array;
  }
  if (value.is_discarded()) return Printed::value_t::discarded;
  Printed object = Printed::object();
  for (const auto& [name, member] : value.items()) object.emplace(name, printed(member));
  return object;
}

// Builds a Json from the events of nlohmann's parser. An event that returns false ends the parse.
class Builder : public nlohmann::json_sax<Printed> {
 public:
  Json take() { return std::move(root_); }

  bool null() override { return add(Json()); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (open_.back()->contains(name)) return false;
    name_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  Json& place(Json value) {
    if (open_.empty()) return root_ = std::move(value);
    if (open_.back()->is_array()) return open_.back()->push_back(std::move(value));
    return (*open_.back())[name_] = std::move(value);
  }
  bool add(Json value) {
    place(std::move(value));
    return true;
  }
  bool open(Json value) {
    open_.push_back(&place(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Json root_;
  std::vector<Json*>
      open_;  // the innermost last; what is within the last one alone grows, so all stay where they are
  std::string name_;  // of the member that comes next
};

// The length of the string, or of the comment, that the text begins with; 0 if it begins with neither.
std::size_t skipped_length(std::string_view text) {
  if (text[0] == '#') return std::min(text.find('\n'), text.size());
  if (text[0] != '"' && text[0] != '\'') return 0;
  const char quote = text[0];
  const bool is_long = text.size() >= 3 && text[1] == quote && text[2] == quote;  // TOML's of several lines
  const std::string_view end = text.substr(0, is_long ? 3 : 1);
  for (std::size_t at = end.size(); at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text.substr(at).starts_with(end)) {
      at += end.size();
      for (int more = 0; is_long && more < 2 && at < text.size() && text[at] == quote; ++more) ++at;
      return at;  // a long string may end with up to two quotes of its own
    }
  }
  return text.size();
}

}  // namespace

std::string json_text(const Json& value) {
  return printed(value).dump(-1, ' ', /*ensure_ascii=*/true, Printed::error_handler_t::replace);
}

Json parse_json(std::string_view text, std::size_t most) {
  if (text.size() > most || text.find('\0') != text.npos || nests_too_deep(text)) return Json::discarded();
  Builder builder;
  return Printed::sax_parse(text, &builder) ? builder.take() : Json::discarded();
}

bool nests_too_deep(std::string_view text) {
  std::size_t brackets = 0;
  std::size_t dots = 0;
  while (!text.empty()) {
    if (const std::size_t length = skipped_length(text); length > 0) {
      text.remove_prefix(length);
      continue;
    }
    const char c = text.front();
    text.remove_prefix(1);
    if (c == '.') {
      ++dots;
    } else if (c == '[' || c == '{') {
      ++brackets;
    } else if (brackets > 0 && (c == ']' || c == '}')) {
      --brackets;
    }
    if (c == '\n' || c == '=' || c == ',' || c == '{') dots = 0;  // here a key may begin
    if (brackets > kMostBrackets || dots > kMostDots) return true;
  }
  return false;
}

}  // namespace tabiya::tools
