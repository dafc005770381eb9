#include "core/games/variants/fen.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/board/board_notation.h"
#include "core/games/variants/key_values.h"
#include "core/games/variants/piece_names.h"

namespace tabiya::variants {
namespace {

constexpr int kMostMen = 192;  // on the board and in hand: captures change that, but not their sum
constexpr std::string_view kSetupWord = "setup";  // behind positions in which a setup is to be placed

class FenParser {
 public:
  FenParser(const Tables& tables, std::string_view text) : tables_(tables), text_(text), position_(tables) {}

  Result<Position> parse() {
    if (const Status status = parse_board(); !status) return status.error();
    if (const Status status = parse_side(); !status) return status.error();
    while (!skip_blanks())
      if (const Status status = parse_field(take_word()); !status) return status.error();
    if (const Status status = add_checks(); !status) return status.error();
    add_numbers();
    return position_;
  }

 private:
  const Variant& rules() const { return tables_.variant; }
  bool at_end() const { return at_ == text_.size(); }

  // Returns whether the text ends there.
  bool skip_blanks() {
    while (!at_end() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    return at_end();
  }
  std::string_view take_word() {
    begin_ = at_;
    at_ = std::min(text_.find_first_of(" \t", at_), text_.size());
    return text_.substr(begin_, at_ - begin_);
  }

  std::optional<Kind> kind_of(char letter) const {
    const auto found = std::ranges::find(tables_.kinds, small(letter), &KindRules::letter);
    if (found == tables_.kinds.end()) return std::nullopt;
    return static_cast<Kind>(found - tables_.kinds.begin());
  }

  Status parse_board() {
    int row = rules().rows - 1, column = 0;
    for (; !at_end() && text_[at_] != ' ' && text_[at_] != '['; ++at_) {
      const char c = text_[at_];
      if (c == '/' && row == 0 && column == rules().columns && rules().drops) return parse_hands();
      if (c == '/') {
        if (column != rules().columns) return wrong_row("has fewer than ");
        if (row-- == 0) return invalid("there are more than " + std::to_string(rules().rows) + " rows", at_);
        column = 0;
        continue;
      }
      if (is_digit(c)) {
        column += c - '0';
        if (column > rules().columns) return wrong_row("has more than ");
        continue;
      }
      if (column >= rules().columns) return wrong_row("has more than ");
      if (const Status status = put(Board::square(row, column)); !status) return status.error();
      ++column;
    }
    if (row != 0 || column != rules().columns)
      return invalid("the board ends early: expected " + std::to_string(rules().rows) + " rows of " +
                         std::to_string(rules().columns) + " squares",
                     at_);
    if (!at_end() && text_[at_] == '[') return parse_hands();
    return ok_status();
  }

  Error wrong_row(const std::string& what) const {
    return invalid("a row " + what + std::to_string(rules().columns) + " squares", at_);
  }

  // A man, at whose last character the parser stays.
  Status put(Square square) {
    if (text_[at_] == '*') {
      position_.put_wall(square);
      return ok_status();
    }
    const bool has_plus = text_[at_] == '+';
    if (has_plus) ++at_;
    std::optional<Kind> kind = at_end() ? std::nullopt : kind_of(text_[at_]);
    if (!kind) return invalid("not the letter of a piece in this game", std::min(at_, text_.size()));
    const int side = is_capital(text_[at_]) ? 0 : 1;
    if (has_plus) {
      const Kind promoted = tables_.kinds[*kind].promoted;
      if (promoted == kNoKind) return invalid("this kind of piece has no promotion", at_);
      position_.put_promoted(side, promoted, square, *kind);
    } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '~') {
      ++at_;
      position_.put_promoted(side, *kind, square, kNoKind);
    } else {
      position_.put(side, *kind, square);
    }
    return ok_status();
  }

  // The pieces in hand, "[Qn]" or, as web servers write them, "/Qn" behind the last row.
  Status parse_hands() {
    const bool in_brackets = text_[at_] == '[';
    for (++at_; !at_end() && text_[at_] != (in_brackets ? ']' : ' '); ++at_) {
      if (text_[at_] == '-') continue;
      const auto kind = kind_of(text_[at_]);
      if (!kind) return invalid("not the letter of a piece in this game", at_);
      const int side = is_capital(text_[at_]) ? 0 : 1;
      if (position_.count_all(0) + position_.count_all(1) >= kMostMen)
        return invalid("too many pieces in hand", at_);
      position_.add_to_hand(side, *kind, 1);
    }
    if (!in_brackets) return ok_status();
    if (at_end()) return invalid("the pieces in hand end without ]", at_);
    ++at_;
    return ok_status();
  }

