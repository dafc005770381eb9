#include "tools/assets/book_selection.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>

#include <fmt/format.h>

#include "codec/parsing.h"
#include "codec/text.h"
#include "core/game/game_module.h"
#include "core/search/value_text.h"
#include "tools/cli/failure.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return number_in<Number>(text);
}

// The value is written as values are printed: logit if it has a decimal point, else logit x 10,000 as JSON
// has it.
std::optional<Score> parse_value(std::string_view text) {
  if (text.find('.') == text.npos) return parse_number<Score>(text);
  const std::optional<double> logit = parse_number<double>(text);
  if (!logit || !(std::abs(*logit) * kLogit < kInfiniteScore)) return std::nullopt;
  return static_cast<Score>(std::lround(*logit * kLogit));
}

// The text is in the form that --value takes: logit, or the number of JSON for a proved result.
std::string bound_text(Score value) { return is_proven(value) ? std::to_string(value) : logit_text(value); }

// The range is "A-B", "A-", "-B", or a single value that is both bounds.
template <class Number>
struct Range {
  std::optional<Number> least, most;
};

// The bounds on either side of `separator`, of which one may be missing; empty if they are no bounds.
template <class Number>
std::optional<Range<Number>> parse_range(
    std::string_view text, char separator,
    const std::function<std::optional<Number>(std::string_view)>& parse) {
  Range<Number> range;
  const auto middle = text.find(separator);
  const std::string_view least = text.substr(0, middle);
  const std::string_view most = middle == text.npos ? least : text.substr(middle + 1);
  if (least.empty() && most.empty()) return std::nullopt;
  if (!least.empty() && !(range.least = parse(least))) return std::nullopt;
  if (!most.empty() && !(range.most = parse(most))) return std::nullopt;
  if (range.least && range.most && *range.least > *range.most) return std::nullopt;
  return range;
}

std::optional<std::size_t> parse_rank(std::string_view text) {
  const auto rank = parse_number<std::size_t>(text);
  return rank && *rank > 0 && text.front() != '+' ? rank : std::nullopt;
}

// The text is like "W@a1".
std::optional<RedPiece> parse_red_piece(std::string_view text) {
  const auto at = text.find('@');
  if (at != 1 || at + 1 >= text.size()) return std::nullopt;
  return RedPiece{std::string(text.substr(0, at)), std::string(text.substr(at + 1))};
}

std::optional<std::vector<RedPiece>> parse_red_pieces(std::string_view text) {
  std::vector<RedPiece> pieces;
  for (bool more = true; more;) {
    const auto comma = text.find(',');
    const std::optional<RedPiece> piece = parse_red_piece(text.substr(0, comma));
    if (!piece) return std::nullopt;
    pieces.push_back(*piece);
    more = comma != text.npos;
    if (more) text.remove_prefix(comma + 1);
  }
  return pieces;
}

// Tells where pieces stand, by the pictures of a game's red setups.
class RedPieces {
 public:
  RedPieces(const SetupPhase& setups, const std::vector<RedPiece>& pieces) : setups_(setups) {
    const BoardPicture board = setups.picture(kRed, 0);
    for (const RedPiece& piece : pieces) {
      const auto is_piece = [&](const Glyph& glyph) { return glyph.letters[kRed] == piece.letter.front(); };
      const std::optional<std::size_t> square = square_of(board, piece.square);
      if (!square || std::ranges::none_of(board.pieces->glyphs, is_piece))
        throw Failure(fmt::format("--red-piece {}@{}: the game has no such piece of Red, or no such square",
                                  piece.letter, piece.square));
      wanted_.push_back({piece.letter.front(), *square});
    }
  }

  // True if the pieces stand so in `red` or its mirror image.
  bool stand_in(SetupId red) const {
    return stand_as_named(red) || stand_as_named(setups_.reds().mirror(red));
  }

 private:
  struct Wanted {
    char letter;
    std::size_t square;
  };
  static constexpr int kRed = 0;

  static std::optional<std::size_t> square_of(const BoardPicture& board, const std::string& name) {
    for (std::size_t i = 0; i < board.squares.size(); ++i)
      if (name == square_name(board, i)) return i;
    return std::nullopt;
  }

  bool stand_as_named(SetupId red) const {
    const BoardPicture board = setups_.picture(kRed, red);
    return std::ranges::all_of(wanted_, [&](const Wanted& wanted) {
      const std::optional<PicturedPiece>& piece = board.squares[wanted.square];
      return piece && piece->side == kRed &&
             board.pieces->glyphs[piece->glyph].letters[kRed] == wanted.letter;
    });
  }

  const SetupPhase& setups_;
  std::vector<Wanted> wanted_;
};

bool is_selected(const BookEntry& entry, const BookSelection& selection) {
  if (entry.depth < selection.min_depth) return false;
  if (selection.least_value && !(entry.red_value && *entry.red_value >= *selection.least_value)) return false;
  return !selection.most_value || (entry.red_value && *entry.red_value <= *selection.most_value);
}

