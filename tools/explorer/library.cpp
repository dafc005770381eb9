#include "tools/explorer/library.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/games/games.h"
#include "tools/assets/evaluation_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/json_text.h"
#include "tools/cli/rule_files.h"
#include "tools/explorer/book_columns.h"
#include "tools/explorer/open_lines.h"
#include "tools/explorer/open_weights.h"
#include "tools/explorer/pair_matrix.h"
#include "tools/explorer/saved_audit.h"

namespace tabiya::tools {

OpenBook::OpenBook(const std::string& path)
    : name(path), loaded(load_sound_book(path)), game(game_named(loaded.book.meta.game, path)) {}

const std::string& OpenBook::columns() const {
  std::call_once(once_, [this] { columns_ = json_text(book_columns(loaded)); });
  return columns_;
}

Library::Library(const std::vector<std::string>& books, std::string network, const std::string& from)
    : network_(std::move(network)) {
  for (const std::string& name : books) open(name, from);
}

// Opens a book's setups, its lines, or both; or its moves with weights.
void Library::open(const std::string& name, const std::string& from) {
  std::optional<LoadedMoveBook> moves = load_move_book(name);
  if (!moves) {
    books_.emplace_back(name);
    moves = load_move_book(name, /*wants_lines=*/true);
  }
  if (!moves) return;
  if (moves->lines)
    lines_.push_back(std::make_unique<OpenLines>(name, *std::move(moves)));
  else
    lines_.push_back(std::make_unique<OpenWeights>(name, *moves, from));
}

std::vector<const GameModule*> Library::known_games() const {
  std::vector<const GameModule*> known;
  const auto add = [&](const GameModule& game) {
    if (std::ranges::find(known, &game) == known.end()) known.push_back(&game);
  };
  const auto add_rule_file = [&](const GameModule& game) {
    if (names_rule_file(game.name())) add(game);
  };
  if (named_game_ != nullptr) add(*named_game_);
  for (const OpenBook& book : books_) add_rule_file(book.game);
  for (const auto& lines : lines_) add_rule_file(lines->game());
  for (const WatchedJob& job : jobs_) add_rule_file(game_named(job.file.job.game, job.name));
  for (const LoadedMatrix& matrix : matrices_) add_rule_file(game_named(matrix.game, matrix.name));
  for (const GameModule* game : games()) add(*game);
  return known;
}

void Library::watch(const std::string& job, const std::string& folder) {
  jobs_.push_back({job, parse_job_file(read_text(job), input_name(job)), JobPaths(job, folder)});
}

const OpenBook& Library::book(std::size_t index) const {
  if (index >= books_.size()) throw Failure(fmt::format("there is no book {}", index));
  return books_[index];
}

void Library::add_audit(const std::string& path) {
  const Json report = read_audit_report(path);
  const auto fits = [&](const OpenBook& book) {
    return is_audit_of(report, book.loaded.book, *book.loaded.setups);
  };
  const auto book = std::ranges::find_if(books_, fits);
  if (book == books_.end())
    throw Failure(fmt::format("{}: is not a report of one of these books", input_name(path)));
  book->audit = json_text(report);
}

void Library::add_matrix(const std::string& path, const GameModule& game) {
  matrices_.push_back(
      {path, std::string(game.name()), json_text(matrix_json(read_pair_matrix(path, game), game))});
}

// A game that knows no networks has its own evaluation, whatever the others use.
std::string Library::network_of(const GameModule& game) const {
  return game.facts().network_features == 0 ? std::string(kShipped) : network_;
}

EvaluationChoice Library::evaluation(const GameModule& game) {
  const std::lock_guard lock(mutex_);
  const auto known = evaluations_.find(&game);
  if (known != evaluations_.end()) return known->second;
  return evaluations_.emplace(&game, load_evaluation(game, network_of(game))).first->second;
}

std::unique_ptr<GameEngine> Library::engine(const GameModule& game, int lines) {
  SearcherOptions options{.parameters = game.facts().search_parameters, .lines = lines};
  return take_fitting(game.make_engine(evaluation(game), options), game, network_of(game));
}

std::shared_ptr<const PairOracle> Library::oracle(const GameModule& game) {
  const EvaluationChoice choice = evaluation(game);
  const SetupPhase& phase = setup_phase_of(game, "explore");
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const PairOracle>& oracle = oracles_[&game];
  if (!oracle) oracle = take_fitting(phase.make_oracle(choice), game, network_of(game));
  return oracle;
}

}  // namespace tabiya::tools
