// The values of keys in files of rules: numbers, files, regions and pieces.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/result.h"
#include "core/games/variants/variant.h"

namespace tabiya::variants {

// Quotes a text for messages; long ones are cut.
std::string quoted(std::string_view text);

std::optional<int> number_of(std::string_view text, int least, int most);

// The number of a file, from 0: "c" and "3" are both 2. At most the 16 that other programs know.
std::optional<int> file_of(std::string_view text);

// The kind that has this small letter.
std::optional<PieceName> piece_of(const Variant& variant, char letter);

// "d4 e4", "*8" for a rank, "a*" for a file, "-" for nothing. Squares beyond 8 x 8 are of no account.
Result<Bitboard> read_region(std::string_view text);

// Refuses a region of squares, ranks and files that the board of the game lacks.
Status check_region(const Variant& variant, std::string_view text);

// "nbrq", "*" for all pieces taken together, "-" for none.
Result<PieceNames> read_pieces(const Variant& variant, std::string_view text);

// "q:1 r:2": kinds, and the texts behind the colons.
Result<std::vector<std::pair<PieceName, std::string_view>>> read_pairs(const Variant& variant,
                                                                       std::string_view text);

}  // namespace tabiya::variants
