#include "tools/books/book_texts.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "booksearch/engines/centipawns.h"
#include "codec/parsing.h"
#include "codec/text.h"
#include "core/book/book_paths.h"
#include "core/book/valued_book.h"
#include "tools/books/move_book_reports.h"
#include "tools/books/pgn_text.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
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
  explicit BookGames(const LoadedMoveBook& loaded) : loaded_(loaded), lines_(*loaded.lines), tree_(lines_) {}

  std::string write(const BookRoot& root) {
    std::unique_ptr<BookWalk> walk = loaded_.from(root.position);
    const std::string tags = tags_of(root, *walk);
    const std::int64_t ply = 2 * (pgn_move_number(root.position) - 1) + walk->side_to_move();
    text_ = {};
    text_.comment(ascii(book_position_text(known_position(lines_, lines_[root.node].key))));
    needs_number_ = true;
    if (tree_.is_root(root.node))
      write_line(std::move(walk), root.node, ply, 0);
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

  static std::string logit(Score score) { return fmt::format("{:.4f}", score / 1e4); }

  std::string tags_of(const BookRoot& root, const BookWalk& walk) const {
    const GameModule& game = *loaded_.game;
    std::string tags = pgn_tag("Event", "Book of moves") + pgn_tag("Site", "?") +
                       pgn_tag("Date", "????.??.??") + pgn_tag("Round", "?") + pgn_tag("White", "?") +
                       pgn_tag("Black", "?") + pgn_tag("Result", "*");
    tags += variant_tag(game, *game.position_of(walk));
    if (root.position != game.usual_start()->text())
      tags += pgn_tag("SetUp", "1") + pgn_tag("FEN", root.position);
    const ValuedBookMeta& meta = lines_.meta();
    return tags + pgn_tag("Annotator", meta.judge) + pgn_tag(kSearchErrorTag, logit(meta.search_error)) +
           pgn_tag(kToleranceTag, logit(meta.tolerance)) + pgn_tag(kRepetitionTag, logit(meta.repetition));
  }

  // Writes the best moves from a position on, each with the alternatives. `ply`: of the whole game, from 0.
  void write_line(std::unique_ptr<BookWalk> walk, BookNode node, std::int64_t ply, int nested) {
    for (;; ++ply) {
      const std::vector<BookChoice> choices = book_choices(lines_, node);
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
    if (is_first_side || needs_number_)
      text_.add(fmt::format("{}{}", ply / 2 + 1, is_first_side ? "." : "..."));
    const MoveText move = walk.move_text(choice.move);
    text_.add(loaded_.game->facts().uci_variant.empty() ? move.wire : move.readable);
    text_.comment(eval(walk, choice.value) + ascii(book_choice_text(choice)) +
                  (choice.to ? "" : effort_text(lines_[from].effort)));
    needs_number_ = true;  // after a comment
  }

  // The value as other programs read it: pawns, for the first side.
  std::string eval(const BookWalk& walk, const BookValue& value) const {
    if (loaded_.game->facts().uci_variant.empty()) return {};
    const int sign = walk.side_to_move() == 0 ? 1 : -1;
    if (const auto plies = plies_to_win(value.value)) {
      const int moves = (std::abs(*plies) + 1) / 2;
      return fmt::format("[%eval #{}] ", *plies > 0 ? sign * moves : -sign * moves);
    }
    return fmt::format("[%eval {:.2f}] ", sign * booksearch::centipawns(value.value) / 100.0);
  }

  const LoadedMoveBook& loaded_;
  const ValuedBook& lines_;
  const LineTree tree_;
  bool needs_number_ = true;
  PgnText text_;
};

// The text is like "+0.31" or "-2".
std::optional<double> decimal_in(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto number = number_in<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

// The value of a win in so many plies, or of a loss.
std::optional<BookValue> proven_value(bool is_won, std::optional<std::int64_t> plies) {
  if (!plies || *plies < 0 || *plies > kWinScore - kProvenWin) return std::nullopt;
  const int count = static_cast<int>(*plies);
  return BookValue{is_won ? win_in(count) : loss_in(count), 0};
}

// Reads book_value_text() in ASCII at the beginning of a text: for the side that has moved.
std::optional<BookValue> own_value(std::string_view text) {
  const std::vector<std::string_view> words = words_of(text);
  if (words.size() < 2) return std::nullopt;
  const bool is_won = words[0] == "won";
  if (is_won || words[0] == "lost")
    return words[1] == "in" && words.size() > 2 ? proven_value(is_won, number_in(words[2])) : std::nullopt;
  const bool is_proved = words[0].ends_with(',') && words[1] == "proved";
  if (!is_proved && (words[1] != "+/-" || words.size() < 3)) return std::nullopt;
  const std::optional<Score> value = score_in(words[0].substr(0, words[0].size() - (is_proved ? 1 : 0)));
  const std::optional<Score> error = is_proved ? 0 : score_in(words[2]);
  if (!value || !error || *error < 0) return std::nullopt;
  return BookValue{rounded_value(*value), rounded_error(*error)};
}

// The value in [%eval …], of the position behind a move of `side`.
std::optional<BookValue> published_value(std::string_view text, int side) {
  text = text.substr(0, std::min(text.find(','), text.size()));  // a depth may follow
  const int sign = side == 0 ? 1 : -1;
  if (text.starts_with('#')) {
    text.remove_prefix(1);
    const bool first_wins = !text.starts_with('-');
    if (!first_wins) text.remove_prefix(1);
    const std::optional<std::int64_t> moves = number_in(text);
    if (!moves || *moves < 0 || *moves > kWinScore) return std::nullopt;
    const bool mover_wins = first_wins == (side == 0);
    return proven_value(mover_wins, 2 * *moves + mover_wins);
  }
  const std::optional<double> pawns = decimal_in(text);
  if (!pawns || std::abs(*pawns) > 1'000) return std::nullopt;
  return BookValue{
      rounded_value(booksearch::score_of_centipawns(sign * static_cast<int>(std::lround(100 * *pawns)))),
      kUnstatedError};
}

}  // namespace

std::string pgn_of_lines(const LoadedMoveBook& loaded) {
  BookGames games(loaded);
  std::string text;
  for (const BookRoot& root : loaded.lines->roots()) text += games.write(root);
  return text;
}

std::optional<Score> score_in(std::string_view text) {
  const std::optional<double> logit = decimal_in(text);
  if (!logit || std::abs(*logit) * 1e4 >= kInfiniteScore) return std::nullopt;
  return static_cast<Score>(std::lround(*logit * 1e4));
}

std::optional<BookValue> commented_value(std::string_view comment, int side) {
  constexpr std::string_view kEval = "[%eval ";
  std::string_view rest = comment;
  std::optional<BookValue> published;
  if (const std::size_t begin = comment.find(kEval); begin != comment.npos) {
    const std::size_t end = std::min(comment.find(']', begin), comment.size());
    published = published_value(comment.substr(begin + kEval.size(), end - begin - kEval.size()), side);
    if (begin == 0) rest.remove_prefix(std::min(end + 1, comment.size()));
  }
  const std::optional<BookValue> own = own_value(rest);
  return own ? own : published;
}

SearchEffort commented_effort(std::string_view comment) {
  const std::vector<std::string_view> words = words_of(comment);
  const auto unit = std::ranges::find(words, "nodes");
  if (unit == words.begin() || unit == words.end()) return kUnknownEffort;
  return effort_of(static_cast<double>(std::max<std::int64_t>(0, number_in(*std::prev(unit)).value_or(0))));
}

}  // namespace tabiya::tools
