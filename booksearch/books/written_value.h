// Values of a book of moves as text: for people, and in the comments of games in PGN.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/book/book_graph.h"
#include "core/book/valued_book.h"
#include "core/search/score.h"

namespace tabiya::booksearch {

// "+0.182 ± 0.085", or a proved result: "won in 3 plies". The value is for the side to move.
std::string book_value_text(const BookValue& value);

// The text of a choice; kOutsideTheBook marks a move outside the book.
inline constexpr std::string_view kOutsideTheBook = "(outside the book)";
std::string book_choice_text(const BookChoice& choice);

// "for the side to move: +0.182 ± 0.085", or what else is known of a position.
std::string book_position_text(const std::optional<KnownPosition>& known);

// The standard error of values whose file states none, logit x 10,000.
inline constexpr Score kUnstatedError = 1'500;

// A number of logit as logit x 10,000; empty for any other text, and for numbers beyond the range of
// evaluations.
std::optional<Score> score_in(std::string_view text);

// The value of a move in the comment behind it, for the side that has moved: book_value_text() in ASCII,
// perhaps behind [%eval …]; or [%eval] alone, which is in pawns or moves to mate, for the first side, of the
// position behind the move. `side`: that has moved.
std::optional<BookValue> commented_value(std::string_view comment, int side);

// The nodes that such a comment gives for the search that found a move outside the book: "181 nodes".
SearchEffort commented_effort(std::string_view comment);

}  // namespace tabiya::booksearch
