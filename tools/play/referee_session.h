// A game between a player and a referee over streams. It uses the standard library and core only: `tabiya
// play` and the single-file player share it.
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

#include "codec/result.h"
#include "core/game/refereed_player.h"

namespace tabiya::tools {

// A log of lines, up to a number of bytes in all. It drops the line that would exceed them, and all that
// follow. Referees keep only this much.
class CappedLog {
 public:
  CappedLog(std::FILE* file, std::size_t max_bytes) : file_(file), left_(max_bytes) {}
  void operator()(std::string_view line);

 private:
  std::FILE* file_;
  std::size_t left_;
};

// Passes the referee's lines from `in` to `player`, and its answers to `answer`, until the referee says Quit
// or the lines end. Line ends may be LF or CR LF; the last line may lack its own. Errors: a line that the
// player cannot follow, with its number.
Status play_session(RefereedPlayer& player, std::FILE* in,
                    const std::function<void(const std::string&)>& answer);

}  // namespace tabiya::tools
