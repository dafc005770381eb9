// The setup phase of a game from a file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/eval/network_evaluation.h"
#include "core/eval/weighted_evaluation.h"
#include "core/game/module_of.h"
#include "core/game/setup_phase.h"
#include "core/games/variants/evaluation.h"
#include "core/games/variants/features.h"
#include "core/games/variants/rules.h"
#include "core/games/variants/setups.h"
#include "core/search/engine.h"

namespace tabiya::variants {

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
