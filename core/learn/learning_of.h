// Learning (learning.h) of a game: what all games have in common.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/eval/chosen_evaluation.h"
#include "core/learn/learning.h"
#include "core/learn/self_play.h"
#include "core/search/engine.h"

namespace tabiya {

template <TrainableGame L>
FeatureWeights material_of() {
  FeatureWeights material;
  for (std::size_t feature = 0; feature < L::Features::kFeatures; ++feature)
    material.weights.insert(material.weights.end(), kWeightsOf<typename L::Features>,
                            static_cast<std::int16_t>(L::material(static_cast<Feature>(feature))));
  return material;
}

template <TrainableGame L>
class LearningOf final : public Learning {
 public:
  using Rules = typename L::Rules;
  using Features = typename L::Features;
  using Coder = typename L::Coder;
  using Position = typename Rules::Position;

  const FeatureSpace& features() const override {
    static const FeatureSpace kSpace = feature_space();
    return kSpace;
  }
  std::uint64_t built_in_fingerprint() const override { return L::built_in().fingerprint(); }
  FeatureWeights material() const override { return material_of<L>(); }

  std::size_t record_size() const override { return kRecordSize<Coder>; }
  Result<SeenPosition> see(std::span<const std::byte> record) const override {
    const Result<Position> position = position_of<Coder>(record);
    if (!position) return position.error();
    const int mover = Rules::side_to_move(*position);
    SeenPosition seen{Features::list(*position, mover), Features::list(*position, 1 - mover),
                      Rules::repetition_key(*position)};
    if constexpr (TaperedFeatures<Features>) seen.phase = Features::phase(*position);
    return seen;
  }

  Result<std::unique_ptr<GameGenerator>> make_generator(const EvaluationChoice& evaluation,
                                                        const EvaluationChoice* opponent,
                                                        const SelfPlaySettings& settings,
                                                        const SearcherOptions& options) const override {
    auto sample = std::make_unique<PositionSample<Position>>();
    SearcherOptions with_lines = options;
    with_lines.lines = settings.lines;
    const auto player = [&](const EvaluationChoice& chosen) -> Result<typename SelfPlay<L>::Player> {
      auto engine = sampled_engine(chosen, *sample, options);
      if (!engine) return engine.error();
      return typename SelfPlay<L>::Player{std::move(*engine),
                                          std::move(*sampled_engine(chosen, *sample, with_lines))};
    };
    auto first = player(evaluation);
    if (!first) return first.error();
    std::optional<typename SelfPlay<L>::Player> second;
    if (opponent) {
      auto made = player(*opponent);
      if (!made) return made.error();
      second = std::move(*made);
    }
    return std::unique_ptr<GameGenerator>(
        std::make_unique<SelfPlay<L>>(settings, std::move(sample), std::move(*first), std::move(second)));
  }

  // Offers `sample`, which outlives it, what it evaluates. Errors: kUnsupported.
  static Result<std::unique_ptr<EngineFor<Rules>>> sampled_engine(const EvaluationChoice& evaluation,
                                                                  PositionSample<Position>& sample,
                                                                  const SearcherOptions& options) {
    const auto make = [&](const auto& chosen, std::shared_ptr<const void> data) {
      using Sampled = SampledEvaluation<std::decay_t<decltype(chosen)>, Position>;
      return std::unique_ptr<EngineFor<Rules>>(
          std::make_unique<SearchEngine<Rules, Sampled>>(Sampled(chosen, sample), std::move(data), options));
    };
    return with_evaluation<Features>(evaluation, L::built_in(), make);
  }

 private:
  static FeatureSpace feature_space() {
    FeatureSpace space{Features::kFeatures, L::kSharedFeatures, {}, TaperedFeatures<Features>};
    for (int turn = 0; turn < L::kTurns; ++turn) {
      auto& turns = space.turns.emplace_back();
      for (std::size_t feature = 0; feature < space.count; ++feature)
        turns.push_back(L::turned(turn, static_cast<Feature>(feature)));
    }
    return space;
  }
};

}  // namespace tabiya
