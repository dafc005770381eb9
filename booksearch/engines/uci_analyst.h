// A UCI engine in the place of our search: it is asked about positions of a game, and its findings come in
// our terms. All commands that ask engines use this; `match`, where engines play, has a player of its own.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "booksearch/engines/uci_session.h"
#include "codec/result.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

struct UciFinding {
  UciAnswer answer;         // as the engine told it
  GameSearchResult result;  // the same: scores in logit x 10,000, moves that are legal
};

// Returns the score of a line that has one, from the view of the side to move. A mate in n moves is a win in
// 2 n - 1 plies.
Score score_of(const UciLine& line);

// For use by the thread that made it. Each question is answered as if it were the first.
class UciAnalyst {
 public:
  // `settings.lines` is the number of best first moves that are wanted, each with its line.
  UciAnalyst(const GameModule& game, UciSettings settings);

  // These describe the engine. Errors: it cannot be used.
  Result<std::string> identity() { return session_.identity(); }
  Result<std::string> name() { return session_.name(); }
  Result<bool> tells_chances() { return session_.tells_chances(); }

  // A Report is called for each iteration. Each one is deeper than the one before it, and has all lines that
  // are wanted.
  using Report = std::function<void(const GameSearchResult&)>;

  // Searches a position in which the game goes on. `limits.first_moves` are the only moves that may be
  // played, in wire notation; if it is empty, all may be. An engine without the option MultiPV is asked for
  // each line after the first one by itself. Errors: kInvalid where the engine cannot be used, has failed
  // UciSession::kTries times, does not know the variant that the position needs, or does not keep to
  // `first_moves`; kStopped where the run was interrupted.
  Result<UciFinding> search(const GamePosition& position, const UciLimits& limits, const Report& report = {});

 private:
  struct Question;

  Result<UciFinding> ask(const Question& question, const Report& report);
  // Adds the next best moves of an engine without MultiPV: each is the best one without the moves before it.
  Status add_next_best(Question& question, UciFinding& finding);
  Status prepare_for(const GamePosition& position);
  Status check_first_moves(const Question& question);
  Error unusable(const std::string& what);
  std::string told(const GamePosition& position, const MoveText& move) const;
  GameLine line_of(const GamePosition& position, const UciLine& line, const std::string& first) const;
  GameSearchResult result_of(const Question& question, const UciAnswer& answer) const;

  const GameModule& game_;
  const int lines_;
  UciSession session_;
  bool is_known_ = false;        // what follows
  bool in_variant_ = false;      // it plays GameFacts::uci_variant
  bool tells_lines_ = false;     // more than one of them
  bool keeps_to_moves_ = false;  // this was seen
};

}  // namespace tabiya::booksearch
