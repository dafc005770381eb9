#include "tools/assets/book_text.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "codec/parsing.h"
#include "codec/text.h"
#include "core/book/verify.h"
#include "core/game/entry_positions.h"
#include "tools/cli/csv.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/nearest_name.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

constexpr std::size_t kMaxLine = 4096;  // bytes: ten times what we write
constexpr const char* kColumns[] = {"rank",       "red",    "reply", "reply_wire",
                                    "value",      "depth",  "nodes", "standard_error",
                                    "evaluation", "search", "line"};

// The fields of one entry by their names, as text; absent if they are empty or null.
struct Fields {
  std::map<std::string, std::optional<std::string>, std::less<>> texts;
  std::string where;

  [[noreturn]] void fail(std::string_view name, const std::string& fault) const {
    throw Failure(fmt::format("{}: {} {}", where, name, fault));
  }

  const std::string* find(std::string_view name) const {
    const auto found = texts.find(name);
    return found != texts.end() && found->second ? &*found->second : nullptr;
  }

  template <class Number>
  std::optional<Number> number(std::string_view name, Number least, Number most, int base = 10) const {
    const std::string* text = find(name);
    if (!text) return std::nullopt;
    const auto number = number_in<Number>(*text, base);
    if (!number || *number < least || *number > most)
      fail(name, base == 16 ? "is not a fingerprint of 16 hexadecimal digits"
                            : fmt::format("is not a whole number from {} to {}", least, most));
    return number;
  }

  SetupId setup(std::string_view name, const SetupSpace& setups) const {
    const std::string* text = find(name);
    if (!text) fail(name, "is missing");
    return take(setups.parse(*text), fmt::format("{}: {}", where, name));
  }
};

// Takes in entries one by one, and makes a book of them.
class Reader {
 public:
  Reader(const GameModule& game, const std::string& maker) : setups_(setup_phase_of(game, "book import")) {
    book_.meta = {std::string(game.name()), 0, 0, maker};
  }

  void add(const Fields& fields) {
    BookEntry entry;
    entry.red = fields.setup("red", reds_);
    entry.reply = fields.setup("reply", blues_);
    const std::string* wire = fields.find("reply_wire");
    if (wire && *wire != reply_wire(setups_, entry.reply)) fields.fail("reply_wire", "is not that of reply");
    entry.red_value = fields.number<Score>("value", 1 - kInfiniteScore, kInfiniteScore - 1);
    entry.depth = static_cast<std::uint8_t>(fields.number<int>("depth", 0, 255).value_or(0));
    entry.nodes = fields.number<std::uint64_t>("nodes", 0, ~std::uint64_t{0}).value_or(0);
    entry.standard_error = fields.number<std::uint32_t>("standard_error", 0, ~std::uint32_t{0} - 1);
    entry.origin = origin_of(fields);
    if (const std::string* line = fields.find("line")) entry.line = line_in(entry, fields, *line);
    if (!reds_.is_normalised(entry.red)) {  // its moves have other mirror images in each game
      entry.red = reds_.mirror(entry.red);
      entry.reply = blues_.mirror(entry.reply);
      entry.line.clear();
    }
    names_ranks_ = names_ranks_ || fields.texts.contains("rank");
    ranks_.push_back(fields.number<std::size_t>("rank", 1, ~std::size_t{0}));
    wheres_.push_back(fields.where);
    book_.entries.push_back(entry);
  }

  Book finish() {
    const std::vector<BookFinding> findings = verify_book(book_, reds_, blues_);
    if (!findings.empty())
      throw Failure(
          fmt::format("{}: {}", wheres_[findings.front().entry], describe(findings.front(), book_, reds_)));
    sort_by_rank();
    if (book_.origins.size() > 0) book_.meta.evaluation = book_.origins.front().evaluation;
    for (const ValueOrigin& origin : book_.origins) {
      if (origin.evaluation != book_.meta.evaluation) book_.meta.evaluation = 0;
    }
    return std::move(book_);
  }

 private:
  LinePlaces line_in(const BookEntry& entry, const Fields& fields, const std::string& moves) const {
    const std::optional<LinePlaces> line = parse_line(setups_, entry, moves);
    if (!line) fields.fail("line", fmt::format("is not of legal moves, {} at most", kLinePlies));
    return *line;
  }

  std::uint8_t origin_of(const Fields& fields) {
    const auto fingerprint = [&](std::string_view name) {
      return fields.number<std::uint64_t>(name, 0, ~std::uint64_t{0}, 16);
    };
    const auto evaluation = fingerprint("evaluation"), search = fingerprint("search");
    if (!evaluation && !search) return 0;
    const ValueOrigin origin{evaluation.value_or(0), search.value_or(0)};
    const auto found = std::ranges::find(book_.origins, origin);
    const auto index = static_cast<std::size_t>(found - book_.origins.begin());
    if (found == book_.origins.end()) book_.origins.push_back(origin);
    if (book_.origins.size() > kMaxBookOrigins)
      fields.fail("evaluation", "and search are the 256th pair; a book has at most 255");
    return static_cast<std::uint8_t>(index + 1);
  }

