#include "tools/learn/selfplay/sampled_engine.h"

namespace tabiya::tools {

using namespace zero_point_one;

namespace {

// Offers every position whose value is asked for, and evaluates as E does.
template <class E>
class SampledEvaluation {
 public:
  using State = typename E::State;

  SampledEvaluation(const E& evaluation, PositionSample& sample)
      : evaluation_(evaluation), sample_(&sample) {}

  void reset(const Position& position, State& state) const { evaluation_.reset(position, state); }
  void update(const Position& before, const State& parent, Move move, const Position& after,
              State& state) const {
    evaluation_.update(before, parent, move, after, state);
  }
  Score value(const Position& position, State& state) const {
    sample_->offer(position);
    return evaluation_.value(position, state);
  }
  std::uint64_t fingerprint() const { return evaluation_.fingerprint(); }

 private:
  E evaluation_;
  PositionSample* sample_;
};

template <class E>
std::unique_ptr<Engine> engine_of(const E& evaluation, PositionSample& sample,
                                  std::shared_ptr<const void> data, const SearcherOptions& options) {
  return std::make_unique<SearchEngine<Rules, SampledEvaluation<E>>>(SampledEvaluation<E>(evaluation, sample),
                                                                     std::move(data), options);
}

}  // namespace

std::unique_ptr<Engine> make_sampled_engine(PositionSample& sample, const SearcherOptions& options) {
  return engine_of(LinearEvaluation(), sample, nullptr, options);
}

std::unique_ptr<Engine> make_sampled_engine(PositionSample& sample,
                                            std::shared_ptr<const PackedNetwork> network,
                                            const KernelSet& kernels, const SearcherOptions& options) {
  const zero_point_one::NetworkEvaluation evaluation(*network, kernels);
  return engine_of(evaluation, sample, std::move(network), options);
}

}  // namespace tabiya::tools