void check_ranks(const Book& book, const BookSelection& selection, const std::string& where) {
  if (!selection.least_rank && !selection.most_rank) return;
  if (!book.meta.ordered)
    throw Failure(fmt::format("{}: has lost its order: none of its entries has a rank", where));
  const std::size_t rank = selection.least_rank.value_or(1);
  if (rank > book.entries.size())
    throw Failure(
        fmt::format("{}: has {}, none of rank {}", where, counted(book.entries.size(), "entry"), rank));
}

// Empty output may mean that nothing was found, or that the options ask for something that no book has.
void tell_of_no_entries(const Book& book, const std::string& where) {
  if (book.entries.empty()) return print_note(fmt::format("{}: the book has no entries", where));
  std::optional<Score> least, most;
  int shallowest = std::numeric_limits<int>::max(), deepest = 0;
  for (const BookEntry& entry : book.entries) {
    shallowest = std::min(shallowest, int{entry.depth});
    deepest = std::max(deepest, int{entry.depth});
    if (!entry.red_value) continue;
    least = std::min(least.value_or(*entry.red_value), *entry.red_value);
    most = std::max(most.value_or(*entry.red_value), *entry.red_value);
  }
  std::string has = fmt::format("it has {}, depths from {} to {}", counted(book.entries.size(), "entry"),
                                shallowest, deepest);
  if (least) has += fmt::format(", values from {} to {}", bound_text(*least), bound_text(*most));
  print_note(fmt::format("{}: no entry is selected; {}", where, has));
}

// An option whose text `parse` takes in, or not.
constexpr const char* kSelectionGroup = "Which entries";

CommandOption add_parsed(CommandLine& app, const char* name, const std::string& help, const std::string& form,
                         std::function<bool(std::string_view)> parse) {
  return app
      .add_option_function(
          name, [parse](const std::string& text) { parse(text); }, help)
      .group(kSelectionGroup)
      .check([parse, form](const std::string& text) {
        return parse(text) ? std::string() : fmt::format("'{}' is not {}", text, form);
      });
}

}  // namespace

void add_selection_options(CommandLine app, BookSelection& selection, CommandLine of_first) {
  const bool has_default = selection.first != std::numeric_limits<std::size_t>::max();
  CommandOption first =
      of_first.add_option("--first", selection.first, "Only the first N of the selected entries");
  first.group(kSelectionGroup).whole_number();
  if (!has_default) first.default_text("");
  add_parsed(app, "--rank", "Only ranks A to B. `A-` means A and all later ones, `A` that rank alone",
             "ranks A-B from 1 up",
             [&selection](std::string_view text) {
               const auto range = parse_range<std::size_t>(text, '-', parse_rank);
               if (range) selection.least_rank = range->least, selection.most_rank = range->most;
               return range.has_value();
             })
      .type_name("A-B");
  app.add_option("--min-depth", selection.min_depth,
                 "Only entries searched to this depth or deeper, in plies")
      .group(kSelectionGroup)
      .whole_number(0, 255)
      .default_text("");
  add_parsed(
      app, "--value",
      "Only values from A to B, Red's view. Either end may be missing. With a decimal point, values are in "
      "logit; whole numbers are logit x 10,000",
      "values A:B such as -0.05:0.1 or -500:1000",
      [&selection](std::string_view text) {
        const auto range =
            text.find(':') == text.npos ? std::nullopt : parse_range<Score>(text, ':', parse_value);
        if (range) selection.least_value = range->least, selection.most_value = range->most;
        return range.has_value();
      })
      .type_name("A:B");
  add_parsed(app, "--red-piece",
             "Only reds with this piece on this square. Separate several by commas; mirror images count",
             "a piece on a square, such as W@a1, or several such as W@a1,N@b3",
             [&selection](std::string_view text) {
               const auto pieces = parse_red_pieces(text);
               if (pieces) selection.red_pieces = *pieces;
               return pieces.has_value();
             })
      .type_name("P@SQUARE");
}

std::vector<std::size_t> select_entries(const LoadedBook& loaded, const BookSelection& selection) {
  check_ranks(loaded.book, selection, loaded.name);
  const std::size_t size = loaded.book.entries.size();
  std::optional<RedPieces> pieces;
  if (!selection.red_pieces.empty()) pieces.emplace(*loaded.setups, selection.red_pieces);
  const auto is_wanted = [&](const BookEntry& entry) {
    return is_selected(entry, selection) &&
           (!pieces || (entry.red < loaded.setups->reds().count() && pieces->stand_in(entry.red)));
  };
  std::vector<std::size_t> entries;
  for (std::size_t i = selection.least_rank.value_or(1) - 1;
       i < std::min(selection.most_rank.value_or(size), size); ++i) {
    if (entries.size() == selection.first) break;
    if (is_wanted(loaded.book.entries[i])) entries.push_back(i);
  }
  if (entries.empty() && selection.first > 0) tell_of_no_entries(loaded.book, loaded.name);
  return entries;
}

Book book_of_entries(const Book& book, const std::vector<std::size_t>& entries) {
  Book part{book.meta, {}, book.origins};
  for (const std::size_t entry : entries) part.entries.push_back(book.entries[entry]);
  return part;
}

}  // namespace tabiya::tools
