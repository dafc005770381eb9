#include "tools/cli/json.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace tabiya::tools {

namespace {

bool is_member(const Json& element) {
  return element.is_array() && element.size() == 2 && element.front().is_string();
}

}  // namespace

// These members are defined here, and not where they are used: copies and destructors of a variant are long.
Json::Json() noexcept = default;
// This is no copy of the variant: if memory runs out in it, the copy of libstdc++ 12 destroys members that it
// has not made. It takes a variant of strings and vectors for one that never lacks a value, and so it does
// not look.
Json::Json(const Json& other) { value_ = other.value_; }
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json::Json(std::string value) : value_(std::move(value)) {}
Json::Json(Array elements) : value_(std::move(elements)) {}

Json::Json(std::initializer_list<Json> elements) {
  *this = std::ranges::all_of(elements, is_member) ? object(elements) : array(elements);
}

Json Json::array(std::initializer_list<Json> elements) {
  Json json;
  json.value_ = Array(elements);
  return json;
}

Json Json::object(std::initializer_list<Json> members) {
  Json json;
  json.value_ = Object();
  for (const Json& member : members) json[member.front().text()] = member.back();
  return json;
}

Json Json::discarded() {
  Json json;
  json.value_ = Discarded();
  return json;
}

void Json::complain(std::string_view wanted) const {
  throw JsonError("expected " + std::string(wanted) + ", not " + std::string(type_name()));
}

std::string_view Json::type_name() const {
  static constexpr std::string_view kNames[] = {"null",   "boolean", "number", "number",   "number",
                                                "string", "array",   "object", "discarded"};
  return kNames[value_.index()];
}

const std::string& Json::text() const {
  if (const auto* text = std::get_if<std::string>(&value_)) return *text;
  complain("a string");
}

bool Json::truth() const {
  if (const auto* truth = std::get_if<bool>(&value_)) return *truth;
  complain("a boolean");
}

const Json::Array& Json::elements() const {
  if (const auto* elements = std::get_if<Array>(&value_)) return *elements;
  complain("an array");
}

const Json* Json::find(std::string_view name) const {
  const auto* members = std::get_if<Object>(&value_);
  if (members == nullptr) return nullptr;
  const auto found = std::ranges::find(*members, name, &Object::value_type::first);
  return found == members->end() ? nullptr : &found->second;
}

const Json& Json::at(std::string_view name) const {
  if (!is_object()) complain("an object");
  if (const Json* member = find(name)) return *member;
  throw JsonError("there is no member '" + std::string(name) + "'");
}

Json& Json::operator[](std::string_view name) {
  if (is_null()) value_ = Object();
  if (!is_object()) complain("an object");
  if (const Json* member = find(name)) return const_cast<Json&>(*member);
  return std::get<Object>(value_).emplace_back(std::string(name), Json()).second;
}

const Json::Object& Json::items() const {
  if (const auto* members = std::get_if<Object>(&value_)) return *members;
  complain("an object");
}

void Json::update(const Json& members) {
  for (const auto& [name, value] : members.items()) (*this)[name] = value;
}

void Json::erase(std::string_view name) {
  std::erase_if(std::get<Object>(value_), [name](const auto& member) { return member.first == name; });
}

const Json& Json::at(std::size_t place) const {
  const Array& list = elements();
  if (place < list.size()) return list[place];
  throw JsonError("there is no element " + std::to_string(place));
}

Json& Json::element(std::size_t place) { return const_cast<Json&>(at(place)); }

Json& Json::push_back(Json element) {
  if (is_null()) value_ = Array();
  if (!is_array()) complain("an array");
  return std::get<Array>(value_).emplace_back(std::move(element));
}

const Json* Json::begin() const { return is_null() ? nullptr : elements().data(); }

std::size_t Json::size() const {
  if (is_null()) return 0;
  if (is_array()) return elements().size();
  return is_object() ? items().size() : 1;
}

bool operator==(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) {
    return a.visit_number([&b](auto x) {
      return b.visit_number([x](auto y) {
        if constexpr (std::integral<decltype(x)> && std::integral<decltype(y)>)
          return std::cmp_equal(x, y);
        else
          return static_cast<double>(x) == static_cast<double>(y);
      });
    });
  }
  if (a.is_object() && b.is_object()) {
    return a.size() == b.size() && std::ranges::all_of(a.items(), [&b](const auto& member) {
             const Json* other = b.find(member.first);
             return other != nullptr && *other == member.second;
           });
  }
  return a.value_ == b.value_;
}

Json win_json(std::optional<Score> value) { return value ? plies_to_win(*value) : std::nullopt; }

void add_value(Json& object, const std::string& name, std::optional<Score> value, const View& view) {
  object[name] = value;
  object["win"] = win_json(value);
  object["view"] = view.name;
}

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
