#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "booksearch/lines/move_judge.h"
#include "core/book/book_walk.h"
#include "core/book/valued_book.h"
#include "core/book/valued_book_file.h"
#include "core/game/written_move.h"
#include "tools/books/book_texts.h"
#include "tools/books/move_book_reports.h"
#include "tools/books/pgn_text.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

constexpr std::uint32_t kNoPgnItem = 0xffffffff;
constexpr std::size_t kMostOpen = 1'000;     // variations within each other
constexpr Score kUnstatedTolerance = 1'000;  // of a file that states none

// A position of a game, and the move that led to it.
struct PgnItem {
  std::uint32_t parent = kNoPgnItem;  // none of a root
  MoveCode move = 0;
  PositionKey key = 0;
  std::int8_t side = 0;                  // to move
  bool is_outside = false;               // the move, of the book, as the file says
  bool goes_on = false;                  // the file has moves behind it
  bool is_kept = false;                  // one of these moves is worth something
  std::optional<BookValue> value{};      // of the move, for the side that made it
  std::optional<FoundScore> result{};    // of a game that is over
  SearchEffort effort = kUnknownEffort;  // of the search that has found the move
};

struct PgnRoot {
  std::string position;
  std::uint32_t item;
};

// The content of the items, as a book without values.
class PgnGraph {
 public:
  // `effort`: of the searches whose moves do not say how many nodes theirs had.
  PgnGraph(std::vector<PgnItem>& items, SearchEffort effort) : items_(items), effort_(effort) {}

  // The draft lacks its meta.
  BookDraft draft(const std::vector<PgnRoot>& roots) {
    keep_what_has_values();
    add_positions();
    add_links();
    add_outside_moves();
    for (const PgnRoot& root : roots) {
      const auto node = draft_.graph.find(items_[root.item].key);
      if (node && std::ranges::count(draft_.roots, BookRoot{root.position, *node}) == 0)
        draft_.roots.push_back({root.position, *node});
    }
    return std::move(draft_);
  }

 private:
  bool is_position(const PgnItem& item) const { return item.is_kept || (item.result && !item.is_outside); }

  // Children come behind their parents.
  void keep_what_has_values() {
    for (std::size_t i = items_.size(); i-- > 0;) {
      const PgnItem& item = items_[i];
      if (item.parent != kNoPgnItem && (item.value || is_position(item))) items_[item.parent].is_kept = true;
    }
  }

  void add_positions() {
    for (const PgnItem& item : items_) {
      if (!is_position(item)) continue;
      const BookNode node = draft_.graph.add(item.key, item.side);
      if (node == draft_.outside_errors.size()) draft_.outside_errors.push_back(0);
      if (!item.is_kept) draft_.graph.set_outside(node, {}, item.result);
    }
  }

  // Calls take(item, node of the position before it).
  template <class Take>
  void for_each_move(const Take& take) {
    for (const PgnItem& item : items_) {
      if (item.parent == kNoPgnItem || !items_[item.parent].is_kept) continue;
      take(item, *draft_.graph.find(items_[item.parent].key));
    }
  }

  bool is_linked(BookNode from, MoveCode move) const {
    return std::ranges::count(draft_.graph[from].links, move, &BookLink::move) > 0;
  }

  void add_links() {
    for_each_move([&](const PgnItem& item, BookNode from) {
      const auto to = draft_.graph.find(item.key);
      if (to && !item.is_outside && !is_linked(from, item.move)) draft_.graph.link(from, item.move, *to);
    });
  }

  void add_outside_moves() {
    for_each_move([&](const PgnItem& item, BookNode from) {
      const auto& best = draft_.graph[from].outside;
      if (!item.value || is_linked(from, item.move) || (best && best->score >= item.value->value)) return;
      draft_.graph.set_outside(from, item.move, FoundScore{item.value->value, item.value->error == 0},
                               item.effort == kUnknownEffort ? effort_ : item.effort);
      draft_.outside_errors[from] = item.value->error;
    });
  }

  std::vector<PgnItem>& items_;
  const SearchEffort effort_;
  BookDraft draft_;
};

// Reads games part by part.
class PgnLines {
 public:
  PgnLines(const std::string& path, const std::string& game) : path_(path), name_(game) {}

  void read(const PgnGame& pgn) {
    if (pgn.fault) fail(pgn.fault->line, pgn.fault->message);
    begin(pgn);
    for (std::size_t part = 0; part < pgn.parts(); ++part) read_part(pgn, part);
    end_line();
  }

  LoadedValues lines() {
    BookDraft draft = PgnGraph(items_, effort_told(meta_.judge)).draft(roots_);
    draft.meta = meta_;
    if (draft.roots.empty())
      throw Failure(
          fmt::format("{}: no move has a value behind it, such as {{[%eval 0.31]}}; `tabiya book "
                      "from-games` makes books without values",
                      input_name(path_)));
    return {input_name(path_), game_, with_values(std::move(draft))};
  }

