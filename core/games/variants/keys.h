// The keys of files of rules, and what each does to the rules.
#pragma once

#include <string_view>

#include "codec/result.h"
#include "core/games/variants/variant.h"

namespace tabiya::variants {

// Our own key of the names that people see ("c:cat g:guard"), which is none of the rules.
inline constexpr std::string_view kShownNames = "pieceNames";

// Gives kinds of pieces their letters and moves. Letters in the values of other keys mean these pieces, so
// that a section's pieces are read before its other keys. Nothing happens if the key is none of a piece.
Status read_piece(Variant& variant, std::string_view key, std::string_view value);

// Reads any other key. Errors: kInvalid for an unknown key or a value that is none; kUnsupported for those of
// Fairy-Stockfish that these rules cannot do.
Status read_rule(Variant& variant, std::string_view key, std::string_view value);

// Refuses squares, ranks and files that the board lacks, in a value that read_rule() has taken. The size of the board is known
// when all keys have been read.
Status check_on_board(const Variant& variant, std::string_view key, std::string_view value);

}  // namespace tabiya::variants
