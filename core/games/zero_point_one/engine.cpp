#include "core/games/zero_point_one/engine.h"

#include <utility>

#include "core/games/zero_point_one/game.h"
#include "core/search/alpha_beta.h"

namespace tabiya::zero_point_one {
namespace {

template <Evaluator E>
class SearchEngine final : public Engine {
 public:
  SearchEngine(std::shared_ptr<const E> evaluation, const EngineOptions& options)
      : evaluation_(std::move(evaluation)),
        game_(*evaluation_),
        searcher_(game_, options.table_bytes, options.parameters) {}

  void new_game() override { searcher_.new_game(); }

  Result search(const Position& position, const Limits& limits, const Report& report) override {
    return searcher_.search(game_.root(position), limits, report);
  }

  Score evaluate(const Position& position) const override {
    auto root = game_.root(position);
    return game_.evaluate(root);
  }

 private:
  std::shared_ptr<const E> evaluation_;
  ZeroPointOne<E> game_;
  Searcher<ZeroPointOne<E>> searcher_;
};

}  // namespace

std::unique_ptr<Engine> make_engine(std::shared_ptr<const LinearEvaluation> evaluation,
                                    const EngineOptions& options) {
  return std::make_unique<SearchEngine<LinearEvaluation>>(std::move(evaluation), options);
}

}  // namespace tabiya::zero_point_one
