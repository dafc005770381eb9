// What a job ends with: a list, chosen among the positions that belong; or a table of all pairs of setups with their values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/openings/candidates.h"
#include "booksearch/openings/full_search.h"
#include "booksearch/openings/matrix_game.h"
#include "booksearch/openings/openings_job.h"
#include "booksearch/openings/window_search.h"
#include "codec/result.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

// The choice of the job among the positions that belong: their number, in an order that the seed gives, each
// as far from the others as the job says. `job` and `candidates` must outlive the selection, which one thread
// at a time may use.
Selection selection_of(const OpeningsJob& job, const Candidates& candidates);
// The search for the positions of the job's window, with that choice.
WindowTask window_task(const OpeningsJob& job, const Candidates& candidates);

enum class OpeningFormat { kEpd, kFen, kPgn, kCsv, kNpy };

// `name` is "epd", "fen", "pgn", "csv" or "npy". If it is empty, the ending of `path` decides; EPD is the
// default.
OpeningFormat opening_format(const std::string& name, const std::string& path);

// A line, or a game, for each position of `list`, in an order that the seed gives:
//   EPD  `ce` (centipawns for the side to move, of an engine), `acd`, `acn`, and as c0 … c2 the probability of belonging, what
//        the measure is, and who judged; the numbers of moves only where they tell anything
//   FEN  the position alone, whatever notation the game has
//   PGN  a game without moves from each, whose tag Judgement says what the operations of EPD say
//   CSV  all that is known, with a line of names; values from the view of the side that begins
std::string opening_text(OpeningFormat format, const OpeningsJob& job, const Candidates& candidates,
                         const WindowFindings& result, const std::string& judge);

// All pairs of setups with their values, as a list and as a matrix, and the game that follows from them.
class PairTable {
 public:
  // Matrices of more values are refused.
  static constexpr std::uint64_t kMostCells = 4'000'000;

  // The candidates must be pairs of setups. All arguments must outlive the table.
  PairTable(const OpeningsJob& job, const Candidates& candidates, const FullResult& result);

  // A line for each pair whose value is known, in the order of the setups:
  //   first_setup,second_setup,score,low,high,wins,draws,losses,stage,depth,nodes
  // The score is that of the job's judge, for the side that begins; it lies between low and high (empty if
  // unknown) as KnownScore has it; chances are per mille.
  std::string csv() const;

  // The scores as a matrix of 4-byte floats in NumPy's format: a row for each setup of the first side (of
  // mirror images, the one that stands for both), a column for each of the second side's, by their numbers.
  // Unknown values are NaN. Errors: kTooLarge.
  Result<std::string> npy() const;

  // The pairs in which both sides have the same setup, the best for the side that begins first:
  //   rank,setup,score,low,high,wins,draws,losses,stage,depth,nodes
  std::string same_csv() const;

  struct Row {
    SetupPair pair;
    const KnownScore* known;
  };
  std::vector<Row> same() const;  // as same_csv() has them

  // The setups that occur, in ascending order, and their game. `game` is empty if values are missing, or if
  // there are more than kMostCells.
  struct Table {
    std::vector<SetupId> rows, columns;
    std::size_t known = 0;
    std::optional<MatrixGame> game;
  };
  // The values are expected scores in per cent if the job's window is one of these, otherwise scores.
  Table table() const;

  const SetupPhase& setups() const { return setups_; }

 private:
  double value(const KnownScore& known) const;

  const OpeningsJob& job_;
  const SetupPhase& setups_;
  std::vector<Row> rows_;  // that are known, by the setups
};

}  // namespace tabiya::booksearch
