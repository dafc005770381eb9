#include "tools/books/line_book_text.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/book/line_book_file.h"
#include "core/book/line_edit.h"
#include "core/book/line_paths.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

constexpr std::string_view kColumns =
    "root\tmoves\tvalue\terror\toutside\toutside_value\toutside_error\tbook";
constexpr std::size_t kTableFields = 8;
constexpr std::string_view kNone = "-", kAbout = "# ";

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::vector<std::string_view> moves_in(std::string_view field) {
  return field == kNone ? std::vector<std::string_view>() : split(field, ' ');
}

std::string or_none(std::string text) { return text.empty() ? std::string(kNone) : text; }

std::string in_one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return text;
}

void add_word(std::string& words, const std::string& word) { words += (words.empty() ? "" : " ") + word; }

// A table that is read: positions first, then their moves.
class TableReader {
 public:
  explicit TableReader(std::string name) : name_(std::move(name)) {}

  LoadedLines read(const std::string& text) {
    const std::vector<InputLine> lines = split_lines(text, name_);
    std::size_t first = 0;
    while (first < lines.size() && lines[first].text.starts_with(kAbout)) read_about(lines[first++]);
    if (first == lines.size() || lines[first].text != kColumns)
      fail(first < lines.size() ? lines[first].where : name_,
           "not the names of the columns of `book export --to text`");
    if (game_ == nullptr || starts_.empty()) fail(lines[first].where, "no game, or no root, stands above it");
    for (std::size_t i = first + 1; i < lines.size(); ++i)
      if (!lines[i].text.empty()) add_position(lines[i]);
    if (draft_.graph.size() == 0) fail(name_, "holds no position");
    for (const Row& row : rows_) add_moves(row);
    find_roots();
    return {name_, game_, with_values(std::move(draft_))};
  }

 private:
  struct Row {
    InputLine line;
    LineNode node;
  };

  [[noreturn]] static void fail(const std::string& where, const std::string& what) {
    throw Failure(where + ": " + what);
  }

