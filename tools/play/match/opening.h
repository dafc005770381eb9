// How a game of a match begins.
#pragma once

#include <string>
#include <vector>

namespace tabiya::tools {

struct Opening {
  std::string from{};  // a position that GameModule::parse_position() reads; empty: GameModule::start()
  std::vector<std::string> moves{};  // wire moves from there, setups first, legal

  friend bool operator==(const Opening&, const Opening&) = default;
};

}  // namespace tabiya::tools
