#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/match/openings.h"
#include "core/games/zero_point_one/module.h"
#include "tools/bench/bench.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/play/engine_options.h"

namespace tabiya::tools {
namespace {

constexpr int kDepth = 15;
constexpr int kOpenings = 6;
constexpr int kPairs = 10;  // of runs of two programs
constexpr std::array kMiddlegames{
    "2FdDaD1/2AA4/1Wan4/2aA4/1d1d1a2/2aa2D1/5wFd/an1a4 r Faaaaadf 56",
    "NW1DA1FA/DDDFAAA1/8/8/1aA1AdN1/2a2a1A/2Fa1afd/1D2d1w1 b AAa 63",
};

std::vector<PositionHandle> bench_positions(const GameModule& game) {
  std::vector<PositionHandle> positions;
  for (std::uint64_t i = 0; i < kOpenings; ++i) {
    PositionHandle position = game.start();
    for (const std::string& word : random_opening(game, /*seed=*/1, i).moves)
      position = take(position->after(word), "bench search");
    positions.push_back(position);
  }
  for (const char* text : kMiddlegames) positions.push_back(take(game.parse_position(text), "bench search"));
  return positions;
}

// A word for the shell, whatever its characters.
std::string shell_word(std::string_view text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

// What another version of the program says of the same search. Throws Failure if it is none.
Json measured_by(const BenchOptions& options) {
  std::string command = shell_word(options.against) + " bench search --json";
  if (!options.network.empty()) command += " --net " + shell_word(options.network);
  const Json run = parse_json(output_of_command(command).value_or(""));
  if (!run.is_object() || !run.contains("nodes") || !run.contains("nodes_per_s"))
    throw Failure(options.against + ": not a program that knows `bench search --json`");
  return run;
}

}  // namespace

// The nodes are the signature of the search: with the linear evaluation they change with its behaviour, and
// with nothing else. Two programs are timed by turns, and the fastest runs of both count.
std::vector<BenchFigure> bench_search(const BenchOptions& options) {
  EngineChoice choice;
  choice.network = options.network.empty() ? std::string(kLinear) : options.network;
  choice.table_megabytes = 16;
  const GameModule& game = zero_point_one::module();
  const auto engine = make_engine(game, choice);
  const std::vector<PositionHandle> positions = bench_positions(game);
  std::uint64_t nodes = 0;
  const auto nodes_per_second = [&] {
    nodes = 0;
    const double seconds = least_seconds(1, [&] {
      for (const PositionHandle& position : positions) {
        engine->new_game();
        nodes += engine->search({&position, 1}, {.depth = kDepth}, {})->nodes;
      }
    });
    return static_cast<double>(nodes) / seconds;
  };
  double own = nodes_per_second();
  std::vector<BenchFigure> figures{{"nodes", static_cast<double>(nodes)}};
  if (!options.against.empty()) {
    double other = 0;
    for (int i = 0; i < options.repeats(kPairs); ++i) {
      const Json run = measured_by(options);
      other = std::max(other, run["nodes_per_s"].get<double>());
      own = std::max(own, nodes_per_second());
      if (i == 0) figures.push_back({"against_nodes", run["nodes"].get<double>()});
    }
    figures.push_back({"against_nodes_per_s", other});
    figures.push_back({"times_against", own / other});
  }
  figures.push_back({"nodes_per_s", own});
  return figures;
}

}  // namespace tabiya::tools
