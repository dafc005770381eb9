// First moves of perfect play: what a solver takes too long to find out while a game is played.
//
// Text: a header, then for each line of play that is prepared where it begins, how many words, and the words:
//
//     tabiya first moves 1
//     game NAME
//     rules 1
//     plies 3
//     start 0 POSITION
//     words 3
//     b2b4 a2a3 c2c4
//
// The words are what side 0 or 1 plays in its positions of the first plies, in the order in which a walk
// comes to them that takes the other side's moves in the order of their texts, and looks at no position twice
// at the same ply.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codec/result.h"
#include "core/game/game_module.h"

namespace tabiya {

struct PreparedLine {
  int side = 0;
  std::string start;  // a position's text
  std::vector<std::string> words;

  static void visit_parts(auto& self, auto& visit) { visit(self.side, self.start, self.words); }
};

// The line of that side from a start, this many plies long, of the words that `choose` gives. Errors: those of
// `choose`.
Result<PreparedLine> prepare_line(int side, const PositionHandle& start, int plies,
                                  const std::function<Result<std::string>(const PositionHandle&)>& choose);

std::string format_first_moves(const GameModule& game, int plies, const std::vector<PreparedLine>& lines);

class FirstMoves {
 public:
  FirstMoves() = default;  // none

  // Errors: kInvalid; kUnsupported for another game or its other rules.
  static Result<FirstMoves> parse(const GameModule& game, std::string_view text);

  // The move of a position, in the notation of programs; nothing if none is prepared. The number of plies
  // that were played does not count.
  const std::string* move(const GamePosition& position) const;
  std::size_t size() const { return moves_.size(); }

 private:
  std::unordered_map<std::string, std::string>
      moves_;  // by the text of the position without a count at its end
};

}  // namespace tabiya
