// The library holds all that the explorer has opened, and its evaluations.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/game/game_module.h"
#include "tools/assets/book_input.h"
#include "tools/cli/json.h"
#include "tools/explorer/open_moves.h"

namespace tabiya::tools {

class OpenBook {
 public:
  // The book must be sound. `number`: by which the page knows it.
  OpenBook(std::string name, LoadedBook loaded, std::size_t number);

  const std::string name;  // as the command line has it
  const LoadedBook loaded;
  const GameModule& game;
  const std::size_t number;
  std::string audit{};  // read_audit_report() as text; empty if none is known

  // The text of book_columns(). It is made at the first call, which a thread may make in advance.
  const std::string& columns() const;

 private:
  mutable std::once_flag once_;
  mutable std::string columns_;
};

// A job whose progress the page watches, while it is built or afterwards.
struct WatchedJob {
  std::string name;  // of its file
  const GameModule* game;
  // The progress, as `build --status --json` prints it. Throws Failure if the job has not begun.
  std::function<Json()> status;
};

// Values of all pairs of a game's setups, from other programs or commands.
struct LoadedMatrix {
  std::string name;  // of its file
  const GameModule* game;
  std::string json;  // matrix_json()
};

// Safe to use from many threads, once all is added.
class Library {
 public:
  // The evaluation of a game that `network` names; what it means is for whoever reads it. Throws Failure.
  using LoadEvaluation = std::function<EvaluationChoice(const GameModule& game, const std::string& network)>;

  Library(std::string network, LoadEvaluation load);

  void add(std::string name, LoadedBook loaded) { add(std::move(name), std::move(loaded), books_.size()); }
  void add(std::string name, LoadedBook loaded, std::size_t number) {
    books_.emplace_back(std::move(name), std::move(loaded), number);
  }
  void add(std::unique_ptr<OpenMoves> lines) { lines_.push_back(std::move(lines)); }
  // Adds the keys of the positions of a book of moves, in the order of their numbers, where the server knows them alone.
  void add_keys(const GameModule& game, std::size_t number, std::map<PositionKey, BookNode> keys) {
    keys_.emplace_back(&game, number, std::move(keys));
  }
  void add(WatchedJob job) { jobs_.push_back(std::move(job)); }
  void add(LoadedMatrix matrix) { matrices_.push_back(std::move(matrix)); }

  const std::deque<OpenBook>& books() const { return books_; }
  std::deque<OpenBook>& books() { return books_; }
  // Book number `index` (from 0). Throws Failure.
  const OpenBook& book(std::size_t index) const;

  // Books of moves with values and with weights, by their numbers from 0.
  const std::vector<std::unique_ptr<OpenMoves>>& lines() const { return lines_; }

  // Books of moves that know a position of a game: the number of each, and that of the position in it.
  std::vector<std::pair<std::size_t, BookNode>> places_in_lines(const GameModule& game,
                                                                const std::string& position) const;

  // The game to show where nothing names another; null if none was named.
  const GameModule* named_game() const { return named_game_; }
  void name_game(const GameModule& game) { named_game_ = &game; }

  // All games: the named one; those that come from files of rules, of everything that is open; and the program's.
  std::vector<const GameModule*> known_games() const;

  const std::vector<WatchedJob>& jobs() const { return jobs_; }
  const std::vector<LoadedMatrix>& matrices() const { return matrices_; }

  // The evaluation is loaded at the first call. Throws Failure.
  EvaluationChoice evaluation(const GameModule& game);
  // An engine for one search. Throws Failure if the network does not fit.
  std::unique_ptr<GameEngine> engine(const GameModule& game, int lines);
  // Throws Failure if the game has no setups.
  std::shared_ptr<const PairOracle> oracle(const GameModule& game);

  const std::string& network() const { return network_; }
  // The network of a game: one that knows no networks has its own evaluation, whatever the others use.
  std::string network_of(const GameModule& game) const;

 private:
  const GameModule* named_game_ = nullptr;
  std::deque<OpenBook> books_;
  std::vector<std::unique_ptr<OpenMoves>> lines_;
  struct KnownKeys {
    const GameModule* game;
    std::size_t number;
    std::map<PositionKey, BookNode> keys;
  };
  std::vector<KnownKeys> keys_;
  std::vector<WatchedJob> jobs_;
  std::vector<LoadedMatrix> matrices_;
  std::string network_;
  LoadEvaluation load_;
  std::mutex mutex_;  // of what follows
  std::map<const GameModule*, EvaluationChoice> evaluations_;
  std::map<const GameModule*, std::shared_ptr<const PairOracle>> oracles_;
};

}  // namespace tabiya::tools
