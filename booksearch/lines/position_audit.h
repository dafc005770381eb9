// An audit tells how good a book of moves is: it searches positions of the book again, deeper.
//
// Some are drawn by how often they come up, and show the average loss of the book's moves. Others are
// suspects: their values stick out among those of their neighbours, and much hangs on them. A search that has
// erred far from the roots comes up so seldom that no sample would meet it; but its value of a position is
// far from the values of its parent's other moves, which is rare among sound values. Both kinds are ordered
// by doubt: the difference between the deeper search and the book, in standard errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "booksearch/lines/book_answers.h"
#include "booksearch/lines/move_judge.h"
#include "booksearch/statistics/stratified.h"
#include "booksearch/work/control.h"
#include "booksearch/work/judge_pool.h"
#include "core/book/book_walk.h"
#include "core/book/valued_book.h"

namespace tabiya::booksearch {

struct PositionAuditSettings {
  std::size_t sample = 200;    // positions that are drawn, some maybe twice
  std::size_t suspects = 100;  // positions whose values stick out
  std::uint64_t seed = 1;
};

struct AuditedPosition {
  BookNode node = 0;
  std::size_t drawn = 0;  // how often it came into the sample; 0: it is a suspect
  double visits = 0;      // in a game
  MoveCode book_move = 0, best_move = 0;
  BookValue said{};        // of the position, by the book
  Score found = 0;         // by the deeper search, of its best move
  Score of_book_move = 0;  // by the same, of the best move of the book
  double doubt = 0;        // standard errors between `said` and `found`

  double regret() const;  // logit x 10,000; proven values count as 4 logit

  // Only audit_positions_at() sets these. A book without the position leaves the move to an engine: `book_move` is its move, too.
  bool is_known = true;
  MoveCode engine_move = 0;
  Score of_engine_move = 0;  // by the deeper search
  double regret_of_engine() const;
};

struct PositionAudit {
  std::vector<AuditedPosition> positions;  // the most doubtful first
  Estimate regret;  // of the book's moves, logit x 10,000, by how often positions come up
  SearchCount searches;
};

// Returns at most `most` positions that are not proved: those whose values stick out most, in descending
// order.
std::vector<BookNode> suspicious_positions(const ValuedBook& book, std::size_t most);

// Audits a book. `walk` belongs to the book's game; the roots of the judges are those of the book. Errors:
// kStopped; those of the judges and of the memory; kInvalid where all positions of the book are ends of
// games.
Result<PositionAudit> audit_positions(const ValuedBook& book, const BookWalk& walk,
                                      const PositionAuditSettings& settings, JudgePool<MoveQuestion>& judges,
                                      const AnswerMemory& memory, const Control& control);

// The worth of a book to a player at positions that are not its own, so that it can be compared with others.
struct PlayerTrial {
  std::vector<AuditedPosition> positions;  // of the other book, those that lose most first
  Estimate known;                          // the share that the book has an answer to
  std::optional<Estimate> regret_of_known;
  Estimate regret;  // of the player who has the book, and leaves what it does not know to the engine
  Estimate regret_of_engine;
  Estimate
      saved;  // the difference of the two, position by position; its interval is for other positions of that kind
  SearchCount searches;
};

// Tries a book at `settings.sample` positions of another one of its game, drawn by how often they come up there. The roots of
// both judges are those of `other`; `engine` plays what the book does not know. Errors: as audit_positions().
Result<PlayerTrial> audit_positions_at(const ValuedBook& book, const ValuedBook& other, const BookWalk& walk,
                                       const PositionAuditSettings& settings, JudgePool<MoveQuestion>& engine,
                                       JudgePool<MoveQuestion>& judges, const AnswerMemory& memory,
                                       const Control& control);

}  // namespace tabiya::booksearch
