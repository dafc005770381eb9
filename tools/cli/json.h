// Json: a value of JSON, as small to include as it is to use.
//
// nlohmann's parser and printer do the work, behind parse_json() and json_text(), the only conversions
// between JSON and text in the program. This header names nothing of that library, since its templates took half of
// the compiler's time. Members have the same names as in that library. Objects keep the order in which their members
// were added.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/search/value_text.h"

namespace tabiya::tools {

// Thrown where a value is not of the kind that is asked for, or lacks a member.
class JsonError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class T>
concept JsonInteger = std::integral<T> && !std::same_as<T, bool>;

// A container other than text.
template <class T>
concept JsonRange = !std::convertible_to<const T&, std::string_view> && requires(const T& range) {
  typename T::value_type;
  range.begin();
  range.end();
};

class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;  // names are unique

  Json() noexcept;  // null
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  Json(std::nullptr_t) : Json() {}
  Json(std::same_as<bool> auto value) : value_(value) {}
  Json(std::signed_integral auto value) : value_(std::int64_t{value}) {}
  template <std::unsigned_integral T>
  requires(!std::same_as<T, bool>) Json(T value) : value_(std::uint64_t{value}) {}
  Json(std::floating_point auto value)
      : value_(static_cast<double>(value)) {}  // printed as null if not finite
  template <class T>
  Json(const std::optional<T>& value) : Json(value ? Json(*value) : Json()) {}  // null if there is none
  Json(std::string value);
  Json(std::string_view value) : Json(std::string(value)) {}
  Json(const char* value) : Json(std::string(value)) {}
  Json(Array elements);
  template <JsonRange Range>
  Json(const Range& elements) : Json(Array(elements.begin(), elements.end())) {}
  template <class First, class Second>
  Json(const std::pair<First, Second>& pair) : Json(Array{pair.first, pair.second}) {}
  // An object where all elements are pairs that begin with a text, else an array.
  Json(std::initializer_list<Json> elements);

  static Json array(std::initializer_list<Json> elements = {});
  static Json object(std::initializer_list<Json> members = {});
  static Json discarded();  // stands for a text that is not JSON

  bool is_null() const { return holds<std::monostate>(); }
  bool is_boolean() const { return holds<bool>(); }
  bool is_number() const { return is_number_integer() || holds<double>(); }
  bool is_number_integer() const { return holds<std::int64_t>() || holds<std::uint64_t>(); }
  bool is_number_unsigned() const { return is_number_integer() && !is_negative(); }
  bool is_negative() const { return holds<std::int64_t>() && *std::get_if<std::int64_t>(&value_) < 0; }
  bool is_string() const { return holds<std::string>(); }
  bool is_array() const { return holds<Array>(); }
  bool is_object() const { return holds<Object>(); }
  bool is_discarded() const { return holds<Discarded>(); }

  // The value as a T: bool, a number, std::string, std::string_view, a vector or pair of these, or Json. A
  // fraction becomes an integer by truncation. Throws JsonError if T cannot hold the value.
  template <class T>
  T get() const;