  static Score table_score(std::string_view text, const std::string& where) {
    Score score = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), score);
    if (error != std::errc{} || end != text.data() + text.size() || score <= -kInfiniteScore ||
        score >= kInfiniteScore)
      fail(where, fmt::format("'{}' is not a value, logit x 10,000", text));
    return score;
  }

  void read_about(const InputLine& line) {
    const std::string_view text = std::string_view(line.text).substr(kAbout.size());
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view key = text.substr(0, blank);
    const std::string value(text.substr(std::min(blank + 1, text.size())));
    LineBookMeta& meta = draft_.meta;
    if (key == "game") {
      game_ = &game_named(value, line.where);
      meta.rules = game_->rules_version();
      if (game_->make_book_walk() == nullptr) fail(line.where, value + " has no books of moves");
    } else if (key == "judge") {
      meta.judge = value;
    } else if (key == "search_error") {
      meta.search_error = rounded_line_error(table_score(value, line.where));
    } else if (key == "repetition") {
      meta.repetition = rounded_line_value(table_score(value, line.where));
    } else if (key == "tolerance") {
      meta.tolerance = table_score(value, line.where);
    } else if (key == "root") {
      add_start(value, line.where);
    } else {
      fail(line.where, fmt::format("'{}' is not known of books of lines", key));
    }
  }

  void add_start(const std::string& position, const std::string& where) {
    if (game_ == nullptr) fail(where, "the game has to be named first");
    starts_.push_back(game_->make_book_walk());
    take(starts_.back()->go_to(position), where);
  }

  static MoveCode read_move(const BookWalk& walk, std::string_view move, const std::string& where) {
    return take(walk.read(move), where);
  }

  // The position of a line.
  std::unique_ptr<BookWalk> position_of(const std::vector<std::string_view>& fields,
                                        const std::string& where) {
    std::size_t root = 0;
    const auto [end, error] = std::from_chars(fields[0].data(), fields[0].data() + fields[0].size(), root);
    if (error != std::errc{} || end != fields[0].data() + fields[0].size() || root == 0 ||
        root > starts_.size())
      fail(where, fmt::format("'{}' is not the number of a root", fields[0]));
    std::unique_ptr<BookWalk> walk = starts_[root - 1]->clone();
    for (const std::string_view move : moves_in(fields[1])) walk->play(read_move(*walk, move, where));
    return walk;
  }

  void add_position(const InputLine& line) {
    const std::vector<std::string_view> fields = split(line.text, '\t');
    if (fields.size() != kTableFields)
      fail(line.where, fmt::format("{} fields where {} are wanted", fields.size(), kTableFields));
    const std::unique_ptr<BookWalk> walk = position_of(fields, line.where);
    if (rows_.size() == kMostLinePositions) fail(line.where, "too many positions");
    const LineNode node = draft_.graph.add(walk->key(), walk->side_to_move());
    if (node != rows_.size()) fail(line.where, "the position has come before");
    rows_.push_back({line, node});
    const bool is_over = fields[4] == kNone && fields[7] == kNone;  // worth its result
    Score error = 0;
    if (is_over || fields[4] != kNone) {
      const Score value = rounded_line_value(table_score(fields[is_over ? 2 : 5], line.where));
      error = rounded_line_error(table_score(fields[is_over ? 3 : 6], line.where));
      std::optional<MoveCode> move;
      if (!is_over) move = read_move(*walk, fields[4], line.where);
      draft_.graph.set_outside(node, move, LineScore{value, error == 0});
    }
    draft_.outside_errors.push_back(error);
  }

  void add_moves(const Row& row) {
    const std::vector<std::string_view> fields = split(row.line.text, '\t');
    const std::unique_ptr<BookWalk> walk = position_of(fields, row.line.where);
    for (const std::string_view text : moves_in(fields[7])) {
      const MoveCode move = read_move(*walk, text, row.line.where);
      const LinePosition& position = draft_.graph[row.node];
      if (position.move == move || std::ranges::count(position.links, move, &LineLink::move) > 0)
        fail(row.line.where, fmt::format("{} stands there twice", text));
      const std::unique_ptr<BookWalk> after = walk->clone();
      after->play(move);
      const auto to = draft_.graph.find(after->key());
      if (!to) fail(row.line.where, fmt::format("no line has the position behind {}", text));
      draft_.graph.link(row.node, move, *to);
    }
  }

  void find_roots() {
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      const auto node = draft_.graph.find(starts_[i]->key());
      if (!node) fail(name_, fmt::format("root {} has no line", i + 1));
      draft_.roots.push_back({starts_[i]->text(), *node});
    }
  }

  const std::string name_;
  const GameModule* game_ = nullptr;
  std::vector<std::unique_ptr<BookWalk>> starts_;
  std::vector<Row> rows_;
  LineDraft draft_;
};

}  // namespace

std::string table_of_lines(const LoadedMoveBook& loaded) {
  const LineBook& lines = *loaded.lines;
  const LineBookMeta& meta = lines.meta();
  const LinePaths paths(lines);
  std::string text = fmt::format(
      "# game {}\n# judge {}\n# search_error {}\n# repetition {}\n# tolerance {}\n", loaded.game->name(),
      in_one_line(meta.judge), meta.search_error, meta.repetition, meta.tolerance);
  for (const LineRoot& root : lines.roots()) text += fmt::format("# root {}\n", root.position);
  text += std::string(kColumns) + '\n';
  for (LineNode node = 0; node < lines.size(); ++node) {
    std::unique_ptr<BookWalk> walk = loaded.from(lines.roots()[paths.root_of(node)].position);
    std::string moves, in_book;
    for (const MoveCode move : paths.moves_to(node)) {
      add_word(moves, walk->move_text(move).wire);
      walk->play(move);
    }
    for (const LineLink& link : lines.moves(node)) add_word(in_book, walk->move_text(link.move).wire);
    const BookPosition& position = lines[node];
    const LineValue& outside = position.outside_value;
    text += fmt::format("{}\t{}\t{}\t{}\t", paths.root_of(node) + 1, or_none(moves), position.value.value,
                        position.value.error);
    text += position.outside ? fmt::format("{}\t{}\t{}\t", walk->move_text(*position.outside).wire,
                                           outside.value, outside.error)
                             : "-\t-\t-\t";
    text += or_none(in_book) + '\n';
  }
  return text;
}

LoadedLines read_table_of_lines(const std::string& text, const std::string& name) {
  return TableReader(name).read(text);
}

}  // namespace tabiya::tools
