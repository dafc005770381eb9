// An explanation tells why a position has its value: which threats there are, why moves that look good are
// not, and which pieces count. A longer search confirms everything that it says.
//
// Scores are logit x 10,000 from the view of the side to move of the position that is explained.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/explain/piece_worth.h"
#include "codec/result.h"
#include "core/game/game_engine.h"
#include "core/game/game_position.h"
#include "core/search/score.h"

namespace tabiya::booksearch {

// Returns how much worse the second value is, in winning chances from 0 to 1.
double chances_lost(Score better, Score worse);

// Turns a score of the position after a move into the view of the side that made the move.
Score seen_from_before(Score reply);

// The line that the other side would play if the side to move passed.
struct Threat {
  Score score = 0;                   // of the position then
  double loss = 0;                   // in chances, at least ExplainOptions::clear_loss
  std::vector<MoveText> line;        // of the other side first
  std::vector<std::size_t> squares;  // of its first move, as BoardPicture::last_move has them
};

// The safety of a royal piece: it is in danger if it is attacked in earnest. The attacking side has the turn,
// or is given it.
struct RoyalSafety {
  RoyalZone zone;
  // True if the best line of the attacking side wins by force, or goes into the zone and gains clear_loss,
  // against the cost of a pass or against the static value. If false, it gains less.
  bool is_in_danger = false;
  double gain = 0;  // in chances, by the search that says less of a danger and more of the absence of one
  std::vector<MoveText> line;  // of a danger
};

enum class Temptation { kLooksGood, kCaptures, kAsked };

// A move that a short search, the eye or the person would choose, and that loses chances.
struct TemptingMove {
  MoveText move;
  Temptation why = Temptation::kLooksGood;
  Score score = 0;  // of the move
  double loss = 0;  // in chances against the best move; below clear_loss only if it was asked for
  // From depth `refuted_at` on, in plies, the move included, all iterations of the search see that the move
  // loses clearly. `refutation`, the answer of the first of them, is the shortest line that refutes it. They
  // are 0 and empty if nothing is claimed.
  int refuted_at = 0;
  std::vector<MoveText> refutation;
  // The squares of the move and of the answer, as BoardPicture::last_move has them.
  std::vector<std::size_t> squares{}, answer{};
  bool is_best = false;  // by the longer search; only if it was asked for
};

struct ExplainOptions {
  std::uint64_t nodes = 100'000;   // of each search; what it finds is checked with kCheck times as many
  double clear_loss = 0.1;         // in winning chances: what is less is not spoken of
  std::size_t most_moves = 5;      // tempting ones, besides those asked for
  std::vector<std::string> asked;  // moves, in either notation, which are legal

  static constexpr std::uint64_t kCheck = 4;
};

struct Explanation {
  GameSearchResult result;  // of the longer search
  std::optional<Threat> threat;
  std::vector<RoyalSafety> royals;     // empty if the game has none, or allows no pass
  std::vector<TemptingMove> tempting;  // those asked for first, then by how good they look
  PieceWorths pieces;                  // empty if the evaluation, or the game, cannot say it
  std::optional<Score> tempo;          // what the turn is worth by the evaluation
};

// Explains a position in which the side to move has a legal move. The engine forgets what it has learned; the
// same engine, position and options give the same explanation. Errors: kStopped if `stop` was set meanwhile;
// those of the engine.
Result<Explanation> explain(GameEngine& engine, const PositionHandle& position, const ExplainOptions& options,
                            const std::atomic<bool>* stop);

}  // namespace tabiya::booksearch
