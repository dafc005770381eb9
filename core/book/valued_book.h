// A finished book of moves, as players and readers have it: a graph of positions that does not change any more, with what is
// known of each. It knows no game: a position is its key, a move its code (core/book/book_walk.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/result.h"
#include "core/book/book_graph.h"
#include "core/book/move_book.h"

namespace tabiya {

// Finished books state values and errors in multiples of this, logit x 10,000: far below what searches are off by. Proven
// values stay as they are, and an error that is not 0 stays so.
inline constexpr Score kValueStep = 10;

struct ValuedBookMeta {
  std::uint32_t rules = 0;        // GameModule::rules_version() of the game of its positions
  std::string judge{};            // who has searched them, and how long, for people
  Score search_error = 0;         // the standard error of one search
  Score repetition = kDrawScore;  // what a position that recurs is worth to the side that begins the game
  Score tolerance = 0;            // what a move may lose that players make

  friend bool operator==(const ValuedBookMeta&, const ValuedBookMeta&) = default;
};

// A position in which lines begin.
struct BookRoot {
  std::string position;  // as BookWalk::text() has it
  BookNode node = 0;

  friend bool operator==(const BookRoot&, const BookRoot&) = default;
};

// The parts of a book of moves. Positions and moves are in any order.
struct BookDraft {
  ValuedBookMeta meta;
  std::vector<BookRoot> roots;
  BookGraph graph;
  std::vector<Score> outside_errors;  // by position: the standard error of GraphPosition::outside
  std::vector<BookValue> values;      // by position, for its side to move
};

struct BookPosition {
  PositionKey key = 0;
  int side = 0;       // to move
  BookValue value{};  // for that side
  std::optional<MoveCode>
      outside;                // the best move outside the book; none where all are in it, or the game is over
  BookValue outside_value{};  // of that move, for the side that plays it
  SearchEffort effort = kUnknownEffort;  // of the search that has found it

  friend bool operator==(const BookPosition&, const BookPosition&) = default;
};

class ValuedBook {
 public:
  ValuedBook() = default;
  // Positions come in the order of a tour: a root, where its best move leads, and so on, each position once; the moves of a
  // position the best first, equal ones by their codes. Positions that no root leads to are left out.
  explicit ValuedBook(const BookDraft& draft);

  const ValuedBookMeta& meta() const { return meta_; }
  std::span<const BookRoot> roots() const { return roots_; }
  std::size_t size() const { return positions_.size(); }  // positions
  std::size_t move_count() const { return links_.size(); }

  const BookPosition& operator[](BookNode node) const { return positions_[node]; }
  // The moves in the book, the best first.
  std::span<const BookLink> moves(BookNode node) const {
    return std::span(links_).subspan(first_links_[node], first_links_[node + 1] - first_links_[node]);
  }
  // The value of a move in the book for the side that plays it.
  BookValue value_of(BookNode from, const BookLink& link) const {
    const BookPosition& to = positions_[link.to];
    return {value_before(to.value.value, positions_[from].side == to.side), to.value.error};
  }
  bool is_over(BookNode node) const { return moves(node).empty() && !positions_[node].outside; }

  // Takes logarithmic time.
  std::optional<BookNode> find(PositionKey key) const;

  friend bool operator==(const ValuedBook& a, const ValuedBook& b) {
    return a.meta_ == b.meta_ && a.roots_ == b.roots_ && a.positions_ == b.positions_ &&
           a.links_ == b.links_ && a.first_links_ == b.first_links_;
  }

 private:
  ValuedBookMeta meta_;
  std::vector<BookRoot> roots_;
  std::vector<BookPosition> positions_;
  std::vector<BookLink> links_;
  std::vector<std::uint32_t> first_links_{0};               // by position, and one more
  std::vector<std::pair<PositionKey, BookNode>> by_key_{};  // sorted
};

// An error, and a value, in whole steps.
Score rounded_error(Score error);
Score rounded_value(Score value);

// Turns a grown graph into a book: values are rounded, and go up the graph again.
ValuedBook finish_book(const BookGraph& graph, std::vector<BookRoot> roots, ValuedBookMeta meta);

// The reverse, for changing a book.
BookDraft draft_of(const ValuedBook& book);

// The effort of searches by what the name of their judge says, as in "our own search, go nodes 200000"; of several, the least.
SearchEffort effort_told(std::string_view judge);

// The result has, for each position, the nodes of all searches that its value rests on: its own and those behind its moves in
// the book. Each search counts once, for the position that leads to it first; where that leaves none, those of the move with
// the most. It is infinite where the nodes of one of them are unknown, and where the value is proved.
std::vector<double> nodes_behind(const ValuedBook& book);

// A move that a player may make.
struct BookChoice {
  MoveCode move = 0;
  BookValue value{};             // for the side that plays it
  std::optional<BookNode> to{};  // the position behind it, if that is in the book

  friend bool operator==(const BookChoice&, const BookChoice&) = default;
};

// All moves of a position of which something is known, that outside the book, too: the best first; of equal ones, those
// in the book.
std::vector<BookChoice> book_choices(const ValuedBook& book, BookNode node);

// The knowledge of a book of any kind about a position.
struct KnownPosition {
  BookValue value{};                  // for the side to move
  std::vector<BookChoice> choices{};  // as book_choices() has them; none where the game is over
  // The nodes behind it (nodes_behind()), where the book tells them by position. Unknown: nobody knows, or it is proved.
  SearchEffort effort = kUnknownEffort;
};
// Without the effort. Nothing if the book does not know the position.
std::optional<KnownPosition> known_position(const ValuedBook& book, PositionKey key);

// The moves that lose at most `tolerance` logit x 10,000 against the best one, in the book or outside it, with weights: the
// best one weighs kBestWeight, and one that loses kLossOfHalf half of that.
inline constexpr std::uint64_t kBestWeight = 1'000;
inline constexpr Score kLossOfHalf = 500;
MoveBook move_book_of(const ValuedBook& book, Score tolerance);
// Those of one position. `choices`: the best first.
std::vector<BookMove> weighted_moves(PositionKey key, std::span<const BookChoice> choices, Score tolerance);
// The weight of a loss against the best move; 0 beyond the tolerance.
double weight_of_loss(Score loss, Score tolerance);

// Books of moves made of others: the draft as a book, with the values that its moves and searches give, rounded.
ValuedBook with_values(BookDraft draft);

// The merged book has all roots, positions and moves of both. If both have a position, its best move outside
// the book is that of the book which is surer of it, among those that the other does not have in it; where
// each has the other's, none is known, and the position is worth its moves. The words and the tolerance are
// those of the first, the error of a search is the greater one. Errors: kInvalid for books of other rules, or
// another worth of repetitions.
Result<ValuedBook> merge_valued_books(const ValuedBook& a, const ValuedBook& b);

// The book without some positions, and those that are reached through them alone: its values stay, since a move that leads out
// of it counts as one outside the book, of which each position keeps the best one. Roots that are left out are gone.
ValuedBook keep_positions(const ValuedBook& book, const std::vector<bool>& is_kept);

}  // namespace tabiya
