#include "core/game/position_check.h"

#include "core/game/game_module.h"

namespace tabiya {

CheckedPosition GameModule::check_position(std::string_view text) const {
  Result<PositionHandle> position = parse_position(text);
  if (!position) return {nullptr, {{kUnreadable, position.error().message}}, {}, {}};
  if ((*position)->in_setup_phase())
    return {nullptr, {{kImpossible, "setups are still to be placed"}}, {}, {}};
  return {*std::move(position), {}, {}, {}};
}

}  // namespace tabiya
