#include "tools/explorer/library.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/games/games.h"
#include "tools/assets/evaluation_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/json.h"
#include "tools/cli/rule_files.h"
#include "tools/explorer/book_columns.h"

namespace tabiya::tools {

OpenBook::OpenBook(std::string path, LoadedBook book, std::size_t place)
    : name(std::move(path)), loaded(std::move(book)), game(*loaded.game), number(place) {}

const std::string& OpenBook::columns() const {
  std::call_once(once_, [this] { columns_ = json_text(book_columns(loaded)); });
  return columns_;
}

Library::Library(std::string network, LoadEvaluation load)
    : network_(std::move(network)), load_(std::move(load)) {}

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
  for (const WatchedJob& job : jobs_) add_rule_file(*job.game);
  for (const LoadedMatrix& matrix : matrices_) add_rule_file(*matrix.game);
  for (const GameModule* game : games()) add(*game);
  return known;
}

const OpenBook& Library::book(std::size_t index) const {
  if (index >= books_.size()) throw Failure(fmt::format("there is no book {}", index));
  return books_[index];
}

std::vector<std::pair<std::size_t, BookNode>> Library::places_in_lines(const GameModule& game,
                                                                       const std::string& position) const {
  std::vector<std::pair<std::size_t, BookNode>> places;
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (&lines_[i]->game() == &game)
      if (const auto node = lines_[i]->find(position)) places.emplace_back(i, *node);
  for (const KnownKeys& known : keys_) {
    const auto key = known.game == &game ? position_key(game, position) : std::nullopt;
    const auto found = key ? known.keys.find(*key) : known.keys.end();
    if (found != known.keys.end()) places.emplace_back(known.number, found->second);
  }
  return places;
}

std::string Library::network_of(const GameModule& game) const {
  return game.facts().network_features == 0 ? std::string(kShipped) : network_;
}

EvaluationChoice Library::evaluation(const GameModule& game) {
  const std::lock_guard lock(mutex_);
  const auto known = evaluations_.find(&game);
  if (known != evaluations_.end()) return known->second;
  return evaluations_.emplace(&game, load_(game, network_of(game))).first->second;
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
