// A growing book of moves: it asks questions, and grows by their answers. It depends on the answers alone, so
// that whoever has kept them has the book.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_set>
#include <vector>

#include "booksearch/lines/expansion.h"
#include "booksearch/lines/move_judge.h"
#include "core/book/book_graph.h"
#include "core/book/book_walk.h"

namespace tabiya::booksearch {

// The positions in which lines begin.
using GrowthRoots = std::vector<std::shared_ptr<const BookWalk>>;

struct GrowthSettings {
  ExpansionCosts costs{};
  ExpansionBounds bounds{};
  Score repetition = kDrawScore;  // as BookTerms has it
  std::size_t positions = 1'000;  // how many the book shall have, besides those of the focus
  Likelihood replies{};           // whose moves come up as games have them

  // The book begins with so many positions of games, the most frequent lines before the others.
  std::shared_ptr<const MoveBook> seeds{};
  std::size_t seed_positions = 0;
  // It ends with so many positions more, behind these alone. Their keys are those of positions of the book by then.
  std::vector<PositionKey> focus{};
  std::size_t focus_positions = 0;

  std::size_t wanted() const { return positions + focus_positions; }
};

// A round expands this share of the positions that there are, so that all rounds together look at each position a constant
// number of times; the first ones expand kLeastPerRound, so that as many threads have something to do.
inline constexpr double kShareOfRound = 0.02;
inline constexpr std::size_t kLeastPerRound = 16;

class BookGrowth {
 public:
  // `roots` are different positions in which a move is to be made; there is at least one.
  BookGrowth(GrowthRoots roots, const GrowthSettings& settings);

  // Returns the questions of the next round; there are none when the book is large enough, or nothing is left
  // to look at.
  const std::vector<MoveQuestion>& questions() const { return questions_; }
  // Takes the answers to all questions, in their order, and begins another round. Errors: kCorrupt where an
  // answer names a move that nobody could have found; kInvalid where a position of the focus is not in the
  // book.
  Status take(std::span<const MoveAnswer> answers);

  const BookGraph& graph() const { return graph_; }
  std::size_t wanted() const { return settings_.wanted(); }
  // The number of positions of the focus, and how many of them are in the book by now.
  std::size_t focus() const { return settings_.focus.size(); }
  std::size_t focus_reached() const;
  const std::vector<BookNode>& roots() const { return root_nodes_; }
  // `values()` holds the values of all positions as of the last round.
  const std::vector<BookValue>& values() const { return values_; }
  // Returns the standard error of a search, logit x 10,000. It is estimated from how often, and how much, a
  // position turned out to be worth something else than the search of the position before it had said of the
  // move.
  Score search_error() const;

  // `position()` returns the position of a node, `path_to()` the moves that lead to it from its root.
  std::unique_ptr<BookWalk> position(BookNode node) const;
  std::uint32_t root_of(BookNode node) const { return origins_[node].root; }
  std::vector<MoveCode> path_to(BookNode node) const;

 private:
  // The move by which a position was first reached. A root is its own parent.
  struct Origin {
    std::uint32_t root;
    BookNode parent;
    MoveCode move;
  };
  // The moves that stay outside the book are asked about, do not exist, or are known as before the round.
  enum class Rest { kAsked, kNone, kAsBefore };
  // A move that comes into the book in this round.
  struct Entry {
    BookNode node;
    MoveCode move;
    PositionKey key;  // of the position after it
    int side;
    bool asks_after;  // whether that position is asked for: it is new
    Rest rest;        // of the node
  };
  // A part of the growth, until the book has so many positions or nothing is left to look at.
  struct Stage {
    ExpansionRules rules;
    std::size_t positions;
    std::vector<PositionKey> focus{};  // empty: the roots
  };

  static std::vector<Stage> stages_of(const GrowthSettings& settings);
  void take_roots(std::span<const MoveAnswer> answers);
  Status plan_round();
  Result<std::vector<BookNode>> beginnings(const Stage& stage) const;
  Status plan(const Expansion& expansion, std::unordered_set<PositionKey>& asked);
  void set_outside(BookNode node, const MoveAnswer& answer);
  Status bring_in(const Entry& entry, std::span<const MoveAnswer>& answers);
  void note_surprise(const FoundScore& expected, const FoundScore& found);

  const GrowthRoots root_walks_;
  const GrowthSettings settings_;
  const std::vector<Stage> stages_;
  std::size_t stage_ = 0;  // that is under way
  BookGraph graph_;
  std::vector<BookNode> root_nodes_;
  std::vector<Origin> origins_;  // by node
  std::vector<BookValue> values_;
  std::vector<Entry> round_;
  RefusedMoves refused_;  // of the games, not legal
  std::vector<MoveQuestion> questions_;
  double surprises_ = 0;  // their squares
  std::uint64_t compared_ = 0;
};

}  // namespace tabiya::booksearch
