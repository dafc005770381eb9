// RefereedPlayer: one player of a game under the line protocol of its referee.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "codec/result.h"
#include "core/search/time_control.h"

namespace tabiya {

// Lines in, answers out; reads and writes nothing itself.
class RefereedPlayer {
 public:
  virtual ~RefereedPlayer() = default;

  // The answer to a line without its line end; nothing if none is due. `received`: when the line came,
  // from which on the clock runs. After an error (a line that the protocol does not know or does not allow
  // now, an illegal move) the game is as it was before the line.
  virtual Result<std::optional<std::string>> receive(std::string_view line, TimePoint received) = 0;

  virtual bool has_quit() const = 0;
};

}  // namespace tabiya
