// Sides in sentences. Their names come from the games, and some of them are plurals: "Red wins", "Attackers
// win".
#pragma once

#include <string>
#include <string_view>

namespace tabiya {

// The side and what it does, in the form that its name asks for: singular "wins", plural "win".
inline std::string side_and_verb(std::string_view side, std::string_view singular, std::string_view plural) {
  return std::string(side) + ' ' + std::string(side.ends_with('s') ? plural : singular);
}

}  // namespace tabiya
