#include "core/game/position_check.h"

#include <string>

#include "core/game/game_module.h"
#include "core/game/written_move.h"

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

}  // namespace tabiya
