// Moves and setups as people type them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"
#include "core/game/game_module.h"

namespace tabiya::tools {

// A move that a person has typed, as it was understood.
struct TypedMove {
  MoveText move;
  std::string remark{};  // how it was read, where it could be read in several ways; else empty
};

// The text in lower case, without what people write between the parts of a move: blanks and any of - x @ : *
// + # ! ?
std::string squeezed_move(std::string_view text);

// The legal moves that a text may mean, whatever its case and separators. It may be in wire notation ("b5d3")
// or in readable notation ("Ab5-d3"), in the latter also without the piece that is captured, or that moves.
std::vector<MoveText> moves_meant(const std::vector<MoveText>& legal, std::string_view typed);

// The legal move or setup that a text means. The error explains why there is none, or lists the possible
// ones.
Result<TypedMove> read_typed(const GameModule& game, const GamePosition& position, const std::string& typed);

// The help on what may be typed in a position of a game that continues, in whole lines.
std::string how_to_type(const GameModule& game, const GamePosition& position);

// A setup in both of its notations.
MoveText setup_text(const SetupPhase& setups, int side, SetupId id);

}  // namespace tabiya::tools
