#include "core/games/chess/notation.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "core/board/board_notation.h"
#include "core/games/chess/moves.h"
#include "core/games/chess/rules.h"

namespace tabiya::chess {
namespace {

constexpr std::string_view kLetters = "PNBRQK";
constexpr std::array<std::string_view, 6> kNames{"pawn", "knight", "bishop", "rook", "queen", "king"};
constexpr std::array<std::string_view, 2> kSideNames{"White", "Black"};
constexpr std::array<std::string_view, 2> kArrayWords{"white=", "black="};
constexpr int kKingsFile = 4;
constexpr std::array<std::string_view, 2> kCastling{"O-O-O", "O-O"};  // by wing

MoveList<Move> legal_moves(const Position& position) {
  MoveList<Move> moves;
  Rules::generate_all(position, moves);
  return moves;
}

bool is_castling(const Position& position, Move move) {
  return has(position.men(Kind::kKing), move.from()) && position.is_castling(move);
}

// A move as its text describes it; what the text leaves open is missing.
struct Description {
  std::optional<Kind> kind;
  std::optional<int> from_column, from_row;
  Square to = kNoSquare;
  std::optional<Kind> promotion;

  bool fits(const Position& position, Move move) const {
    return move.to() == to && !is_castling(position, move) &&
           (!kind || position.kind_at(move.from()) == kind) &&
           (!from_column || Board::column(move.from()) == *from_column) &&
           (!from_row || Board::row(move.from()) == *from_row) && move.promotion() == promotion;
  }
};

std::optional<Kind> kind_of(char c) {
  const std::size_t at = kLetters.find(c);
  return at == kLetters.npos ? std::nullopt : std::optional(static_cast<Kind>(at));
}

// Reads both notations but for castling: [piece][file][rank][x or -]square[[=]promotion]. A move of a pawn has no
// letter; coordinates have none of any piece.
std::optional<Description> parse_description(std::string_view text) {
  Description move;
  if (text.size() >= 3 && !std::isdigit(static_cast<unsigned char>(text.back()))) {
    const char last = static_cast<char>(std::toupper(static_cast<unsigned char>(text.back())));
    move.promotion = kind_of(last);
    if (!move.promotion || move.promotion == Kind::kPawn || move.promotion == Kind::kKing)
      return std::nullopt;
    text.remove_suffix(text[text.size() - 2] == '=' ? 2 : 1);
  }
  if (text.size() < 2) return std::nullopt;
  const auto to = parse_square_name<Board>(text.substr(text.size() - 2));
  if (!to) return std::nullopt;
  move.to = *to;
  text.remove_suffix(2);
  if (text.ends_with('x') || text.ends_with('-') || text.ends_with(':')) text.remove_suffix(1);
  if (!text.empty() && kind_of(text[0])) {
    move.kind = kind_of(text[0]);
    text.remove_prefix(1);
  }
  const bool is_from_square = parse_square_name<Board>(text).has_value();
  if (!move.kind && !is_from_square) move.kind = Kind::kPawn;
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'h') {
    move.from_column = text[0] - 'a';
    text.remove_prefix(1);
  }
  if (!text.empty() && text[0] >= '1' && text[0] <= '8') {
    move.from_row = text[0] - '1';
    text.remove_prefix(1);
  }
  return text.empty() ? std::optional(move) : std::nullopt;
}

std::optional<Wing> parse_castling(std::string_view text) {
  std::string with_letters(text);
  std::ranges::replace(with_letters, '0', 'O');
  for (const Wing wing : kWings)
    if (with_letters == kCastling[index(wing)]) return wing;
  return std::nullopt;
}

// "e1h1" and, where the king goes farther than a king's step, "e1g1".
std::optional<Move> castling_in_coordinates(const Position& position, std::string_view text) {
  if (text.size() != 4) return std::nullopt;
  const auto from = parse_square_name<Board>(text.substr(0, 2)),
             to = parse_square_name<Board>(text.substr(2));
  if (!from || !to || *from != position.king(position.side_to_move())) return std::nullopt;
  const Side us = position.side_to_move();
  for (const Wing wing : kWings) {
    const Square rook = position.castling_rook(us, wing);
    if (rook == kNoSquare) continue;
    const bool is_far = std::abs(Board::column(*to) - Board::column(*from)) > 1;
    if (*to == rook || (is_far && *to == castling_targets(us, wing).king)) return Move(*from, rook);
  }
  return std::nullopt;
}

// Says why a man does not go where a text says.
std::string fault_of(const Position& position, const Description& move) {
  const Side us = position.side_to_move();
  if (move.from_column && move.from_row) {
    const Square from = Board::square(*move.from_row, *move.from_column);
    const auto kind = position.kind_at(from);
    const std::string where = square_name<Board>(from);
    if (!kind) return where + " is empty";
    if (has(position.men(other(us)), from)) return "the man on " + where + " is " + name(other(us)) + "'s";
    if (move.kind && move.kind != kind)
      return "the man on " + where + " is a " + std::string(kNames[index(*kind)]);
  }
  const std::string kind = move.kind ? std::string(kNames[index(*move.kind)]) : "man";
  const std::string there = square_name<Board>(move.to);
  if (in_check(position)) return name(us) + " is in check, and this does not end it";
  if (has(position.men(us), move.to)) return "a man of " + name(us) + " stands on " + there;
  return "no " + kind + " of " + name(us) + " can go to " + there +
         (move.promotion ? " and become a " + std::string(kNames[index(*move.promotion)]) : "");
}

Error illegal(std::string_view text, const std::string& why) {
  return invalid("illegal move '" + std::string(text.substr(0, 20)) + "': " + why, 0);
}

// Returns a move without what is written behind it: marks of ASCII or not, and "ep" or "e.p.".
std::string_view without_marks(std::string_view text) {
  const auto is_mark = [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 ||
           std::string_view("+#!?").find(c) != std::string_view::npos;
  };
  while (!text.empty() && is_mark(text.back())) text.remove_suffix(1);
  for (const std::string_view passing : {"ep", "e.p."})
    if (text.ends_with(passing)) return text.substr(0, text.size() - passing.size());
  return text;
}

// The origin has as few of file and rank as tell the man from others that could make the move, the file
// first.
std::string origin_in_san(const Position& position, Move move) {
  const Kind kind = *position.kind_at(move.from());
  bool same_file = false, same_rank = false, others = false;
  for (const Move rival : legal_moves(position)) {
    if (rival.to() != move.to() || rival.from() == move.from() || position.kind_at(rival.from()) != kind)
      continue;
    others = true;
    same_file |= Board::column(rival.from()) == Board::column(move.from());
    same_rank |= Board::row(rival.from()) == Board::row(move.from());
  }
  const std::string from = square_name<Board>(move.from());
  if (!others) return {};
  if (!same_file) return from.substr(0, 1);
  return same_rank ? from : from.substr(1);
}

std::string check_mark(const Position& position, Move move) {
  Position next = position;
  next.play(move);
  if (!in_check(next)) return "";
  return has_legal_move(next) ? "+" : "#";
}

}  // namespace

