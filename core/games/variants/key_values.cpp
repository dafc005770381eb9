#include "core/games/variants/key_values.h"

#include <algorithm>
#include <cstddef>

#include "codec/parsing.h"
#include "codec/text.h"
#include "core/games/variants/piece_names.h"

namespace tabiya::variants {
namespace {

Error no_piece(char letter) {
  return invalid("'" + std::string(1, letter) + "' is not the letter of a piece in this game");
}

std::optional<Bitboard> squares_of(std::string_view word) {
  const bool any_file = word.front() == '*';
  const std::string_view rank_text = word.substr(1);
  const bool any_rank = rank_text == "*";
  const auto file = any_file ? std::optional(0) : file_of(word.substr(0, 1));
  const auto rank = any_rank ? std::optional(1) : number_of(rank_text, 1, 16);
  if (!file || !rank || is_digit(word.front())) return std::nullopt;
  const Bitboard files = any_file ? ~Bitboard{0} : *file < Board::kColumns ? column_squares(*file) : 0;
  const Bitboard ranks = any_rank ? ~Bitboard{0} : *rank <= Board::kRows ? row_squares(*rank - 1) : 0;
  return files & ranks;
}

}  // namespace

std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 40;
  if (text.size() <= kShown) return "'" + std::string(text) + "'";
  return "'" + std::string(text.substr(0, kShown)) + "...'";
}

std::optional<int> number_of(std::string_view text, int least, int most) {
  const auto number = number_in(text);
  if (!number || *number < least || *number > most) return std::nullopt;
  return static_cast<int>(*number);
}

std::optional<int> file_of(std::string_view text) {
  if (text.size() == 1 && text.front() >= 'a' && text.front() <= 'p') return text.front() - 'a';
  const auto number = number_of(text, 1, 16);
  return number ? std::optional(*number - 1) : std::nullopt;
}

std::optional<PieceName> piece_of(const Variant& variant, char letter) {
  if (letter < 'a' || letter > 'z') return std::nullopt;
  const auto found = std::ranges::find(variant.pieces, letter, &PieceRules::letter);
  if (found == variant.pieces.end()) return std::nullopt;
  return static_cast<PieceName>(found - variant.pieces.begin());
}

Result<Bitboard> read_region(std::string_view text) {
  Bitboard region = 0;
  if (text == "-") return region;
  for (const std::string_view word : words_of(text)) {
    const auto squares = squares_of(word);
    if (!squares)
      return invalid(quoted(word) + " is not a square; expected squares such as e4, *8 for a rank, or -");
    region |= *squares;
  }
  return region;
}

Status check_region(const Variant& variant, std::string_view text) {
  if (text == "-") return ok_status();
  const Bitboard ranks = ~Bitboard{0} >> 8 * (Board::kRows - variant.rows);
  Bitboard board = 0;
  for (int column = 0; column < variant.columns; ++column) board |= column_squares(column) & ranks;
  for (const std::string_view word : words_of(text))
    if (const auto squares = squares_of(word); squares && (*squares & board) == 0)
      return invalid(quoted(word) + " is not on the board, which has " + std::to_string(variant.columns) +
                     " files and " + std::to_string(variant.rows) + " ranks");
  return ok_status();
}

Result<PieceNames> read_pieces(const Variant& variant, std::string_view text) {
  PieceNames names = 0;
  if (text == "-") return names;
  for (const char c : text) {
    if (c == ' ') continue;
    const auto piece = piece_of(variant, small(c));
    if (!piece && c != '*') return no_piece(c);
    names |= piece ? only(*piece) : kEveryPiece;
  }
  return names;
}

Result<std::vector<std::pair<PieceName, std::string_view>>> read_pairs(const Variant& variant,
                                                                       std::string_view text) {
  std::vector<std::pair<PieceName, std::string_view>> pairs;
  if (text == "-") return pairs;
  for (const std::string_view word : words_of(text)) {
    if (word.size() < 3 || word[1] != ':') return invalid(quoted(word) + " is not a pair such as q:1");
    const auto piece = piece_of(variant, small(word[0]));
    if (!piece) return no_piece(word[0]);
    pairs.emplace_back(*piece, word.substr(2));
  }
  return pairs;
}

}  // namespace tabiya::variants
