#include "tools/jobs/toml_table.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "booksearch/setups/job/job.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/nearest_name.h"

namespace tabiya::tools {
namespace {

std::string place(const std::string& file, const toml::source_region& source) {
  return fmt::format("{}, line {}", file, source.begin.line);
}

// The advice about a line that TOML does not allow; empty if there is none beyond the error itself.
std::string remedy_for(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == line.npos) return "";
  if (line.substr(begin).starts_with("[stage]") || line.substr(begin).starts_with("[[stage]]"))
    return "; begin each stage with [[stage]], in two brackets";
  const std::size_t equals = line.find('=');
  const std::size_t value = equals == line.npos ? line.npos : line.find_first_not_of(" \t", equals + 1);
  if (value == line.npos || (std::isalpha(static_cast<unsigned char>(line[value])) == 0 &&
                             line[value] != '.' && line[value] != '/'))
    return "";
  const std::size_t end = std::min(line.find_first_of("#\r", value), line.size());
  std::string_view word = line.substr(value, end - value);
  word = word.substr(0, word.find_last_not_of(" \t") + 1);
  constexpr std::size_t kMostShown = 60;
  if (word.size() > kMostShown || word.find('"') != word.npos) return "; a text stands in quotation marks";
  return fmt::format("; put a text in quotation marks: \"{}\"", word);
}

std::string_view line_of(std::string_view text, std::size_t number) {
  for (std::size_t line = 1; line < number && !text.empty(); ++line)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.substr(0, text.find('\n'));
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
    throw Failure(fmt::format("{}: {}{}", place(name, error.source()), error.description(),
                              remedy_for(line_of(text, error.source().begin.line))));
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

std::vector<std::string> TomlTable::read_texts(const char* key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {};
  if (node->is_string()) return {**node->as_string()};
  const toml::array* array = node->as_array();
  if (array == nullptr || array->empty() || !array->is_homogeneous<std::string>())
    fail(key, "must be a text in quotation marks, or several in brackets");
  std::vector<std::string> texts;
  for (const toml::node& each : *array) texts.push_back(**each.as_string());
  return texts;
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
  if (!node->is_table()) fail(key, fmt::format("must be a table that starts with [{}]", full_name(key)));
  return {*node->as_table(), file_, full_name(key)};
}

std::vector<TomlTable> TomlTable::tables(const char* key) {
  std::vector<TomlTable> tables;
  const toml::node* node = find(key);
  if (node == nullptr) return tables;
  if (!node->is_array_of_tables()) fail(key, fmt::format("begin each with [[{}]], in two brackets", key));
  for (const toml::node& element : *node->as_array()) {
    tables.emplace_back(*element.as_table(), file_, fmt::format("{}[{}]", full_name(key), tables.size()));
  }
  return tables;
}

void TomlTable::refuse_other_keys() const {
  for (const auto& [key, node] : table_) {
    if (std::ranges::find(known_, key.str()) != known_.end()) continue;
    const auto nearest = nearest_name(key.str(), known_);
    throw Failure(fmt::format("{}: unknown key '{}'{}{}", place(file_, key.source()), key.str(),
                              path_.empty() ? "" : " in " + booksearch::shown_setting(path_),
                              nearest ? "; the nearest known one is '" + *nearest + "'" : ""));
  }
}

std::string TomlTable::where(const std::string& key) const {
  const toml::node_view<const toml::node> node = table_.at_path(key);
  return fmt::format("{}: {}", place(file_, node ? node.node()->source() : table_.source()),
                     booksearch::shown_setting(full_name(key)));
}

void TomlTable::fail(const std::string& key, const std::string& message) const {
  throw Failure(fmt::format("{}: {}", where(key), message));
}

}  // namespace tabiya::tools
