#include "core/games/zero_point_one/picture.h"

#include "core/game/board_picture.h"
#include "core/games/drawings.h"
#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/pieces.h"

namespace tabiya::zero_point_one {
namespace {

// The pieces of 0.1 are drawings of our own, in the order of the kinds: elephant, siege tower, counsellor,
// horse and crown. They are made to be distinguished at 20 pixels, and without colour: Red is light, Blue is
// dark.

// A horse's head: eye and mane.
constexpr std::string_view kKnight =
    R"(<path d="M28 90H80C82 62 80 44 71 32C64 22 54 18 47 18L40 8L35 21C28 26 25 34 21 43L12 57C10 63 15 70 21 69)"
    R"(C26 69 29 64 34 63C40 62 45 61 50 57C48 68 30 72 28 90Z"/>)"
    R"(<path d="M38 35V36" fill="none" stroke="currentColor" stroke-width="8"/>)"
    R"(<path d="M58 27C68 38 70 54 69 74" fill="none" stroke="currentColor"/>)";

constexpr std::array<Glyph, kKinds> kGlyphs{
    {{"alfil",
      {'A', 'a'},
      drawings::kAlfil,
      "Leaps exactly two squares diagonally, over whatever stands between.",
      "A"},
     {"dabbaba",
      {'D', 'd'},
      drawings::kDabbaba,
      "Leaps exactly two squares along a row or column, over whatever stands between.",
      "D"},
     {"ferz", {'F', 'f'}, drawings::kFerz, "Steps one square diagonally.", "F"},
     {"knight",
      {'N', 'n'},
      kKnight,
      "Leaps two squares along a row or column and one to the side, as in chess.",
      "N"},
     {"wazir",
      {'W', 'w'},
      drawings::kWazir,
      "Steps one square along a row or column. Whoever loses it loses the game.",
      "W"}}};

const PieceSet kPieceSet{kGlyphs,
                         {{{"Red", "#f58d73", "#6e1005", "#6e1005"}, {"Blue", "#23489b", "#0d1f4a", "#fff"}}},
                         static_cast<std::size_t>(index(Kind::kWazir))};

std::string name_of(Side side) { return std::string(name(side)); }

std::vector<HeldPieces> held_by(const Position& position, Side side) {
  std::vector<HeldPieces> held;
  for (std::size_t kind = 0; kind < kHandKinds; ++kind) {
    if (const int count = position.hand(side)[kind]; count > 0) held.push_back({kind, count});
  }
  return held;
}

}  // namespace

std::string_view name(Side side) { return kPieceSet.sides[index(side)].name; }

std::optional<std::string> result_text(const Position& position) {
  const std::string us = name_of(position.side_to_move());
  const std::string them = name_of(other(position.side_to_move()));
  if (position.in_setup_phase()) return std::nullopt;
  switch (outcome(position)) {
    case Outcome::kDraw:
      return "The game is drawn: " + std::to_string(kPlyLimit) + " plies were played";
    case Outcome::kLoss:
      return them + " has won: " + us + "'s wazir was captured";
    default:
      break;
  }
  if (count_moves(position) == 0) return them + " has won: " + us + " has no legal move";
  return std::nullopt;
}

std::string status_text(const Position& position) {
  if (const auto result = result_text(position)) return *result;
  std::string text = name_of(position.side_to_move());
  text += position.in_setup_phase() ? " to place a setup" : " to move";
  text += ", ply " + std::to_string(position.ply()) + " of " + std::to_string(kPlyLimit);
  if (!position.in_setup_phase() && in_check(position)) text += "; the wazir is attacked";
  return text;
}

BoardPicture picture_of(const Position& position, Move last) {
  BoardPicture picture;
  picture.pieces = &kPieceSet;
  for (int row = 0; row < Board::kRows; ++row)
    picture.row_names.emplace_back(1, static_cast<char>('a' + row));
  for (int column = 1; column <= Board::kColumns; ++column)
    picture.column_names.push_back(std::to_string(column));
  for (int square = 0; square < Board::kSquares; ++square) {
    const Piece piece = position.at(static_cast<Square>(square));
    auto& pictured = picture.squares.emplace_back();
    if (!piece.is_none())
      pictured = {static_cast<std::size_t>(index(piece.side())),
                  static_cast<std::size_t>(index(piece.kind()))};
  }
  picture.hands = {held_by(position, Side::kRed), held_by(position, Side::kBlue)};
  if (!last.is_none() && !last.is_drop()) picture.last_move.push_back(last.from());
  if (!last.is_none()) picture.last_move.push_back(last.to());
  picture.caption = status_text(position);
  return picture;
}

}  // namespace tabiya::zero_point_one
