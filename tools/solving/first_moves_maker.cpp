#include "tools/solving/first_moves_maker.h"

#include <string>
#include <utility>

namespace tabiya::tools {
namespace {

constexpr std::size_t kLiveTableBytes = std::size_t{32} << 20;

bool can_be_solved_at_once(const GameModule& game, const GamePosition& position,
                           const std::shared_ptr<ProofTable>& table, std::uint64_t nodes,
                           const Limits& limits) {
  table->clear();
  const auto solver = game.make_solver(table);
  Limits own = limits;
  own.nodes = nodes;
  return solve_value(*solver, position, own).is_known;
}

}  // namespace

Result<std::vector<PreparedLine>> prepare_first_moves(const GameModule& game, const PositionHandle& start,
                                                      const SolvedValue& value, PerfectPlay& player,
                                                      std::uint64_t live_nodes, const Limits& limits) {
  const auto table = std::make_shared<ProofTable>(kLiveTableBytes);
  const auto choose = [&](const PositionHandle& position) -> Result<std::string> {
    if (can_be_solved_at_once(game, *position, table, live_nodes, limits)) return std::string(kSolveFromHere);
    auto choice = player.choose(position, limits);
    if (!choice) return Error{ErrorCode::kStopped, "stopped before the first moves were found", {}};
    return std::move(choice->move);
  };
  std::vector<PreparedLine> lines;
  for (const int side : {0, 1}) {
    if (value.winner == 1 - side) continue;
    Result<PreparedLine> line = prepare_line(side, start, choose);
    if (!line) return line.error();
    lines.push_back(std::move(*line));
  }
  return lines;
}

}  // namespace tabiya::tools