  Status parse_side() {
    if (skip_blanks()) return ok_status();  // the first side
    const std::string_view word = take_word();
    if (word != "w" && word != "b") return invalid("the side to move is w or b", begin_);
    position_.set_side(word == "w" ? 0 : 1);
    return ok_status();
  }

  // Castling, the passed square, checks left, and the two numbers: known by their looks, since files leave some
  // of them out.
  Status parse_field(std::string_view word) {
    if (word == "-") return ok_status();
    if (word == kSetupWord && tables_.setups != nullptr) {
      position_.set_in_setup_phase(true);
      return ok_status();
    }
    if (word.find('+') != word.npos) return parse_checks(word);
    if (is_digit(word.front())) return parse_number(word);
    if ((word.size() == 2 || word.size() == 4) && is_digit(word[1])) return parse_passed(word);
    if (has_castling_) return invalid("expected numbers of moves", begin_);
    has_castling_ = true;
    for (std::size_t i = 0; i < word.size(); ++i)
      if (const Status status = parse_right(word[i], begin_ + i); !status) return status.error();
    return ok_status();
  }

  Status parse_number(std::string_view word) {
    constexpr int kMost = 9'999;
    const auto value = number_of(word, 0, kMost);
    const std::size_t most = rules().counting == Counting::kNone ? 2 : 3;
    if (!value || numbers_.size() == most)
      return invalid("expected at most " + std::string(most == 2 ? "two" : "three") + " numbers below 10,000",
                     begin_);
    numbers_.push_back(*value);
    return ok_status();
  }

  // The clock and the number of the move; where moves are being counted, the limit, the count and the number.
  void add_numbers() {
    if (numbers_.size() == 3) {
      position_.set_counting(numbers_[0], numbers_[1]);
    } else if (!numbers_.empty()) {
      position_.set_clock(numbers_.front());
    }
    if (numbers_.size() >= 2) position_.set_move_number(numbers_.back());
  }

  // The checks that each side has left, "3+3", or has given of three, "+0+0", as web servers write them.
  Status parse_checks(std::string_view word) {
    constexpr int kChecksToGive = 3;
    const bool are_given = word.front() == '+';
    if (are_given) word.remove_prefix(1);
    const std::size_t plus = std::min(word.find('+'), word.size());
    const int most = are_given ? kChecksToGive : 99;
    const auto white = number_of(word.substr(0, plus), 0, most),
               black = number_of(word.substr(std::min(plus + 1, word.size())), 0, most);
    if (!white || !black || !rules().check_counting)
      return invalid(rules().check_counting ? "expected checks left such as 3+3, or given such as +0+0"
                                            : "this game counts no checks",
                     begin_);
    position_.set_checks_left(0, are_given ? kChecksToGive - *white : *white);
    position_.set_checks_left(1, are_given ? kChecksToGive - *black : *black);
    has_checks_ = true;
    return ok_status();
  }

  Status add_checks() {
    if (!rules().check_counting || has_checks_) return ok_status();
    return invalid("checks are counted in this game: say how many each side has left, such as 3+3", at_);
  }

  Status parse_passed(std::string_view word) {
    auto square = parse_square_name<Board>(word.substr(0, 2)),
         named = parse_square_name<Board>(word.substr(2));
    if (square && named && has(position_.occupied(), *square)) std::swap(square, named);
    if (square && named && has(position_.men(other(position_.side_to_move())), *named) &&
        !has(position_.occupied(), *square)) {
      position_.set_passed(*square, *named);
      return ok_status();
    }
    const int ahead = position_.side_to_move() == 0 ? -Board::kColumns : Board::kColumns;
    const int man = square && word.size() == 2 ? *square + ahead : -1;
    if (man < 0 || man >= Board::kSquares || has(position_.occupied(), *square) ||
        !has(position_.men(other(position_.side_to_move())), static_cast<Square>(man)))
      return invalid("no pawn has just passed this square", begin_);
    position_.set_passed(*square, static_cast<Square>(man));
    return ok_status();
  }

  Status parse_right(char c, std::size_t offset) {
    const int side = is_capital(c) ? 0 : 1;
    if (c != 'K' && c != 'Q' && c != 'k' && c != 'q')
      return invalid("rights to castle are letters of KQkq, or -", offset);
    if (!rules().castling) return ok_status();
    const int wing = small(c) == 'k' ? 1 : 0;
    const int row = side == 0 ? rules().castling_row : rules().rows - 1 - rules().castling_row;
    if (!tables_.has_wing[at(wing)]) return invalid("castling leads beyond the board", offset);
    const auto king = castling_king(side, row);
    const auto rook = king ? castling_rook(side, row, wing, *king) : std::nullopt;
    if (!rook) return invalid("no king and rook stand where this right to castle needs them", offset);
    position_.set_castling(side, wing, *king, *rook);
    return ok_status();
  }

