// All notations of 0.1, in and out: squares, setups (canonical and wire), moves (wire and long), positions.
// "Wire" is what the referee's protocol speaks; "long" is for people. Parsers accept exactly what the
// formatters write; errors are kInvalid, with the offset of the first character that is wrong.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "codec/result.h"
#include "core/games/zero_point_one/position.h"

namespace tabiya::zero_point_one {

// "A" … "W" for Red, "a" … "w" for Blue.
char letter(Side side, Kind kind);

std::string format_square(Square square);  // "a1" … "h8"

// Canonical: 16 capitals as the owner sees them, "AWAAAAAADFFDDDAN".
std::string format_setup(const Setup& setup);
Result<Setup> parse_setup(std::string_view text);

// Wire: a1 … b8 in capitals for Red, g1 … h8 in lower case for Blue.
std::string format_wire_setup(Side side, const Setup& setup);
Result<Setup> parse_wire_setup(Side side, std::string_view text);

// A setup as people write it: a canonical one, in capitals, or one of Blue in wire notation, in lower case.
// Both orders of the letters are legal setups, so that nothing but the case tells them apart.
Result<Setup> parse_written_setup(std::string_view text);

// Says how a setup in lower case is read, if it may be a canonical one that lost its capitals: when its wazir
// stands in front, where it hardly ever does, and in capitals it would stand behind. A sentence for people.
std::optional<std::string> other_reading(std::string_view text);

// The text of a legal move of `position`. Wire: "b5d3", "Df8", "ac3". Long: "Ab5-d3", "Fb3xwc4", "D@f8".
std::string format_wire(const Position& position, Move move);
std::string format_long(const Position& position, Move move);

// A legal move of `position`; anything else is an error that says why.
Result<Move> parse_wire(const Position& position, std::string_view text);
Result<Move> parse_long(const Position& position, std::string_view text);

// Plays a move in wire notation, or in the setup phase places a setup; `position` is unchanged on error.
Status play_wire(Position& position, std::string_view text);

// "<rows> <side> <hands> <ply>", e.g. "8/8/8/8/8/8/8/8 r - 0". A position that parses has at most the pieces
// of a game, both wazirs (after the setup phase; the side to move may have lost its own), a side that fits
// the ply, and in the setup phase exactly the pieces that stand then. It need not be one that can arise.
std::string format_position(const Position& position);
Result<Position> parse_position(std::string_view text);

}  // namespace tabiya::zero_point_one
