#include "core/game/game_module.h"

#include <string>

#include "core/book/book_walk.h"
#include "core/game/solving/game_solver.h"
#include "core/game/written_move.h"
#include "core/search/proof/proof_table.h"

namespace tabiya {

CheckedPosition GameModule::check_position(std::string_view text) const {
  Result<PositionHandle> position = read_listed_position(*this, text);
  if (!position) return {nullptr, {{kUnreadable, position.error().message}}, {}, {}};
  if ((*position)->in_setup_phase())
    return {nullptr, {{kImpossible, "setups are still to be placed"}}, {}, {}};
  const bool has_operations = !parse_position(text);
  return {*std::move(position),
          {},
          {},
          has_operations ? std::string(split_listed_position(text).operations) : ""};
}

std::unique_ptr<BookWalk> GameModule::make_book_walk() const { return usual_start()->book_walk(); }

std::unique_ptr<GameSolver> GameModule::make_solver(std::shared_ptr<ProofTable>) const { return nullptr; }

}  // namespace tabiya
