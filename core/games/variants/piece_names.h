// The kinds of pieces that files of rules know by name. A file gives a kind a letter ("rook = r"), and to those
// of its own their moves ("customPiece1 = a:FA"). The names and moves are facts of Fairy-Stockfish's
// documentation of its variants.ini.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tabiya::variants {

// Letters of pieces are capitals for White, the side that begins, and small ones for Black.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
constexpr char small(char c) { return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char capital(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
constexpr char letter_for(int side, char c) { return side == 0 ? capital(c) : small(c); }

// A kind by its name in files: an index below kPieceNames.
using PieceName = std::uint8_t;

inline constexpr int kPieceNames = 63;
inline constexpr PieceName kNoPieceName = 255;
inline constexpr PieceName kPawn = 0, kKing = 1, kBishop = 2, kRook = 3, kShogiPawn = 4, kKnight = 5,
                           kSilver = 10;

// A set of names; kEveryPiece stands for all pieces taken together.
using PieceNames = std::uint64_t;
inline constexpr PieceNames kEveryPiece = PieceNames{1} << 63;
constexpr PieceNames only(PieceName name) { return PieceNames{1} << name; }
constexpr bool contains(PieceNames names, PieceName name) { return (names >> name & 1) != 0; }

// "shogiPawn", "customPiece12".
std::optional<PieceName> find_piece_name(std::string_view name);

// The name for people and drawings: "shogiPawn"; kinds of the file's own are "piece".
std::string_view text_of(PieceName name);

// The usual moves in Betza's notation; empty for a kind that a file defines. Pawns' double steps and captures
// en passant come by rules of their own.
std::string_view usual_moves(PieceName name);

}  // namespace tabiya::variants
