#include "tools/solving/first_moves_maker.h"

#include <string>
#include <utility>

namespace tabiya::tools {

Result<std::vector<PreparedLine>> prepare_first_moves(const PositionHandle& start, const SolvedValue& value,
                                                      PerfectPlay& player, int plies, const Limits& limits) {
  const auto choose = [&](const PositionHandle& position) -> Result<std::string> {
    auto choice = player.choose(position, limits);
    if (!choice) return Error{ErrorCode::kStopped, "stopped before the first moves were found", {}};
    return std::move(choice->move);
  };
  std::vector<PreparedLine> lines;
  for (const int side : {0, 1}) {
    if (value.winner == 1 - side) continue;
    Result<PreparedLine> line = prepare_line(side, start, plies, choose);
    if (!line) return line.error();
    lines.push_back(std::move(*line));
  }
  return lines;
}

}  // namespace tabiya::tools
