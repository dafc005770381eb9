#include "booksearch/books/valued_pgn.h"

#include <algorithm>
#include <utility>

#include "booksearch/books/written_value.h"
#include "booksearch/lines/move_judge.h"
#include "core/book/valued_book_file.h"
#include "core/game/written_move.h"

namespace tabiya::booksearch {
namespace {

constexpr std::size_t kMostOpen = 1'000;     // variations within each other
constexpr Score kUnstatedTolerance = 1'000;  // of a file that states none

}  // namespace

// The content of the items, as a book without values.
class ValuedPgnReader::Graph {
 public:
  // `effort`: of the searches whose moves do not say how many nodes theirs had.
  Graph(std::vector<Item>& items, SearchEffort effort) : items_(items), effort_(effort) {}

  // The draft lacks its meta.
  BookDraft draft(const std::vector<Root>& roots) {
    keep_what_has_values();
    add_positions();
    add_links();
    add_outside_moves();
    for (const Root& root : roots) {
      const auto node = draft_.graph.find(items_[root.item].key);
      if (node && std::ranges::count(draft_.roots, BookRoot{root.position, *node}) == 0)
        draft_.roots.push_back({root.position, *node});
    }
    return std::move(draft_);
  }

 private:
  bool is_position(const Item& item) const { return item.is_kept || (item.result && !item.is_outside); }

  // Children come behind their parents.
  void keep_what_has_values() {
    for (std::size_t i = items_.size(); i-- > 0;) {
      const Item& item = items_[i];
      if (item.parent != kNoItem && (item.value || is_position(item))) items_[item.parent].is_kept = true;
    }
  }

  void add_positions() {
    for (const Item& item : items_) {
      if (!is_position(item)) continue;
      const BookNode node = draft_.graph.add(item.key, item.side);
      if (node == draft_.outside_errors.size()) draft_.outside_errors.push_back(0);
      if (!item.is_kept) draft_.graph.set_outside(node, {}, item.result);
    }
  }

  // Calls take(item, node of the position before it).
  template <class Take>
  void for_each_move(const Take& take) {
    for (const Item& item : items_) {
      if (item.parent == kNoItem || !items_[item.parent].is_kept) continue;
      take(item, *draft_.graph.find(items_[item.parent].key));
    }
  }

  bool is_linked(BookNode from, MoveCode move) const {
    return std::ranges::count(draft_.graph[from].links, move, &BookLink::move) > 0;
  }

  void add_links() {
    for_each_move([&](const Item& item, BookNode from) {
      const auto to = draft_.graph.find(item.key);
      if (to && !item.is_outside && !is_linked(from, item.move)) draft_.graph.link(from, item.move, *to);
    });
  }

  void add_outside_moves() {
    for_each_move([&](const Item& item, BookNode from) {
      const auto& best = draft_.graph[from].outside;
      if (!item.value || is_linked(from, item.move) || (best && best->score >= item.value->value)) return;
      draft_.graph.set_outside(from, item.move, FoundScore{item.value->value, item.value->error == 0},
                               item.effort == kUnknownEffort ? effort_ : item.effort);
      draft_.outside_errors[from] = item.value->error;
    });
  }

  std::vector<Item>& items_;
  const SearchEffort effort_;
  BookDraft draft_;
};

std::optional<PgnFault> ValuedPgnReader::read(const PgnGame& pgn) {
  if (pgn.fault) return pgn.fault;
  if (auto fault = begin(pgn)) return fault;
  for (std::size_t part = 0; part < pgn.parts(); ++part)
    if (auto fault = read_part(pgn, part)) return PgnFault{pgn.line_of_part(part), *std::move(fault)};
  end_line();
  return std::nullopt;
}

Result<ValuedBook> ValuedPgnReader::finish() {
  BookDraft draft = Graph(items_, effort_told(meta_.judge)).draft(roots_);
  draft.meta = meta_;
  if (draft.roots.empty()) return invalid("no move has a value behind it, such as {[%eval 0.31]}");
  return with_values(std::move(draft));
}

std::optional<PgnFault> ValuedPgnReader::begin(const PgnGame& pgn) {
  if (roots_.empty()) take_meta(pgn);
  open_.clear();
  place_ = {};
  const std::string_view fen = pgn.tag("FEN");
  Result<std::unique_ptr<BookWalk>> start = read_book_walk(game_, fen);
  if (!start) return PgnFault{pgn.line, (fen.empty() ? "" : "FEN: ") + start.error().message};
  place_.after = *std::move(start);
  add_item({});
  roots_.push_back({place_.after->text(), place_.item});
  return std::nullopt;
}

void ValuedPgnReader::take_meta(const PgnGame& pgn) {
  meta_.rules = game_.rules_version();
  meta_.judge = pgn.tag("Annotator").empty() ? "games in PGN" : pgn.tag("Annotator");
  meta_.search_error = rounded_error(score_in(pgn.tag(kSearchErrorTag)).value_or(kUnstatedError));
  meta_.tolerance = score_in(pgn.tag(kToleranceTag)).value_or(kUnstatedTolerance);
  meta_.repetition = rounded_value(score_in(pgn.tag(kRepetitionTag)).value_or(kDrawScore));
}

std::optional<std::string> ValuedPgnReader::read_part(const PgnGame& pgn, std::size_t part) {
  switch (pgn.kind(part)) {
    case PgnPart::kMove:
      return play(pgn.text(part));
    case PgnPart::kComment:
      take_comment(pgn.text(part));
      return std::nullopt;
    case PgnPart::kOpen:
      return open_variation();
    case PgnPart::kClose:
      end_line();
      place_ = std::move(open_.back());
      open_.pop_back();
  }
  return std::nullopt;
}

std::optional<std::string> ValuedPgnReader::play(std::string_view text) {
  if (items_.size() == kMostBookPositions) return "too many moves";
  const Result<MoveCode> move = place_.after->read(text);
  if (!move) return move.error().message;
  place_.before = place_.after->clone();
  place_.after->play(*move);
  items_[place_.item].goes_on = true;
  add_item({.parent = place_.item, .move = *move});
  place_.takes_comment = true;
  return std::nullopt;
}

void ValuedPgnReader::take_comment(std::string_view comment) {
  if (!place_.takes_comment) return;
  Item& item = items_[place_.item];
  if (!item.value) item.value = commented_value(comment, place_.before->side_to_move());
  item.is_outside = item.is_outside || comment.find(kOutsideTheBook) != comment.npos;
  if (item.effort == kUnknownEffort) item.effort = commented_effort(comment);
}

// The variation replaces the last move.
std::optional<std::string> ValuedPgnReader::open_variation() {
  if (place_.before == nullptr) return "a variation of no move";
  if (open_.size() == kMostOpen) return "too many variations within each other";
  place_.takes_comment = false;
  Place variation;
  variation.after = place_.before->clone();
  variation.item = items_[place_.item].parent;
  open_.push_back(std::exchange(place_, std::move(variation)));
  return std::nullopt;
}

// Ends a line at its last move, where the game may be over.
void ValuedPgnReader::end_line() {
  Item& item = items_[place_.item];
  if (item.parent == kNoItem || item.goes_on) return;
  const Outcome outcome = game_.position_of(*place_.after)->outcome();
  if (outcome != Outcome::kOpen) item.result = finished_score(outcome);
}

void ValuedPgnReader::add_item(Item item) {
  item.key = place_.after->key();
  item.side = static_cast<std::int8_t>(place_.after->side_to_move());
  place_.item = static_cast<std::uint32_t>(items_.size());
  items_.push_back(item);
}

}  // namespace tabiya::booksearch