 private:
  // The place of the reading in a line.
  struct Place {
    std::unique_ptr<BookWalk> before{};  // its last move; null if it has none yet
    std::unique_ptr<BookWalk> after{};
    std::uint32_t item = kNoPgnItem;
    bool takes_comment = false;  // the part before was a move, or a comment on one
  };

  [[noreturn]] void fail(std::size_t line, const std::string& what) const {
    throw Failure(fmt::format("{}, line {}: {}", input_name(path_), line, what));
  }

  void begin(const PgnGame& pgn) {
    const GameModule& game =
        game_of_variant(name_, pgn.tag("Variant"), fmt::format("{}, line {}", input_name(path_), pgn.line));
    if (game_ == nullptr) begin_book(game, pgn);
    if (game_ != &game)
      fail(pgn.line, fmt::format("a game of {} among those of {}", game.name(), game_->name()));
    open_.clear();
    place_ = {};
    const std::string_view fen = pgn.tag("FEN");
    Result<std::unique_ptr<BookWalk>> start = read_book_walk(game, fen);
    if (!start) fail(pgn.line, (fen.empty() ? "" : "FEN: ") + start.error().message);
    place_.after = *std::move(start);
    add_item({});
    roots_.push_back({place_.after->text(), place_.item});
  }

  void begin_book(const GameModule& game, const PgnGame& pgn) {
    game_ = &game;
    meta_.rules = game.rules_version();
    meta_.judge = pgn.tag("Annotator").empty() ? "games in PGN" : pgn.tag("Annotator");
    meta_.search_error = rounded_error(score_in(pgn.tag(kSearchErrorTag)).value_or(kUnstatedError));
    meta_.tolerance = score_in(pgn.tag(kToleranceTag)).value_or(kUnstatedTolerance);
    meta_.repetition = rounded_value(score_in(pgn.tag(kRepetitionTag)).value_or(kDrawScore));
  }

  void read_part(const PgnGame& pgn, std::size_t part) {
    const std::size_t line = pgn.line_of_part(part);
    switch (pgn.kind(part)) {
      case PgnPart::kMove:
        return play(pgn.text(part), line);
      case PgnPart::kComment:
        return take_comment(pgn.text(part));
      case PgnPart::kOpen:
        return open_variation(line);
      case PgnPart::kClose:
        end_line();
        place_ = std::move(open_.back());
        open_.pop_back();
    }
  }

  void play(std::string_view text, std::size_t line) {
    if (items_.size() == kMostBookPositions) fail(line, "too many moves");
    const Result<MoveCode> move = place_.after->read(text);
    if (!move) fail(line, move.error().message);
    place_.before = place_.after->clone();
    place_.after->play(*move);
    items_[place_.item].goes_on = true;
    add_item({.parent = place_.item, .move = *move});
    place_.takes_comment = true;
  }

  void take_comment(std::string_view comment) {
    if (!place_.takes_comment) return;
    PgnItem& item = items_[place_.item];
    if (!item.value) item.value = commented_value(comment, place_.before->side_to_move());
    item.is_outside = item.is_outside || comment.find(kOutsideTheBook) != comment.npos;
    if (item.effort == kUnknownEffort) item.effort = commented_effort(comment);
  }

  // The variation replaces the last move.
  void open_variation(std::size_t line) {
    if (place_.before == nullptr) fail(line, "a variation of no move");
    if (open_.size() == kMostOpen) fail(line, "too many variations within each other");
    place_.takes_comment = false;
    Place variation;
    variation.after = place_.before->clone();
    variation.item = items_[place_.item].parent;
    open_.push_back(std::exchange(place_, std::move(variation)));
  }

  // Ends a line at its last move, where the game may be over.
  void end_line() {
    PgnItem& item = items_[place_.item];
    if (item.parent == kNoPgnItem || item.goes_on) return;
    const Outcome outcome = game_->position_of(*place_.after)->outcome();
    if (outcome != Outcome::kOpen) item.result = booksearch::finished_score(outcome);
  }

  void add_item(PgnItem item) {
    item.key = place_.after->key();
    item.side = static_cast<std::int8_t>(place_.after->side_to_move());
    place_.item = static_cast<std::uint32_t>(items_.size());
    items_.push_back(item);
  }

  const std::string& path_;
  const std::string& name_;  // of the game; empty for any
  const GameModule* game_ = nullptr;
  ValuedBookMeta meta_;
  std::vector<PgnItem> items_;
  std::vector<PgnRoot> roots_;
  Place place_;
  std::vector<Place> open_;  // the lines that the variations belong to
};

}  // namespace

LoadedValues read_pgn_of_lines(const std::string& path, const std::string& game) {
  PgnLines lines(path, game);
  read_games(
      path, [&](const PgnGame& pgn) { lines.read(pgn); }, PgnReader::Keep::kAll);
  return lines.lines();
}

}  // namespace tabiya::tools
