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
// that would leave the king in check; else kNoSquare. `after` is the position that `move` has led to.
Square polyglot_passed_square(const Position& after, Move move);

// `passed`: as above. Positions that the format does not know have keys of their own: a right to castle with a rook that began
// on another file than usual has another number.
std::uint64_t polyglot_key(const Position& position, Square passed);

// The legal move that a book means by a code; some write castling as the king's own way, "e1g1". Nothing if there is none.
std::optional<Move> legal_polyglot_move(const Position& position, MoveCode code);

// Checks that the format has a key of the position. Errors: kUnsupported for rights to castle of Chess960.
Status check_polyglot(const Position& position);

// The position as books know it, after a move that is Move{} if it is not known.
std::unique_ptr<BookWalk> book_walk(const Position& position, Move last);
// The position of a walk that book_walk() has made.
const Position& walked_to(const BookWalk& walk);

}  // namespace tabiya::chess