  std::optional<Square> castling_king(int side, int row) const {
    const Bitboard kings = position_.men(side, tables_.castling_king) & row_squares(row);
    if (count(kings) == 1) return lowest(kings);
    const Square usual = Board::square(row, rules().castling_king_column);
    return has(kings, usual) ? std::optional(usual) : std::nullopt;
  }

  // The first one from the file where castling rooks stand towards the king.
  std::optional<Square> castling_rook(int side, int row, int wing, Square king) const {
    const Bitboard rooks = position_.men(side, tables_.castling_rooks);
    const int step = wing == 1 ? -1 : 1;
    int column = wing == 1 ? std::min(rules().castling_rook_kingside, rules().columns - 1)
                           : rules().castling_rook_queenside;
    for (; column != Board::column(king) && column >= 0 && column < rules().columns; column += step)
      if (has(rooks, Board::square(row, column))) return Board::square(row, column);
    return std::nullopt;
  }

  const Tables& tables_;
  std::string_view text_;
  std::size_t at_ = 0, begin_ = 0;
  Position position_;
  std::vector<int> numbers_;
  bool has_checks_ = false, has_castling_ = false;
};

std::string format_man(const Position& position, Square square) {
  if (has(position.walls(), square)) return "*";
  const int side = has(position.men(1), square) ? 1 : 0;
  const KindRules& kind = position.tables().kinds[position.kind_at(square)];
  if (!has(position.promoted(), square)) return {letter_for(side, kind.letter)};
  const Kind before = position.kind_before(square);
  if (std::ranges::count(kind.sources, before) == 0) return {letter_for(side, kind.letter), '~'};
  return {'+', letter_for(side, position.tables().kinds[before].letter)};
}

std::string format_board(const Position& position) {
  std::string text;
  for (int row = position.rules().rows - 1; row >= 0; --row) {
    int empty = 0;
    const auto end_run = [&] {
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
    };
    for (int column = 0; column < position.rules().columns; ++column) {
      const Square square = Board::square(row, column);
      if (!has(position.occupied(), square)) {
        ++empty;
        continue;
      }
      end_run();
      text += format_man(position, square);
    }
    end_run();
    if (row > 0) text += '/';
  }
  return text;
}

std::string format_hands(const Position& position) {
  std::string text = "[";
  for (const int side : {0, 1})
    for (std::size_t kind = 0; kind < position.tables().kinds.size(); ++kind)
      text.append(static_cast<std::size_t>(position.in_hand(side, static_cast<Kind>(kind))),
                  letter_for(side, position.tables().kinds[kind].letter));
  return text + ']';
}

std::string format_castling(const Position& position) {
  std::string text;
  for (const int side : {0, 1})
    for (const int wing : {1, 0})
      if (position.castling_rook(side, wing) != kNoSquare) text += letter_for(side, wing == 1 ? 'k' : 'q');
  return text.empty() ? "-" : text;
}

// The square, and the man where it does not stand one step behind it, the lower square first: "e3", "e3f4".
std::string format_passed(const Position& position) {
  const Square passed = position.passed_square(), man = position.passed_man();
  if (passed == kNoSquare) return "-";
  const int ahead = position.side_to_move() == 0 ? -Board::kColumns : Board::kColumns;
  if (man == passed + ahead) return square_name<Board>(passed);
  return square_name<Board>(std::min(passed, man)) + square_name<Board>(std::max(passed, man));
}

}  // namespace

Result<Position> parse_fen(const Tables& tables, std::string_view text) {
  return FenParser(tables, text).parse();
}

std::string format_fen(const Position& position) {
  std::string text = format_board(position);
  if (position.rules().drops) text += format_hands(position);
  text += position.side_to_move() == 0 ? " w " : " b ";
  text += format_castling(position) + ' ';
  const int limit = position.counting_limit();
  text += limit > 0 ? std::to_string(limit) : format_passed(position);
  if (position.rules().check_counting)
    text += ' ' + std::to_string(position.checks_left(0)) + '+' + std::to_string(position.checks_left(1));
  text += ' ' + std::to_string(limit > 0 ? position.counted() : position.clock()) + ' ' +
          std::to_string(position.move_number());
  if (position.in_setup_phase()) text.append(" ").append(kSetupWord);
  return text;
}

}  // namespace tabiya::variants
