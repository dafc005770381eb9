#include "tools/uci_server/limited_strength.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "core/random.h"
#include "tools/uci_server/server_options.h"

namespace tabiya::tools {
namespace {

struct MeasuredStrength {
  int elo;
  double nodes;
};
// With the network that ships, on the scale of Stockfish 15.1's UCI_Elo: data/nets/HISTORY.md has the games, of 25
// November 2026. Between these points, and beyond them, the logarithm of the nodes is a straight line.
constexpr std::array kMeasured{MeasuredStrength{1'400, 2'000}, MeasuredStrength{1'700, 8'000},
                               MeasuredStrength{2'000, 400'000}};

constexpr double kMostOverlooked = 0.075;  // of kLeastElo

std::uint64_t number_of(const std::string& text) {
  std::uint64_t number = 0;
  for (const char c : text) number = Random(number + static_cast<unsigned char>(c)).next();
  return number;
}

}  // namespace

std::uint64_t nodes_of_elo(int elo) {
  std::size_t end = 1;
  while (end + 1 < kMeasured.size() && elo > kMeasured[end].elo) ++end;
  const MeasuredStrength &low = kMeasured[end - 1], &high = kMeasured[end];
  const double share = static_cast<double>(elo - low.elo) / (high.elo - low.elo);
  return static_cast<std::uint64_t>(low.nodes * std::pow(high.nodes / low.nodes, share));
}

double overlooked_share(int elo) {
  return kMostOverlooked * std::clamp(kMostElo - elo, 0, kMostElo - kLeastElo) / (kMostElo - kLeastElo);
}

GoCommand weakened(GoCommand command, const GamePosition& root, int elo, std::uint64_t seed) {
  command.nodes =
      std::min(command.nodes.value_or(std::numeric_limits<std::uint64_t>::max()), nodes_of_elo(elo));
  Random random(seed ^ number_of(root.text()));
  const auto threshold = static_cast<std::uint64_t>(overlooked_share(elo) * 4'294'967'296.0);  // of 2^32
  for (const MoveText& move : root.moves())
    if (random.next() >> 32 >= threshold) command.first_moves.push_back(move.wire);
  return command;  // without any first move, all may be played
}

}  // namespace tabiya::tools
