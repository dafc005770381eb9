#include "core/game/written_move.h"

namespace tabiya {

std::string wire_of(const GameModule& game, const GamePosition& position, const std::string& text) {
  if (position.in_setup_phase()) {
    const int side = position.side_to_move();
    const SetupPhase& phase = *game.setup_phase();
    const Result<WrittenSetup> written = phase.read(side, text);
    return written ? phase.wire(side, written->id) : text;
  }
  for (const MoveText& move : position.moves())
    if (move.readable == text) return move.wire;
  return text;
}

}  // namespace tabiya
