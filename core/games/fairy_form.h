// Games in the notation of Fairy-Stockfish, where their own is another one.
#pragma once

#include "core/games/game_module.h"

namespace tabiya {

// A game whose own notation GUIs do not know.
class WithFairyForm {
 public:
  virtual ~WithFairyForm() = default;

  // The same game as Fairy-Stockfish writes it, under the name that it has there, with positions and engines of
  // its own. It cannot be chosen by name like other games.
  virtual const GameModule& fairy_form() const = 0;
};

// Null if the own notation is that one, or the game has no such form.
inline const GameModule* fairy_form(const GameModule& game) {
  const auto* with_form = dynamic_cast<const WithFairyForm*>(&game);
  return with_form ? &with_form->fairy_form() : nullptr;
}

}  // namespace tabiya
