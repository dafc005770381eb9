#include "tools/jobs/toml_table.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/nearest_name.h"
#include "tools/cli/nesting.h"

namespace tabiya::tools {
namespace {

Failure failure_at(const std::string& file, const toml::source_region& source, const std::string& message) {
  return Failure(fmt::format("{}, line {}: {}", file, source.begin.line, message));
}

constexpr std::size_t kMostJobFile = std::size_t{1} << 20;

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& name) {
  if (text.size() > kMostJobFile)
    throw Failure(fmt::format("{}: is larger than {} bytes, the most of a job file", name, kMostJobFile));
  if (nests_too_deep(text)) throw Failure(fmt::format("{}: nests deeper than any job file does", name));
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw Failure(fmt::format("{}, line {}: {}", name, error.source().begin.line, error.description()));
  }
}

const toml::node* TomlTable::find(const char* key) {
  known_.emplace_back(key);
  return table_.get(key);
}

std::string TomlTable::full_name(const std::string& key) const {
  return path_.empty() ? key : path_ + "." + key;
}

void TomlTable::read(const char* key, std::string& value) {
  const toml::node* node = find(key);
  if (node == nullptr) return;
  if (!node->is_string()) fail(key, "must be a text in quotation marks");
  value = **node->as_string();
}

std::optional<std::int64_t> TomlTable::integer(const char* key, std::int64_t least, std::int64_t most) {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_integer()) fail(key, "must be a whole number");
  const std::int64_t value = **node->as_integer();
  if (value < least || value > most)
    fail(key, fmt::format("{} is not between {} and {}", value, least, most));
  return value;
}

void TomlTable::require(const char* key) const {
  if (!table_.contains(key)) fail(key, "is missing" + misspelt(key));
}

std::string TomlTable::misspelt(const std::string& key) const {
  std::vector<std::string> others;
  for (const auto& [other, node] : table_)
    if (std::ranges::find(known_, other.str()) == known_.end()) others.emplace_back(other.str());
  const auto nearest = nearest_name(key, others);
  return nearest ? "; '" + *nearest + "' may be meant for it" : "";
}

void TomlTable::read(const char* key, double least, double most, double& value) {
  const toml::node* node = find(key);
  if (node == nullptr) return;
  const std::optional<double> number = node->value<double>();
  if (!node->is_number() || !number) fail(key, "must be a number");
  if (!(*number >= least && *number <= most))
    fail(key, fmt::format("{} is not between {} and {}", *number, least, most));
  value = *number;
}

std::optional<std::array<double, 2>> TomlTable::read_range(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const toml::array* array = node->as_array();
  std::array<double, 2> range{};
  bool is_good = array != nullptr && array->size() == range.size();
  for (std::size_t i = 0; is_good && i < range.size(); ++i) {
    is_good = (*array)[i].is_number();
    range[i] = (*array)[i].value_or(0.0);
  }
  if (!is_good || !std::isfinite(range[0]) || !std::isfinite(range[1]))
    fail(key, "must be two numbers, as in [10, 20]");
  return range;
}

std::vector<std::pair<std::string, std::string>> TomlTable::read_entries(const char* key) {
  std::vector<std::pair<std::string, std::string>> entries;
  const toml::node* node = find(key);
  if (node == nullptr) return entries;
  if (!node->is_table()) fail(key, "must be a table, as in { Name = 1 }");
  for (const auto& [name, value] : *node->as_table()) {
    const std::string entry(name.str());
    if (const auto* text = value.as_string()) {
      entries.emplace_back(entry, **text);
    } else if (const auto* number = value.as_integer()) {
      entries.emplace_back(entry, std::to_string(**number));
    } else if (const auto* truth = value.as_boolean()) {
      entries.emplace_back(entry, **truth ? "true" : "false");
    } else {
      fail(key, fmt::format("'{}' must be a text, a whole number, true or false", entry));
    }
  }
  return entries;
}

TomlTable TomlTable::table(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr)
    fail(key, fmt::format("is missing; begin it with [{}]{}", full_name(key), misspelt(key)));
  if (!node->is_table()) fail(key, fmt::format("must be a table, begun with [{}]", full_name(key)));
  return {*node->as_table(), file_, full_name(key)};
}

std::vector<TomlTable> TomlTable::tables(const char* key) {
  std::vector<TomlTable> tables;
  const toml::node* node = find(key);
  if (node == nullptr) return tables;
  if (!node->is_array_of_tables()) fail(key, fmt::format("must be tables, each begun with [[{}]]", key));
  for (const toml::node& element : *node->as_array()) {
    tables.emplace_back(*element.as_table(), file_, fmt::format("{}[{}]", full_name(key), tables.size()));
  }
  return tables;
}

void TomlTable::refuse_other_keys() const {
  for (const auto& [key, node] : table_) {
    if (std::ranges::find(known_, key.str()) != known_.end()) continue;
    const auto nearest = nearest_name(key.str(), known_);
    throw failure_at(file_, key.source(),
                     fmt::format("unknown key '{}'{}{}", key.str(), path_.empty() ? "" : " in " + path_,
                                 nearest ? "; the nearest known one is '" + *nearest + "'" : ""));
  }
}

void TomlTable::fail(const std::string& key, const std::string& message) const {
  const toml::node_view<const toml::node> node = table_.at_path(key);
  throw failure_at(file_, node ? node.node()->source() : table_.source(),
                   fmt::format("{}: {}", full_name(key), message));
}

}  // namespace tabiya::tools
