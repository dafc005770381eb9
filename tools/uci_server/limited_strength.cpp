#include "tools/uci_server/limited_strength.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/random.h"
#include "tools/uci_server/server_options.h"

namespace tabiya::tools {
namespace {

constexpr double kNodesOfLeast = 190;  // of kLeastElo
constexpr double kEloOfDoubling = 90;
constexpr double kMostOverlooked = 0.075;  // of kLeastElo

std::uint64_t number_of(const std::string& text) {
  std::uint64_t number = 0;
  for (const char c : text) number = Random(number + static_cast<unsigned char>(c)).next();
  return number;
}

}  // namespace

std::uint64_t nodes_of_elo(int elo) {
  return static_cast<std::uint64_t>(kNodesOfLeast * std::exp2((elo - kLeastElo) / kEloOfDoubling));
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
