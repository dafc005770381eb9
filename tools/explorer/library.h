// The books, jobs and other files that the explorer has opened, and its evaluations.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/game/game_module.h"
#include "tools/assets/book_input.h"
#include "tools/explorer/open_moves.h"
#include "tools/jobs/job_file.h"
#include "tools/jobs/job_paths.h"

namespace tabiya::tools {

class OpenBook {
 public:
  // Throws Failure for a book that is not sound.
  explicit OpenBook(const std::string& path);

  const std::string name;  // as the command line has it
  const LoadedBook loaded;
  const GameModule& game;
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
  JobFile file;
  JobPaths files;
};

// Values of all pairs of a game's setups, from other programs or commands.
struct LoadedMatrix {
  std::string name;  // of its file
  std::string game;
  std::string json;  // matrix_json()
};

// Safe to use from many threads.
class Library {
 public:
  // `network`: as load_evaluation() has it, for games that know networks. `from`: the start of books of moves
  // that name none; empty for the usual start. Throws Failure for books that are not sound.
  Library(const std::vector<std::string>& books, std::string network, const std::string& from = "");

  // Call these functions before threads use the library. All throw Failure. watch() takes a job file, and the
  // folder of its state.
  void watch(const std::string& job, const std::string& folder);
  // Adds the report to the first book that it fits.
  void add_audit(const std::string& path);
  // Adds a matrix, as read_pair_matrix() reads it.
  void add_matrix(const std::string& path, const GameModule& game);

  const std::deque<OpenBook>& books() const { return books_; }
  // Book number `index` (from 0). Throws Failure.
  const OpenBook& book(std::size_t index) const;

  // Books of lines and of moves, by their numbers from 0.
  const std::vector<std::unique_ptr<OpenMoves>>& lines() const { return lines_; }

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

 private:
  std::string network_of(const GameModule& game) const;

  void open(const std::string& name, const std::string& from);

  const GameModule* named_game_ = nullptr;
  std::deque<OpenBook> books_;
  std::vector<std::unique_ptr<OpenMoves>> lines_;
  std::vector<WatchedJob> jobs_;
  std::vector<LoadedMatrix> matrices_;
  std::string network_;
  std::mutex mutex_;  // of what follows
  std::map<const GameModule*, EvaluationChoice> evaluations_;
  std::map<const GameModule*, std::shared_ptr<const PairOracle>> oracles_;
};

}  // namespace tabiya::tools
