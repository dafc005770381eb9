#include "tools/uci_server/long_work.h"

#include <algorithm>
#include <chrono>
#include <string>

#include <fmt/format.h>

#include "core/random.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

// In a drawn game perft counts on, but positions list no moves any longer. The result is empty if the work is
// stopped, or if it counts too far behind a draw for that.
std::optional<std::uint64_t> count_sequences(const GamePosition& position, int depth,
                                             const std::atomic<bool>& stop) {
  constexpr int kPliesAtATime = 4, kMostOfADraw = 6;  // so few that `stop` is seen soon
  if (stop) return std::nullopt;
  if (depth <= kPliesAtATime) return position.perft(depth);
  if (position.outcome() == Outcome::kDraw)
    return depth <= kMostOfADraw ? std::optional(position.perft(depth)) : std::nullopt;
  std::uint64_t sum = 0;
  for (std::size_t place = 0;; ++place) {
    const auto next = position.play(place);
    if (!next) return sum;
    const auto count = count_sequences(*next->second, depth - 1, stop);
    if (!count) return std::nullopt;
    sum += *count;
  }
}

// The position after so many random moves, or the last one in which the game continues.
PositionHandle position_of_lot(const GameModule& game, std::uint64_t seed, int plies) {
  Random random(seed);
  PositionHandle position = game.usual_start();
  if (position->in_setup_phase()) {
    const auto [first, second] = game.setup_phase()->draw_pair(random);
    position = game.setup_phase()->position_after(first, second);
  }
  for (int ply = 0; ply < plies; ++ply) {
    const std::size_t moves = position->moves().size();
    const auto next =
        position->play(random.below(static_cast<std::uint32_t>(std::max<std::size_t>(moves, 1))));
    if (!next || next->second->outcome() != Outcome::kOpen) break;
    position = next->second;
  }
  return position;
}

}  // namespace

void count_moves(UciOutput& output, const InfoStyle& style, const GamePosition& root, int depth,
                 const std::atomic<bool>& stop) {
  std::uint64_t sum = 0;
  for (std::size_t place = 0;; ++place) {
    const auto next = root.play(place);
    if (!next) break;
    const auto count =
        depth == 1 ? std::optional<std::uint64_t>(1) : count_sequences(*next->second, depth - 1, stop);
    if (!count) return output.note("perft: stopped, or too deep behind a drawn position");
    sum += *count;
    output.say(fmt::format("{}: {}", move_in_style(style, root, next->first), *count));
  }
  output.say("");
  output.say(fmt::format("Nodes searched: {}", sum));
}

void measure_search(UciOutput& output, const GameModule& game, GameEngine& engine, int depth,
                    const std::atomic<bool>& stop) {
  constexpr int kPositions = 16, kPliesMore = 4;
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t nodes = 0;
  for (int number = 0; number < kPositions; ++number) {
    const PositionHandle position =
        position_of_lot(game, static_cast<std::uint64_t>(number), number * kPliesMore);
    engine.new_game();
    Limits limits;
    limits.depth = depth;
    limits.stop = &stop;
    const GameSearchResult result = take(engine.search({&position, 1}, limits, {}));
    if (stop) return output.note("bench: stopped");
    nodes += result.nodes;
    output.note(fmt::format("position {} of {}: {} nodes", number + 1, kPositions, result.nodes));
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  output.say(fmt::format("Total time (ms) : {:.0f}", spent.count() * 1'000));
  output.say(fmt::format("Nodes searched  : {}", nodes));
  output.say(
      fmt::format("Nodes/second    : {:.0f}", static_cast<double>(nodes) / std::max(spent.count(), 1e-6)));
}

}  // namespace tabiya::tools
