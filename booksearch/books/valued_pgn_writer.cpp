#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "booksearch/books/pgn_text.h"
#include "booksearch/books/valued_pgn.h"
#include "booksearch/books/written_value.h"
#include "booksearch/engines/centipawns.h"
#include "codec/text.h"
#include "core/game/written_move.h"

namespace tabiya::booksearch {
namespace {

// The nodes of the search that has found a move outside the book, as in "181 nodes"; empty for unknown ones.
std::string effort_text(SearchEffort effort) {
  return effort == kUnknownEffort ? "" : concat("  ", std::llround(nodes_of(effort)), " nodes");
}

// The move that leads to each position in the order of the book, in which the best moves come first.
class LineTree {
 public:
  explicit LineTree(const ValuedBook& lines) : steps_(lines.size()) {
    struct Stop {
      BookNode node;
      std::size_t next;
    };
    std::vector<Stop> stops;
    BookNode met = 0;
    for (const BookRoot& root : lines.roots()) {
      if (root.node != met) continue;  // behind an earlier one
      stops.push_back({met++, 0});
      while (!stops.empty()) {
        Stop& stop = stops.back();
        if (stop.next == lines.moves(stop.node).size()) {
          stops.pop_back();
          continue;
        }
        const BookNode from = stop.node;
        const BookLink link = lines.moves(from)[stop.next++];
        if (link.to != met) continue;
        steps_[met] = {from, link.move, false};
        stops.push_back({met++, 0});
      }
    }
  }

  bool is_root(BookNode node) const { return steps_[node].is_root; }
  bool follows(BookNode node, BookNode from, MoveCode move) const {
    return !is_root(node) && steps_[node].from == from && steps_[node].move == move;
  }

 private:
  struct Step {
    BookNode from = 0;
    MoveCode move = 0;
    bool is_root = true;
  };
  std::vector<Step> steps_;
};

// The games of all roots.
class BookGames {
 public:
  BookGames(const ValuedBook& book, const GameModule& game, std::string_view variant)
      : book_(book), game_(game), variant_(variant), tree_(book) {}

  Result<std::string> write(const BookRoot& root) {
    Result<std::unique_ptr<BookWalk>> walk = read_book_walk(game_, root.position);
    if (!walk) return walk.error();
    const std::string tags = tags_of(root, **walk);
    const std::int64_t ply = 2 * (pgn_move_number(root.position) - 1) + (*walk)->side_to_move();
    text_ = {};
    text_.comment(ascii(book_position_text(known_position(book_, book_[root.node].key))));
    needs_number_ = true;
    if (tree_.is_root(root.node))
      write_line(*std::move(walk), root.node, ply, 0);
    else
      text_.comment("in the game of an earlier position");
    text_.add("*");
    return tags + '\n' + text_.text() + "\n\n";
  }

 private:
  static std::string ascii(std::string text) {
    constexpr std::string_view kPlusMinus = "±";
    if (const std::size_t at = text.find(kPlusMinus); at != text.npos)
      text.replace(at, kPlusMinus.size(), "+/-");
    return text;
  }

  static std::string logit(Score score) { return decimal(score / 1e4, 4); }

  std::string tags_of(const BookRoot& root, const BookWalk& walk) const {
    std::string tags = pgn_tag("Event", "Book of moves") + pgn_tag("Site", "?") +
                       pgn_tag("Date", "????.??.??") + pgn_tag("Round", "?") + pgn_tag("White", "?") +
                       pgn_tag("Black", "?") + pgn_tag("Result", "*");
    tags += variant_tag(game_, variant_, *game_.position_of(walk));
    if (root.position != game_.usual_start()->text())
      tags += pgn_tag("SetUp", "1") + pgn_tag("FEN", root.position);
    const ValuedBookMeta& meta = book_.meta();
    return tags + pgn_tag("Annotator", meta.judge) + pgn_tag(kSearchErrorTag, logit(meta.search_error)) +
           pgn_tag(kToleranceTag, logit(meta.tolerance)) + pgn_tag(kRepetitionTag, logit(meta.repetition));
  }

  // Writes the best moves from a position on, each with the alternatives. `ply`: of the whole game, from 0.
  void write_line(std::unique_ptr<BookWalk> walk, BookNode node, std::int64_t ply, int nested) {
    for (;; ++ply) {
      const std::vector<BookChoice> choices = book_choices(book_, node);
      if (choices.empty()) return;
      write_move(node, *walk, choices[0], ply);
      for (std::size_t i = 1; i < choices.size() && nested < kMostNested; ++i) {
        text_.open_variation();
        needs_number_ = true;
        write_move(node, *walk, choices[i], ply);
        if (goes_on(node, choices[i])) {
          std::unique_ptr<BookWalk> after = walk->clone();
          after->play(choices[i].move);
          write_line(std::move(after), *choices[i].to, ply + 1, nested + 1);
        }
        text_.close_variation();
        needs_number_ = true;
      }
      if (!goes_on(node, choices[0])) return;
      walk->play(choices[0].move);
      node = *choices[0].to;
    }
  }

  bool goes_on(BookNode from, const BookChoice& choice) const {
    return choice.to && tree_.follows(*choice.to, from, choice.move);
  }

  void write_move(BookNode from, const BookWalk& walk, const BookChoice& choice, std::int64_t ply) {
    const bool is_first_side = ply % 2 == 0;
    if (is_first_side || needs_number_) text_.add(concat(ply / 2 + 1, is_first_side ? "." : "..."));
    const MoveText move = walk.move_text(choice.move);
    text_.add(game_.facts().uci_variant.empty() ? move.wire : move.readable);
    text_.comment(eval(walk, choice.value) + ascii(book_choice_text(choice)) +
                  (choice.to ? "" : effort_text(book_[from].effort)));
    needs_number_ = true;  // after a comment
  }

  // The value as other programs read it: pawns, for the first side.
  std::string eval(const BookWalk& walk, const BookValue& value) const {
    if (game_.facts().uci_variant.empty()) return {};
    const int sign = walk.side_to_move() == 0 ? 1 : -1;
    if (const auto plies = plies_to_win(value.value)) {
      const int moves = (std::abs(*plies) + 1) / 2;
      return concat("[%eval #", *plies > 0 ? sign * moves : -sign * moves, "] ");
    }
    return concat("[%eval ", decimal(sign * centipawns(value.value) / 100.0, 2), "] ");
  }

  const ValuedBook& book_;
  const GameModule& game_;
  const std::string_view variant_;
  const LineTree tree_;
  bool needs_number_ = true;
  PgnText text_;
};

}  // namespace

Result<std::string> pgn_of(const ValuedBook& book, const GameModule& game, std::string_view variant) {
  BookGames games(book, game, variant);
  std::string text;
  for (const BookRoot& root : book.roots()) {
    const Result<std::string> written = games.write(root);
    if (!written) return written;
    text += *written;
  }
  return text;
}

}  // namespace tabiya::booksearch