char letter(Kind kind) { return kLetters[index(kind)]; }
std::string_view side_name(Side side) { return kSideNames[static_cast<std::size_t>(index(side))]; }

std::string format_uci(Move move) {
  std::string text = square_name<Board>(move.from()) + square_name<Board>(move.to());
  if (move.promotion()) text += static_cast<char>(std::tolower(letter(*move.promotion())));
  return text;
}

bool has_unusual_castling(const Position& position) {
  for (const Side side : kSides) {
    for (const Wing wing : kWings) {
      const Square rook = position.castling_rook(side, wing);
      if (rook == kNoSquare) continue;
      const int corner = wing == Wing::kQueenside ? 0 : Board::kColumns - 1;
      if (Board::column(rook) != corner || Board::column(position.king(side)) != kKingsFile) return true;
    }
  }
  return false;
}

std::string format_usual_castling(const Position& position, std::string_view uci) {
  std::string text(uci);
  if (uci.size() != 4) return text;
  const auto from = parse_square_name<Board>(uci.substr(0, 2)), to = parse_square_name<Board>(uci.substr(2));
  if (!from || !to || !is_castling(position, Move(*from, *to))) return text;
  const int file = Board::column(*to);
  if (Board::column(*from) != kKingsFile || (file != 0 && file != Board::kColumns - 1)) return text;
  const Wing wing = position.wing_of(Move(*from, *to));
  return square_name<Board>(*from) + square_name<Board>(castling_targets(position.side_to_move(), wing).king);
}

