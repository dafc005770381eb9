// Options of the commands that play whole games: time, and where setups come from.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/game_module.h"
#include "tools/assets/book_input.h"
#include "tools/cli/command_line.h"

namespace tabiya::tools {

// --game-time
CommandOption add_game_time_option(CommandLine& app, std::optional<int>& milliseconds);
// That time, or what the judge of the game gives, as its clock counts it. The game has a line protocol.
std::chrono::milliseconds game_time(const GameModule& game, const std::optional<int>& milliseconds);

struct SetupChoice {
  std::string book;  // empty: the shipped one, where it is of the game
  std::string fallback_book = "none";
  int book_depth = 0;
  int max_loss = OpeningOptions{}.max_loss;
  int variety = OpeningOptions{}.variety;
  std::optional<std::uint64_t> seed;
};

// --book, --fallback-book, --book-depth, --max-loss, --variety and --seed
void add_setup_options(CommandLine& app, SetupChoice& choice);

// The game of that name; where it is empty, that of the book, or else the default one. Throws Failure.
const GameModule& game_of_run(const std::string& game, const std::string& book);

// The books that a choice names, loaded for a game.
class ChosenSetups {
 public:
  // Throws Failure.
  ChosenSetups(const GameModule& game, const SetupChoice& choice);

  bool has_books() const { return !books_.empty(); }
  const OpeningOptions& opening() const { return opening_; }  // with a seed
  // Refers to this.
  SetupSource source(std::function<void(std::string_view)> log = {}) const;

 private:
  std::vector<LoadedBook> books_;
  OpeningOptions opening_;
};

}  // namespace tabiya::tools
