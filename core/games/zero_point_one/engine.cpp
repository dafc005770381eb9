#include "core/games/zero_point_one/engine.h"

#include <utility>

#include "core/games/zero_point_one/game.h"
#include "core/games/zero_point_one/linear_evaluation.h"
#include "core/games/zero_point_one/network_evaluation.h"
#include "core/search/searcher.h"

namespace tabiya::zero_point_one {
namespace {

template <Evaluator E>
class SearchEngine final : public Engine {
 public:
  // `data` is what the evaluation refers to.
  SearchEngine(const E& evaluation, std::shared_ptr<const void> data, const SearcherOptions& options)
      : data_(std::move(data)), evaluation_(evaluation), game_(evaluation_), searcher_(game_, options) {}

  void new_game() override { searcher_.new_game(); }

  Result search(const Position& position, const Limits& limits, const Report& report,
                std::span<const std::uint64_t> played) override {
    Result result = searcher_.search(game_.root(position), limits, report, played);
    nodes_ += result.nodes;
    return result;
  }

  WindowResult search_window(const Position& position, int depth, Score alpha, Score beta,
                             const Limits& limits) override {
    const Score score = searcher_.search_window(game_.root(position), depth, alpha, beta, limits);
    nodes_ += searcher_.nodes();
    return {score, searcher_.nodes(), searcher_.was_cut_short()};
  }

  Score evaluate(const Position& position) const override {
    auto root = game_.root(position);
    return game_.evaluate(root);
  }

  std::uint64_t nodes() const override { return nodes_; }

 private:
  std::uint64_t nodes_ = 0;
  std::shared_ptr<const void> data_;
  E evaluation_;
  ZeroPointOne<E> game_;
  Searcher<ZeroPointOne<E>> searcher_;
};

}  // namespace

std::unique_ptr<Engine> make_engine(const SearcherOptions& options) {
  return std::make_unique<SearchEngine<LinearEvaluation>>(LinearEvaluation(), nullptr, options);
}

std::unique_ptr<Engine> make_engine(std::shared_ptr<const PackedNetwork> network, const KernelSet& kernels,
                                    const SearcherOptions& options) {
  const NetworkEvaluation evaluation(*network, kernels);
  return std::make_unique<SearchEngine<NetworkEvaluation>>(evaluation, std::move(network), options);
}

}  // namespace tabiya::zero_point_one
