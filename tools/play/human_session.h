// A game between a person at a terminal and the engine, or between two persons, by lines of text.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "core/game/book_in_game.h"
#include "core/random.h"
#include "tools/play/engine_options.h"
#include "tools/play/game_in_progress.h"

namespace tabiya::tools {

struct HumanOptions {
  std::array<bool, 2> is_person{true, false};  // of the sides; at least one
  LimitOptions level;                          // of the engine, for each of its moves
  bool random_setups = false;                  // the engine places setups drawn at random
  std::uint64_t seed = 1;                      // of those
};

class HumanSession {
 public:
  // `game` may have moves already. `setups` is null if the game has no setup phase. All referenced objects
  // must outlive the session.
  HumanSession(GameInProgress game, GameEngine& engine, SetupChooser* setups, BookInGame& book,
               const HumanOptions& options, std::istream& in, const std::atomic<bool>& stop)
      : game_(std::move(game)),
        engine_(engine),
        setups_(setups),
        book_(book),
        options_(options),
        random_(options.seed),
        in_(in),
        stop_(stop) {}

  // Reads and executes lines until the person quits, the input ends or `stop` is set. Prints boards and
  // answers.
  void run();

 private:
  struct Command;
  static const std::vector<Command>& commands();

  bool is_persons_turn() const { return is_persons(game_.position()); }
  bool is_persons(const GamePosition& position) const {
    return options_.is_person[static_cast<std::size_t>(game_.module().side_to_act(position))];
  }
  // The side that acts: the side to move, or the one that chooses its setup.
  std::string actor() const {
    return game_.side_name(static_cast<std::size_t>(game_.module().side_to_act(game_.position())));
  }
  Limits limits() const;
  GameSearchResult search();    // the present position
  std::string players() const;  // "You are Red, the computer is Blue …"

  void begin_game();
  void show_board() const;
  void engine_moves();
  bool read_and_execute();  // false at the end of the input
  void execute(const std::string& word, const std::string& rest);
  void play_typed(const std::string& typed);
  void play(const MoveText& move);  // which is legal
  MoveText choose_setup();          // for the side whose setup is due: as the computer would, or at random
  MoveText random_setup();
  SetupId placed_red() const;  // after it was placed
  void place(const MoveText& setup);
  void tell_unsaved_moves() const;

  // The commands, with the text typed after their names. If one cannot be executed, it throws Failure with
  // the reason.
  void list_moves(const std::string& part);
  void hint(const std::string&);
  void undo(const std::string&);
  void board(const std::string&);
  void place_book_setup(const std::string&);
  void place_random_setup(const std::string&);
  void set_level(const std::string& level);
  void new_game(const std::string& side);
  void save(const std::string& path);
  void load(const std::string& path);
  void resign(const std::string&);
  void rules(const std::string&);
  void help(const std::string&);
  void quit(const std::string&);

  GameInProgress game_;
  GameEngine& engine_;
  SetupChooser* setups_;
  BookInGame& book_;
  HumanOptions options_;
  Random random_;
  std::istream& in_;
  const std::atomic<bool>& stop_;
  bool has_quit_ = false;
  std::string saved_path_, saved_moves_;  // what was last written to a file, and where
};

// The sides that persons play: "red", "blue" or "both". The names of the sides are those of the game, in
// upper or lower case. Throws Failure.
std::array<bool, 2> parse_persons(const GameModule& game, const std::string& text);

}  // namespace tabiya::tools
