// A game that is being played: its positions and moves, which can be taken back; and moves and setups
// as people type them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"
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

// A move that a person has typed, as it was understood.
struct TypedMove {
  MoveText move;
  std::string remark{};  // how it was read, where it could be read in several ways; else empty
};

// The legal moves that a text may mean, whatever its case and separators. It may be in wire notation ("b5d3")
// or in readable notation ("Ab5-d3"), in the latter also without the piece that is captured, or that moves. A move
// that is written exactly so is the only one: "a6" is no "Na6".
std::vector<MoveText> moves_meant(const std::vector<MoveText>& legal, std::string_view typed);

// The legal move or setup that a text means. The error explains why there is none, or lists the possible
// ones.
Result<TypedMove> read_typed(const GameModule& game, const GamePosition& position, const std::string& typed);

// The help on what may be typed in a position of a game that continues, in whole lines.
std::string how_to_type(const GameModule& game, const GamePosition& position);

// A setup in both of its notations.
MoveText setup_text(const SetupPhase& setups, int side, SetupId id);

}  // namespace tabiya::tools
