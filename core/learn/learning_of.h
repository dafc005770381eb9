// Learning (learning.h) of a game: what all games have in common.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>

#include "core/eval/chosen_evaluation.h"
#include "core/learn/learning.h"
#include "core/learn/self_play.h"
#include "core/search/engine.h"

namespace tabiya {

template <TrainableGame L>
std::size_t feature_count(const L& game) {
  if constexpr (HasFeaturesOfItsOwn<L>) return game.features();
  return L::Features::kFeatures;
}

template <TrainableGame L>
FeatureWeights material_of(const L& game = {}) {
  FeatureWeights material;
  for (std::size_t feature = 0; feature < feature_count(game); ++feature)
    material.weights.insert(material.weights.end(), kWeightsOf<typename L::Features>,
                            static_cast<std::int16_t>(game.material(static_cast<Feature>(feature))));
  return material;
}

template <TrainableGame L>
class LearningOf : public Learning {
 public:
  using Rules = typename L::Rules;
  using Features = typename L::Features;
  using Coder = typename L::Coder;
  using Position = typename Rules::Position;

  explicit LearningOf(const L& game = {}) : game_(game) {}

  const FeatureSpace& features() const override {
    std::call_once(has_space_, [this] { space_ = feature_space(); });
    return space_;
  }
  std::uint64_t built_in_fingerprint() const override { return game_.built_in().fingerprint(); }
  FeatureWeights material() const override { return material_of(game_); }

  std::size_t record_size() const override { return kRecordSize<Coder>; }
  Result<SeenPosition> see(std::span<const std::byte> record) const override {
    const Result<Position> position = position_of<Coder>(record, coder());
    if (!position) return position.error();
    if (const Status sees = check_seen<Features>(*position); !sees) return sees.error();
    const int mover = Rules::side_to_move(*position);
    SeenPosition seen{list_features<Features>(*position, mover),
                      list_features<Features>(*position, 1 - mover), Rules::repetition_key(*position)};
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
    return std::unique_ptr<GameGenerator>(std::make_unique<SelfPlay<L>>(
        game_, settings, std::move(sample), std::move(*first), std::move(second)));
  }

  Result<std::unique_ptr<Labeller>> make_labeller(const EvaluationChoice& evaluation,
                                                  const SearcherOptions& options) const override {
    const auto make = [&](const auto& chosen, std::shared_ptr<const void> data) {
      using Engine = SearchEngine<Rules, std::decay_t<decltype(chosen)>>;
      return std::unique_ptr<Labeller>(std::make_unique<LabellerOf<Rules, Features, Coder>>(
          coder(), std::make_unique<Engine>(chosen, std::move(data), options)));
    };
    return with_evaluation<Features>(evaluation, game_.built_in(), make, feature_count(game_));
  }

  // An engine that offers `sample`, which outlives it, the positions that it evaluates. Errors: kUnsupported.
  Result<std::unique_ptr<EngineFor<Rules>>> sampled_engine(const EvaluationChoice& evaluation,
                                                           PositionSample<Position>& sample,
                                                           const SearcherOptions& options) const {
    const auto make = [&](const auto& chosen, std::shared_ptr<const void> data) {
      using Engine = SearchEngine<Rules, std::decay_t<decltype(chosen)>>;
      return std::unique_ptr<EngineFor<Rules>>(
          std::make_unique<Engine>(chosen, std::move(data), options, &sample));
    };
    return with_evaluation<Features>(evaluation, game_.built_in(), make, feature_count(game_));
  }

 protected:
  const L& game() const { return game_; }
  Coder coder() const {
    if constexpr (HasFeaturesOfItsOwn<L>) {
      return game_.coder();
    } else {
      return {};
    }
  }

 private:
  std::size_t shared_features() const {
    if constexpr (HasFeaturesOfItsOwn<L>) {
      return game_.shared_features();
    } else {
      return L::kSharedFeatures;
    }
  }

  FeatureSpace feature_space() const {
    FeatureSpace space{feature_count(game_), shared_features(), {}, TaperedFeatures<Features>};
    for (int turn = 0; turn < L::kTurns; ++turn) {
      auto& turns = space.turns.emplace_back();
      for (std::size_t feature = 0; feature < space.count; ++feature)
        turns.push_back(game_.turned(turn, static_cast<Feature>(feature)));
    }
    return space;
  }

  L game_;
  mutable std::once_flag has_space_;
  mutable FeatureSpace space_;  // when it has been asked for
};

}  // namespace tabiya
