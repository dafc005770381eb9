#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/game.h"
#include "tools/bench/bench.h"
#include "tools/bench/zero_point_one/network_bench.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

using zero_point_one::Move;
using zero_point_one::NetworkEvaluation;
using zero_point_one::Position;
using Game = EvaluatedGame<zero_point_one::Rules, zero_point_one::NetworkEvaluation>;

constexpr int kGames = 100;
constexpr int kRuns = 50;  // short ones, many of them: some are not disturbed

struct PlayedGame {
  Position start;
  std::vector<Move> moves;  // without captures of a wazir
};

std::vector<PlayedGame> random_games() {
  Random random(3);
  std::vector<PlayedGame> games;
  for (int i = 0; i < kGames; ++i) {
    const std::vector<SetupId> pair = bench_setup_ids(2, static_cast<std::uint64_t>(i));
    PlayedGame game{zero_point_one::position_after(pair[0], pair[1]), {}};
    for (Position position = game.start;;) {
      zero_point_one::Moves moves;
      zero_point_one::generate_all(position, moves);
      if (moves.empty()) break;
      const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      if (position.is_capture(move) && position.at(move.to()).kind() == zero_point_one::Kind::kWazir) break;
      game.moves.push_back(move);
      position.play(move);
    }
    games.push_back(std::move(game));
  }
  return games;
}

struct Rates {
  double along_games;   // values a second, each after one move more
  double from_scratch;  // values a second
  std::uint64_t checksum = 0;
};

Rates measure(const PackedNetwork& network, const KernelSet& set, const std::vector<PlayedGame>& games,
              int runs) {
  const NetworkEvaluation evaluation(network, set);
  const Game game(evaluation);
  const auto nodes = std::make_unique<std::array<Game::Node, zero_point_one::kPlyLimit>>();
  std::size_t values = 0;
  Rates rates{};
  const auto follow = [&](bool from_scratch) {
    values = 0;
    rates.checksum = 0;
    for (const PlayedGame& played : games) {
      (*nodes)[0] = game.root(played.start);
      for (std::size_t ply = 0; ply < played.moves.size(); ++ply) {
        Game::Node& child = (*nodes)[ply + 1];
        game.make((*nodes)[ply], played.moves[ply], child);
        if (from_scratch) evaluation.reset(child.position, child.evaluation);
        rates.checksum = rates.checksum * 31 + static_cast<std::uint32_t>(game.evaluate(child));
        ++values;
      }
    }
  };
  const double scratch_seconds = least_seconds(runs, [&] { follow(true); });
  const std::uint64_t checksum = rates.checksum;
  const double seconds = least_seconds(runs, [&] { follow(false); });
  if (checksum != rates.checksum) throw Failure("bench eval: incremental values differ", kInternalError);
  rates.along_games = static_cast<double>(values) / seconds;
  rates.from_scratch = static_cast<double>(values) / scratch_seconds;
  return rates;
}

}  // namespace

std::vector<BenchFigure> bench_eval(const BenchOptions& options) {
  const PackedNetwork network = bench_network(options);
  const std::vector<PlayedGame> games = random_games();
  std::vector<BenchFigure> figures;
  Rates scalar{};
  for (const KernelSet* set : runnable_kernels()) {
    const Rates rates = measure(network, *set, games, options.repeats(kRuns));
    if (figures.empty()) scalar = rates;
    if (rates.checksum != scalar.checksum) {
      throw Failure(fmt::format("bench eval: kernels scalar and {} differ", set->name), kInternalError);
    }
    figures.push_back({fmt::format("{}_along_games_per_s", set->name), rates.along_games});
    figures.push_back({fmt::format("{}_from_scratch_per_s", set->name), rates.from_scratch});
    figures.push_back({fmt::format("{}_times_scalar", set->name), rates.along_games / scalar.along_games});
  }
  return figures;
}

}  // namespace tabiya::tools
