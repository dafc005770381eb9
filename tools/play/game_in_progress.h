// A game that is being played: its positions and moves, which can be taken back.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/game/game_module.h"
#include "tools/play/game_input.h"

namespace tabiya::tools {

class GameInProgress {
 public:
  explicit GameInProgress(const GameModule& module) : module_(&module), positions_{module.start()} {}
  explicit GameInProgress(const RecordedGame& record)
      : module_(record.module), positions_(record.positions), moves_(record.moves) {}

  const GameModule& module() const { return *module_; }
  const GamePosition& position() const { return *positions_.back(); }
  const std::vector<PositionHandle>& positions() const {
    return positions_;
  }                                                                 // from the first to the present
  std::size_t length() const { return moves_.size(); }              // moves and setups
  const std::vector<std::string>& moves() const { return moves_; }  // between them
  std::string moves_text() const;                                   // separated by blanks

  void play(const std::string& wire);  // a legal move
  void take_back(std::size_t length);  // until this many moves are left, at most length(); a resignation, too
  void resign() { resigned_ = true; }  // of the side to move

  bool has_resigned() const { return resigned_; }
  bool is_over() const { return result().has_value(); }
  std::optional<std::string> result() const;  // "Red has won: Blue resigned"; nothing while it continues
  std::string side_name(std::size_t side) const { return std::string(module_->sides()[side]); }

 private:
  const GameModule* module_;
  std::vector<PositionHandle> positions_;  // at least one
  std::vector<std::string> moves_;         // between them
  bool resigned_ = false;
};

}  // namespace tabiya::tools
