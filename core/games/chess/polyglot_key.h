// Positions and moves of chess as PolyGlot's books know them. A move has the same 16 bits there as Move::bits():
// promotion, origin and target, and castling is the king that takes its own rook.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "codec/result.h"
#include "core/book/book_walk.h"
#include "core/games/chess/position.h"

namespace tabiya::chess {

// The square that the last move's pawn has passed, if a pawn of the side to move stands ready to take there, even where
// that would leave the king in check; else kNoSquare. `before` is the position in which `move` is played.
Square polyglot_passed_square(const Position& before, Move move);

// `passed`: as above. Positions that the format does not know have keys of their own: a right to castle with a rook that began
// on another file than usual has another number.
std::uint64_t polyglot_key(const Position& position, Square passed);

// The legal move that a book means by a code; some write castling as the king's own way, "e1g1". Nothing if there is none.
std::optional<Move> legal_polyglot_move(const Position& position, MoveCode code);

// Checks that the format has a key of the position. Errors: kUnsupported for rights to castle of Chess960.
Status check_polyglot(const Position& position);

std::unique_ptr<BookWalk> make_book_walk();

}  // namespace tabiya::chess
