// A table of a TOML file, read key by key. Every key must be asked for, and every message names the line.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <toml++/toml.h>

namespace tabiya::tools {

// Parses the text of a job file; `name` is its name in messages. Throws Failure if the text is broken, or
// larger or deeper than any job file is.
toml::table parse_toml(std::string_view text, const std::string& name);

class TomlTable {
 public:
  // `file` is the name of the file in messages. `path` is the table within it ("filter", "stage[1]", which
  // messages call stage 2); it is empty for the whole.
  TomlTable(const toml::table& table, std::string file, std::string path = {})
      : table_(table), file_(std::move(file)), path_(std::move(path)) {}

  // Sets `value` if the key is there. All read functions throw Failure.
  void read(const char* key, std::string& value);
  // One text, or several in brackets; none if the key is not there.
  std::vector<std::string> read_texts(const char* key);
  // Reads a whole number between two bounds, both included; Number can hold them.
  template <class Number>
  void read(const char* key, std::int64_t least, std::int64_t most, Number& value) {
    if (const std::optional<std::int64_t> found = integer(key, least, most))
      value = static_cast<Number>(*found);
  }
  // Reads a number, whole or not.
  void read(const char* key, double least, double most, double& value);
  // Reads two numbers in brackets; the result is empty if the key is not there.
  std::optional<std::array<double, 2>> read_range(const char* key);
  // The keys and values of a table whose keys are not known beforehand. The values are texts, whole numbers
  // and truth values, all returned as texts. The result is empty if the key is not there.
  std::vector<std::pair<std::string, std::string>> read_entries(const char* key);
  // Refuses a table without the key, and names a similar key in it that may be meant.
  void require(const char* key) const;
  bool has(const char* key) const { return table_.contains(key); }

  TomlTable table(const char* key);                // which must be there
  std::vector<TomlTable> tables(const char* key);  // [[key]], possibly none

  // Refuses keys that nobody has read: they are unknown. Call this after everything has been read.
  void refuse_other_keys() const;

  // "", or "; 'kep' may be meant for it", where 'kep' is a key of the table that resembles the missing one.
  std::string misspelt(const std::string& key) const;

  // The place of a value, for messages: "job.toml, line 12: stage 2, depth".
  std::string where(const std::string& key) const;

  // Throws Failure at the line of a value that turned out to be wrong.
  [[noreturn]] void fail(const std::string& key, const std::string& message) const;

 private:
  std::optional<std::int64_t> integer(const char* key, std::int64_t least, std::int64_t most);
  const toml::node* find(const char* key);
  std::string full_name(const std::string& key) const;

  const toml::table& table_;
  std::string file_;
  std::string path_;
  std::vector<std::string> known_;  // keys that were asked for
};

}  // namespace tabiya::tools
