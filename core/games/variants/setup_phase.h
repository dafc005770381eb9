// The setup phase of a game from a file.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/eval/features.h"
#include "core/eval/network_evaluation.h"
#include "core/eval/weighted_evaluation.h"
#include "core/game/module_of.h"
#include "core/game/setup_phase.h"
#include "core/games/variants/evaluation.h"
#include "core/games/variants/features.h"
#include "core/games/variants/rules.h"
#include "core/games/variants/setups.h"
#include "core/search/engine.h"
#include "core/setup/setup_space.h"

namespace tabiya::variants {

// The features that setups add to those that networks know: SetupFeatures in core/setup/network_oracle.h. A king bucket
// is that of Features.
class FileSetupFeatures {
 public:
  static constexpr int kSetupKingBuckets = Board::kSquares;

  struct Man {
    Kind kind;
    Square square;  // of the board
  };
  // All men of a side after it has placed its own.
  struct Setup {
    std::array<Man, kMaxActiveFeatures + 1> men;
    std::uint8_t count = 0;
    std::uint8_t king_bucket = 0;
  };

  explicit FileSetupFeatures(const PlacedSetups& setups) : setups_(setups) {}

  // True if networks see all men of the game, and one king of each side where they see kings.
  bool are_seen() const;

  Setup unrank(int side, SetupId id) const;
  int setup_king_bucket(int, const Setup& setup) const { return setup.king_bucket; }
  FeatureList own_features(int side, const Setup& setup) const;
  FeatureList seen_features(int side, const Setup& setup, int bucket) const;

 private:
  FeatureList features(int side, const Setup& setup, int viewer, int bucket) const;

  PlacedSetups setups_;
};

MadeEngine<Rules> make_search_engine(const Tables& tables, const EvaluationChoice& evaluation,
                                     const SearcherOptions& options);

// A setup as its side writes it: small letters for Black.
std::string wire_setup(const Position& start, int side, SetupId id);

class FileSetups final : public SetupPhase {
 public:
  explicit FileSetups(const Position& start) : setups_{start} {}

  const SetupSpace& reds() const override { return setups_.reds(); }
  const SetupSpace& blues() const override { return setups_.blues(); }

  PositionHandle position_after(SetupId red, SetupId blue) const override;
  std::string wire(int side, SetupId id) const override { return wire_setup(setups_.start, side, id); }
  Result<WrittenSetup> read(int side, std::string_view text) const override;
  std::string how_to_write(int side) const override;
  BoardPicture picture(int side, SetupId id) const override;
  std::optional<SetupId> pictured(int side, const BoardPicture& board) const override;
  Result<std::unique_ptr<PairOracle>> make_oracle(const EvaluationChoice& evaluation) const override;
  Result<std::unique_ptr<PairEngine>> make_pair_engine(const EvaluationChoice& evaluation,
                                                       const SearcherOptions& options) const override;
  // The best of a thousand, spread over all, by their men.
  SetupId sound_red() const override;

 private:
  PlacedSetups setups_;
};

}  // namespace tabiya::variants

// The searches are compiled once, in setup_phase.cpp.
namespace tabiya {
extern template class SearchEngine<variants::Rules, variants::MenEvaluation>;
extern template class SearchEngine<variants::Rules, NetworkEvaluation<variants::Features>>;
extern template class SearchEngine<variants::Rules, WeightedEvaluation<variants::Features>>;
}  // namespace tabiya