std::string format_san(const Position& position, Move move) {
  const std::string mark = check_mark(position, move);
  if (is_castling(position, move)) return std::string(kCastling[index(position.wing_of(move))]) + mark;
  const Kind kind = *position.kind_at(move.from());
  std::string text;
  const bool captures = Rules::is_capture(position, move) &&
                        (!move.promotion() || Board::column(move.from()) != Board::column(move.to()));
  if (kind != Kind::kPawn) text = letter(kind) + origin_in_san(position, move);
  if (kind == Kind::kPawn && captures) text = square_name<Board>(move.from()).substr(0, 1);
  if (captures) text += 'x';
  text += square_name<Board>(move.to());
  if (move.promotion()) text += std::string("=") + letter(*move.promotion());
  return text + mark;
}

Result<Move> parse_move(const Position& position, std::string_view whole) {
  const MoveList<Move> moves = legal_moves(position);
  if (moves.empty() || Rules::outcome(position) != Outcome::kOpen) return illegal(whole, "the game is over");
  const std::string_view text = without_marks(whole);
  std::optional<Move> castling = castling_in_coordinates(position, text);
  if (const auto wing = parse_castling(text)) {
    const Side us = position.side_to_move();
    const Square rook = position.castling_rook(us, *wing);
    if (rook == kNoSquare) return illegal(whole, name(us) + " may not castle on that side any more");
    castling = Move(position.king(us), rook);
  }
  if (castling) {
    if (std::ranges::find(moves, *castling) != moves.end()) return *castling;
    return illegal(whole, "the way is not free, or the king is or comes under attack");
  }
  const auto described = parse_description(text);
  if (!described) return illegal(whole, "expected a move such as e4, Nf3, O-O or e2e4");
  std::vector<Move> fitting;
  for (const Move move : moves)
    if (described->fits(position, move)) fitting.push_back(move);
  if (fitting.size() == 1) return fitting[0];
  if (fitting.size() > 1)
    return illegal(
        whole, "it may be " + format_san(position, fitting[0]) + " or " + format_san(position, fitting[1]));
  Description promoted = *described;
  promoted.promotion = Kind::kQueen;
  if (!described->promotion && std::ranges::any_of(moves, [&](Move m) { return promoted.fits(position, m); }))
    return illegal(whole, "the pawn must become a piece: add q, r, b or n");
  return illegal(whole, fault_of(position, *described));
}

Result<Move> read_move(const Position& position, std::string_view whole) {
  const std::string_view text = without_marks(whole);
  const Side us = position.side_to_move();
  MoveList<Move> moves;
  const auto only_one = [&](const auto& fits) -> Result<Move> {
    const auto found = std::find_if(moves.begin(), moves.end(), fits);
    if (found == moves.end() || std::find_if(found + 1, moves.end(), fits) != moves.end())
      return parse_move(position, whole);  // which says why not
    return *found;
  };
  if (const auto wing = parse_castling(text)) {
    append_moves(position, MoveClass::kAll, position.men(us, Kind::kKing), moves);
    return only_one([&](Move move) { return position.is_castling(move) && position.wing_of(move) == *wing; });
  }
  if (const std::optional<Description> described = parse_description(text)) {
    Bitboard movers = described->kind ? position.men(us, *described->kind) : position.men(us);
    if (described->from_column) movers &= kFileA << *described->from_column;
    append_moves(position, MoveClass::kAll, movers, moves);
    return only_one([&](Move move) { return described->fits(position, move); });
  }
  return parse_move(position, whole);
}

std::string format_array(Side side, SetupId id) {
  return std::string(kArrayWords[static_cast<std::size_t>(index(side))]) + kArrays.name(id);
}

Result<SetupId> parse_array(Side side, std::string_view text) {
  const std::string_view word = kArrayWords[static_cast<std::size_t>(index(side))];
  if (!text.starts_with(word))
    return invalid("expected the array of " + name(side) + ", such as " + format_array(side, Arrays::kUsual),
                   0);
  const auto id = kArrays.parse(text.substr(word.size()));
  if (!id) return invalid(id.error().message, word.size() + *id.error().offset);
  return *id;
}

}  // namespace tabiya::chess
