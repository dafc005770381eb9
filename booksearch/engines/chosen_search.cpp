#include "booksearch/engines/chosen_search.h"

#include <cstddef>
#include <utility>

#include "booksearch/engines/uci_game_engine.h"
#include "booksearch/engines/uci_session.h"
#include "codec/text.h"
#include "core/search/searcher.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

Result<ChosenSearch> own_search(const GameModule& game, const EvaluationChoice& evaluation) {
  constexpr std::size_t kTableBytes = std::size_t{16} << 20;
  const auto make_engine = [&game, evaluation] {
    return game.make_engine(evaluation,
                            {.table_bytes = kTableBytes, .parameters = game.facts().search_parameters});
  };
  if (const auto engine = make_engine(); !engine) return engine.error();
  ValueOrigin origin{0, kSearchVersion};
  if (evaluation.network) origin.evaluation = evaluation.network->fingerprint();
  if (evaluation.weights) origin.evaluation = fingerprint(*evaluation.weights);
  if (const SetupPhase* setups = game.setup_phase()) {
    const auto oracle = setups->make_oracle(evaluation);
    if (!oracle) return oracle.error();
    origin = (*oracle)->origin();
  }
  return ChosenSearch{concat("our own search ", hexadecimal(origin.search), " with the evaluation ",
                             hexadecimal(origin.evaluation)),
                      "our own search", make_engine};
}

Result<ChosenSearch> engine_search(const GameModule& game, const UciSettings& settings) {
  UciSession session(settings);
  Result<std::string> identity = session.identity();
  if (!identity) return identity.error();
  Result<std::string> name = session.name();
  if (!name) return name.error();
  const Result<bool> tells_chances = session.offers("UCI_ShowWDL");
  if (!tells_chances) return tells_chances.error();
  const auto make_engine = [&game, settings] {
    return make_uci_game_engine(game, {settings, {}}, WhenStopped::kError);
  };
  return ChosenSearch{*std::move(identity),         *std::move(name), make_engine, false, *tells_chances,
                      joined(settings.command, " ")};
}

}  // namespace tabiya::booksearch