  void sort_by_rank() {
    const auto has_rank = [](const std::optional<std::size_t>& rank) { return rank.has_value(); };
    book_.meta.ordered = !names_ranks_ || std::ranges::all_of(ranks_, has_rank);
    if (!names_ranks_ || !book_.meta.ordered) return;
    std::vector<std::size_t> order(ranks_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return *ranks_[i]; });
    std::vector<BookEntry> entries;
    for (const std::size_t i : order) entries.push_back(book_.entries[i]);
    book_.entries = std::move(entries);
  }

  const SetupPhase& setups_;
  const SetupSpace& reds_ = setups_.reds();
  const SetupSpace& blues_ = setups_.blues();
  Book book_;
  bool names_ranks_ = false;
  std::vector<std::optional<std::size_t>> ranks_;
  std::vector<std::string> wheres_;  // of the entries
};

std::vector<InputLine> lines_of(const std::string& path) {
  std::vector<InputLine> lines = read_lines(path);
  for (const InputLine& line : lines) {
    if (line.text.size() > kMaxLine)
      throw Failure(fmt::format("{}: of more than {} bytes, which no entry takes", line.where, kMaxLine));
  }
  return lines;
}

Fields fields_of_json(const InputLine& line) {
  const Json object = parse_json(line.text);
  if (!object.is_object()) throw Failure(fmt::format("{}: not a JSON object", line.where));
  Fields fields{{}, line.where};
  for (const auto& [name, value] : object.items()) {
    auto& text = fields.texts[name];
    if (value.is_string()) text = value.get<std::string>();
    if (value.is_number()) text = json_text(value);
    const bool is_read = std::ranges::find(kColumns, std::string_view(name)) != std::end(kColumns);
    if (is_read && !value.is_string() && !value.is_number() && !value.is_null())
      fields.fail(name, "is neither a text nor a number nor null");
  }
  return fields;
}

std::string cell(const Json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? value.get<std::string>() : json_text(value);
}

}  // namespace

std::string book_csv(const LoadedBook& loaded, const std::vector<std::size_t>& entries) {
  std::string text;
  for (const char* column : kColumns) text += (text.empty() ? "" : ",") + std::string(column);
  for (const std::size_t entry : entries) {
    const Json object = entry_json(loaded, entry);
    text += '\n';
    for (const char* column : kColumns) text += (column == kColumns[0] ? "" : ",") + cell(object.at(column));
  }
  return text + '\n';
}

std::string book_json_lines(const LoadedBook& loaded, const std::vector<std::size_t>& entries) {
  std::string text;
  for (const std::size_t entry : entries) text += json_text(entry_json(loaded, entry)) + '\n';
  return text;
}

namespace {

// Columns of unknown names are left out with a note, except for names that look like a misspelling.
void check_names(const std::vector<std::string>& columns, const std::string& path) {
  const std::vector<std::string> known(std::begin(kColumns), std::end(kColumns));
  std::vector<std::string> unknown;
  for (const std::string& column : columns) {
    if (std::ranges::count(known, column) > 0) continue;
    if (const auto nearest = nearest_name(column, known))
      throw Failure(fmt::format("{}, line 1: unknown column '{}'; the nearest known one is '{}'",
                                input_name(path), column, *nearest));
    unknown.push_back("'" + column + "'");
  }
  if (!unknown.empty())
    print_note(fmt::format("{}, line 1: the {} {} left out: {}", input_name(path),
                           unknown.size() == 1 ? "column" : "columns", unknown.size() == 1 ? "is" : "are",
                           joined(unknown, ", ")));
}

}  // namespace

Book read_book_csv(const std::string& path, const GameModule& game, const std::string& maker) {
  const std::vector<InputLine> lines = lines_of(path);
  const std::vector<std::string> columns =
      lines.empty() ? std::vector<std::string>{} : csv_fields(lines[0].text, lines[0].where);
  for (const char* needed : {"red", "reply"}) {
    if (std::ranges::count(columns, needed) != 1)
      throw Failure(
          fmt::format("{}, line 1: names no column '{}'; `tabiya book export --to csv` shows what is read",
                      input_name(path), needed));
  }
  check_names(columns, path);
  Reader reader(game, maker);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> cells = csv_fields(lines[i].text, lines[i].where);
    if (cells.size() != columns.size())
      throw Failure(fmt::format("{}: has {} fields, not {}", lines[i].where, cells.size(), columns.size()));
    Fields fields{{}, lines[i].where};
    for (std::size_t j = 0; j < cells.size(); ++j) {
      auto& text = fields.texts[columns[j]];
      if (!cells[j].empty()) text = cells[j];
    }
    reader.add(fields);
  }
  return reader.finish();
}

Book read_book_json_lines(const std::string& path, const GameModule& game, const std::string& maker) {
  Reader reader(game, maker);
  const std::vector<InputLine> lines = lines_of(path);
  if (lines.empty())
    throw Failure(
        fmt::format("{}: is empty; `tabiya book export --to json` shows what is read", input_name(path)));
  for (const InputLine& line : lines) reader.add(fields_of_json(line));
  return reader.finish();
}

}  // namespace tabiya::tools