  // Access to members of an object. operator[] of a non-const value adds a missing member, and makes an
  // object of null. The others throw JsonError if there is no such member.
  Json& operator[](std::string_view name);
  const Json& operator[](std::string_view name) const { return at(name); }
  const Json& at(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name) != nullptr; }
  const Json* find(std::string_view name) const;  // null if there is none, or no object
  template <class T>
  T value(std::string_view name, T otherwise) const {
    const Json* found = find(name);
    return found != nullptr ? found->get<T>() : std::move(otherwise);
  }
  std::string value(std::string_view name, const char* otherwise) const {
    return value(name, std::string(otherwise));
  }
  const Object& items() const;
  void update(const Json& members);  // those that are there are replaced
  void erase(std::string_view name);

  // Elements of an array. push_back() makes an array of null.
  Json& operator[](JsonInteger auto place) { return element(static_cast<std::size_t>(place)); }
  const Json& operator[](JsonInteger auto place) const { return at(static_cast<std::size_t>(place)); }
  const Json& at(std::size_t place) const;
  Json& push_back(Json element);
  Json& emplace_back(Json element) { return push_back(std::move(element)); }
  const Json& front() const { return at(0); }
  const Json& back() const { return at(size() - 1); }
  Json& back() { return element(size() - 1); }
  // Iterators over the elements of an array; null has no elements. Throws JsonError for anything else.
  const Json* begin() const;
  Json* begin() { return const_cast<Json*>(std::as_const(*this).begin()); }
  Json* end() { return const_cast<Json*>(std::as_const(*this).end()); }
  const Json* end() const { return begin() + size(); }

  std::size_t size() const;  // of members or elements; 0 of null, 1 of anything else
  bool empty() const { return size() == 0; }

  // Numbers are equal if their values are, objects in any order of their members.
  friend bool operator==(const Json& a, const Json& b);

  std::string_view type_name() const;  // for messages: "number"

 private:
  struct Discarded {
    bool operator==(const Discarded&) const = default;
  };
  template <class T>
  bool holds() const {
    return std::holds_alternative<T>(value_);
  }
  [[noreturn]] void complain(std::string_view wanted) const;
  Json& element(std::size_t place);
  const std::string& text() const;
  bool truth() const;
  const Array& elements() const;

  // Calls visit(number) with the number as it is stored.
  template <class Visit>
  auto visit_number(Visit visit) const {
    if (const auto* number = std::get_if<std::int64_t>(&value_)) return visit(*number);
    if (const auto* number = std::get_if<std::uint64_t>(&value_)) return visit(*number);
    if (const auto* number = std::get_if<double>(&value_)) return visit(*number);
    complain("a number");
  }

  using Value = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Array,
                             Object, Discarded>;

  Value value_;
};

namespace json_detail {
template <class T, class Number>
constexpr bool can_hold(Number number) {
  if constexpr (std::floating_point<T>)
    return true;
  else if constexpr (std::integral<Number>)
    return std::in_range<T>(number);
  else
    return number > static_cast<double>(std::numeric_limits<T>::min()) - 1 &&
           number < static_cast<double>(std::numeric_limits<T>::max() / 2 + 1) * 2;
}
template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsPair : std::false_type {};
template <class A, class B>
struct IsPair<std::pair<A, B>> : std::true_type {};
}  // namespace json_detail

template <class T>
T Json::get() const {
  if constexpr (std::same_as<T, Json>) {
    return *this;
  } else if constexpr (std::same_as<T, bool>) {
    return truth();
  } else if constexpr (std::is_arithmetic_v<T>) {
    return visit_number([this](auto number) {
      if (!json_detail::can_hold<T>(number)) complain("a number in range");
      return static_cast<T>(number);
    });
  } else if constexpr (json_detail::IsVector<T>::value) {
    T list;
    for (const Json& element : elements()) list.push_back(element.get<typename T::value_type>());
    return list;
  } else if constexpr (json_detail::IsPair<T>::value) {
    return {at(0).get<typename T::first_type>(), at(1).get<typename T::second_type>()};
  } else {
    return T(text());
  }
}

// Values in JSON are integers, logit x 10,000, with their point of view.
//
// Plies to the end of a proved line, negative if the viewer loses; null if nothing is proved.
Json win_json(std::optional<Score> value);

// Adds a value under its name (null if there is none), "win" as above, and "view".
void add_value(Json& object, const std::string& name, std::optional<Score> value, const View& view);

inline constexpr std::size_t kMostJson = std::size_t{1} << 20;  // bytes of a value that is read

// The text is one line of ASCII, so that nothing in it can harm a terminal. Bytes that are not UTF-8 (names
// of files) are replaced.
std::string json_text(const Json& value);

// Reads a value from outside. The result is discarded (is_discarded()) if the text is not JSON, has a member
// twice or a NUL byte, is longer than `most` bytes, or nests_too_deep().
Json parse_json(std::string_view text, std::size_t most = kMostJson);

// A bound on texts of JSON and TOML from outside. Their libraries recurse, some when they read a value, all
// when they print, compare or free it: a text of 100 kB can nest deeper than a stack is.
inline constexpr std::size_t kMostBrackets = 32;  // open at a time
inline constexpr std::size_t kMostDots = 16;      // in one key of TOML ("a.b.c")

// True if a text of JSON or TOML nests deeper than any that we read. No parser is used, so the answer for a
// text that is neither may be wrong; its parser then refuses it.
bool nests_too_deep(std::string_view text);

}  // namespace tabiya::tools
