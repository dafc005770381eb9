// Moves and setups as people type them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"
#include "core/game/game_module.h"

namespace tabiya::tools {

// What a person has typed, understood.
struct TypedMove {
  MoveText move;
  std::string remark{};  // how it was read, where it could be read in several ways; else empty
};

// Lower case, without what people write between the parts of a move: blanks and any of - x @ : * + # ! ?
std::string squeezed_move(std::string_view text);

// The legal moves that a text may mean, whatever its case and separators: in wire notation ("b5d3"), in
// readable notation ("Ab5-d3"), and in the latter without the piece that is captured, or that moves.
std::vector<MoveText> moves_meant(const std::vector<MoveText>& legal, std::string_view typed);

// The legal move or setup that a text means. The error explains why there is none, or which may be meant.
Result<TypedMove> read_typed(const GameModule& game, const GamePosition& position, const std::string& typed);

// What may be typed in a position of a game that continues, in whole lines.
std::string how_to_type(const GameModule& game, const GamePosition& position);

// A setup in both of its notations.
MoveText setup_text(const SetupPhase& setups, int side, SetupId id);

}  // namespace tabiya::tools
