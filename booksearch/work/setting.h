// Tables of the settings that files name and people read about. All code that reads, checks, writes or
// explains settings goes through these tables.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace tabiya::booksearch {

// A setting that is a member of Owner: a text, or a whole number between two bounds.
template <class Owner, class Value>
struct Setting {
  Value Owner::*member;
  const char* key;
  const char* meaning;     // for people
  std::int64_t least = 0;  // both included
  std::int64_t most = 0;
  bool is_added = false;  // later than others: jobs that do not use it are what they were without it

  static constexpr bool kIsText = std::is_same_v<Value, std::string>;

  bool is_possible(const Value& value) const {
    if constexpr (kIsText) {
      return !value.empty();
    } else {
      return std::cmp_less_equal(least, value) && std::cmp_less_equal(value, most);
    }
  }
  // True if every job has to set it: the value of a fresh Owner is then empty or out of bounds.
  bool is_required() const { return !is_possible(Owner{}.*member); }
};
// Clang before version 17 has no deduction guides of its own for aggregates.
template <class Owner, class Value>
Setting(Value Owner::*, const char*, const char*, std::int64_t = 0, std::int64_t = 0, bool = false)
    -> Setting<Owner, Value>;

// True if a setting holds a text. AnySetting is the type of a setting, or a reference to one.
template <class AnySetting>
inline constexpr bool is_text = std::remove_cvref_t<AnySetting>::kIsText;

// Calls `visit` with each setting of a table, in their order.
template <class Settings, class Visit>
void for_each_setting(const Settings& settings, Visit&& visit) {
  std::apply([&](const auto&... setting) { (visit(setting), ...); }, settings);
}

inline constexpr std::int64_t kMaxSetups = 1'000'000'000;

}  // namespace tabiya::booksearch
