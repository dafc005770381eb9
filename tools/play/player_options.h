// Options of the commands that play whole games: time, and the source of setups.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/book/book_follower.h"
#include "core/game/game_module.h"
#include "tools/assets/book_input.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/command_line.h"

namespace tabiya::tools {

// --game-time
CommandOption add_game_time_option(CommandLine& app, std::optional<int>& milliseconds);
// That time, or else the time that the referee of the game gives, as its clock counts it. The game has a line
// protocol.
std::chrono::milliseconds game_time(const GameModule& game, const std::optional<int>& milliseconds);

struct SetupChoice {
  std::string book;  // empty: the shipped one, where it is of the game
  std::string fallback_book = "none";
  std::string lines;  // a book of moves to follow after the setups; empty: that in `book`
  int book_depth = 0;
  int max_loss = OpeningOptions{}.max_loss;
  int variety = OpeningOptions{}.variety;
  double lines_margin = OpeningOptions{}.lines_margin;
  std::optional<std::uint64_t> seed;
};

// --book, --fallback-book, --lines, --lines-margin, --book-depth, --max-loss, --variety and --seed
void add_setup_options(CommandLine& app, SetupChoice& choice);

// The game of a run. If it is not named, the book may determine it. No book is read twice for this.
class GameOfRun {
 public:
  // The game of that name. If the name is empty, it is the game of the book, or else the default one. Throws
  // Failure.
  GameOfRun(const std::string& game, const std::string& book);
  explicit GameOfRun(const GameModule& game) : game_(&game) {}

  const GameModule& game() const { return *game_; }
  // The book of that name, which must be of this game. Call this once. Throws Failure.
  LoadedBook take_book(const std::string& name);
  // The book of moves that a file is or holds, of any game; empty if there is none. Call this once. Throws
  // Failure.
  std::optional<LoadedMoveBook> take_moves(const std::string& name);

 private:
  const GameModule* game_ = nullptr;
  std::string book_name_;
  std::optional<LoadedBook> book_;
  std::optional<LoadedMoveBook> moves_;
};

// The books that a choice names, loaded for a game.
class PlayerBooks {
 public:
  // Throws Failure.
  PlayerBooks(GameOfRun run, const SetupChoice& choice);

  bool has_books() const { return !books_.empty() || moves_; }
  const OpeningOptions& opening() const { return opening_; }  // with a seed
  // The results refer to this object.
  FollowedBook followed() const;
  SetupSource source(std::function<void(std::string_view)> log = {}) const;

 private:
  void take_setups(GameOfRun& run, const std::string& name);

  std::vector<LoadedBook> books_;
  std::optional<LoadedMoveBook> moves_;
  OpeningOptions opening_;
};

}  // namespace tabiya::tools
