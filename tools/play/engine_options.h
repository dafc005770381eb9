// Options of the commands that search: limits, and the engine's settings.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/game/game_module.h"
#include "core/search/limits.h"
#include "tools/assets/shipped.h"
#include "tools/cli/command_line.h"

namespace tabiya::tools {

struct LimitOptions {
  static constexpr int kDefaultMilliseconds = 3'000;

  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<int> milliseconds;

  bool any() const { return depth || nodes || milliseconds; }

  Limits size_limits() const;  // depth and nodes
  // The limits; the clock starts now. If no limit is given, kDefaultMilliseconds applies.
  Limits limits() const;
};

// --depth and --nodes
void add_size_limit_options(CommandLine& app, LimitOptions& options);
// --depth, --nodes and --time
void add_limit_options(CommandLine& app, LimitOptions& options);

struct EngineChoice {
  std::string network;  // as chosen_evaluation() has it
  int table_megabytes = 64;
  std::vector<std::string> settings;  // name=value, of search parameters
  int threads = 1;
  int lines = 1;
};

// --net FILE, --table MB and --set NAME=VALUE
void add_engine_options(CommandLine& app, EngineChoice& choice);

// Make a searcher's options, and an engine. Throw Failure.
SearcherOptions searcher_options(const GameModule& game, const EngineChoice& choice);
std::unique_ptr<GameEngine> make_engine(const GameModule& game, const EngineChoice& choice);
// Makes an engine with the positions and moves of `form`: the game itself, or its fairy_form().
std::unique_ptr<GameEngine> make_engine(const GameModule& game, const EngineChoice& choice,
                                        const GameModule& form);

// The parameters that --set and --clock change, for people. Each has a line with its name, its default and its meaning.
std::string search_parameter_reference();
std::string clock_parameter_reference();

}  // namespace tabiya::tools
