#include "tools/cli/json.h"

#include <algorithm>

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

Json win_json(std::optional<Score> value) {
  const auto win = value ? plies_to_win(*value) : std::nullopt;
  return win ? Json(*win) : Json(nullptr);
}

void add_value(Json& object, const std::string& name, std::optional<Score> value, const View& view) {
  object[name] = value ? Json(*value) : Json(nullptr);
  object["win"] = win_json(value);
  object["view"] = view.name;
}

}  // namespace tabiya::tools
