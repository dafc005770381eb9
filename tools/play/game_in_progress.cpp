#include "tools/play/game_in_progress.h"

#include <fmt/format.h>

#include "core/search/value_text.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {

std::string GameInProgress::moves_text() const {
  std::string text;
  for (const std::string& move : moves_) text += (text.empty() ? "" : " ") + move;
  return text;
}

void GameInProgress::play(const std::string& wire) {
  positions_.push_back(take(position().after(wire), "a legal move"));
  moves_.push_back(wire);
}

void GameInProgress::take_back(std::size_t length) {
  positions_.resize(length + 1);
  moves_.resize(length);
  resigned_ = false;
}

std::optional<std::string> GameInProgress::result() const {
  if (!resigned_) return position().result();
  const auto side = static_cast<std::size_t>(position().side_to_move());
  return fmt::format("{}: {} resigned", side_and_verb(side_name(1 - side), "has won", "have won"),
                     side_name(side));
}

}  // namespace tabiya::tools
