#include "booksearch/books/written_value.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <vector>

#include "booksearch/engines/centipawns.h"
#include "codec/parsing.h"
#include "codec/text.h"
#include "core/search/value_text.h"

namespace tabiya::booksearch {

std::string book_value_text(const BookValue& value) {
  if (const auto win = plies_to_win(value.value))
    return concat(value.value > 0 ? "won" : "lost", " in ",
                  counted(static_cast<std::size_t>(std::abs(*win)), "ply"));
  if (value.error == 0) return logit_text(value.value) + ", proved";
  return concat(logit_text(value.value), " ± ", decimal(value.error / 1e4, 3));
}

std::string book_choice_text(const BookChoice& choice) {
  std::string text = book_value_text(choice.value);
  if (!choice.to) (text += "  ") += kOutsideTheBook;
  return text;
}

std::string book_position_text(const std::optional<KnownPosition>& known) {
  if (!known) return "not in the book";
  const std::string value = book_value_text(known->value);
  if (known->choices.empty()) return "the game is over: " + value;
  return "for the side to move: " + value;
}

namespace {

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
  return BookValue{rounded_value(score_of_centipawns(sign * static_cast<int>(std::lround(100 * *pawns)))),
                   kUnstatedError};
}

}  // namespace

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

}  // namespace tabiya::booksearch
