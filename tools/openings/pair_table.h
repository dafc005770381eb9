// All pairs of setups with their values, as a list and as a matrix, and the game that follows from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/openings/full_search.h"
#include "booksearch/openings/matrix_game.h"
#include "core/game/game_module.h"
#include "tools/openings/candidates.h"
#include "tools/openings/openings_job.h"

namespace tabiya::tools {

class PairTable {
 public:
  // Matrices of more values are refused.
  static constexpr std::uint64_t kMostCells = 4'000'000;

  // The candidates must be pairs of setups; otherwise throws Failure. All arguments must outlive the table.
  PairTable(const OpeningsJob& job, const Candidates& candidates, const booksearch::FullResult& result);

  // A line for each pair whose value is known, in the order of the setups:
  //   first_setup,second_setup,score,low,high,wins,draws,losses,stage,depth,nodes
  // The score is that of the job's judge, for the side that begins; it lies between low and high (empty if
  // unknown) as booksearch::KnownScore has it; chances are per mille.
  std::string csv() const;

  // The scores as a matrix of 4-byte floats in NumPy's format: a row for each setup of the first side (of
  // mirror images, the one that stands for both), a column for each of the second side's, by their numbers.
  // Unknown values are NaN. Throws Failure if the matrix is too large.
  std::string npy() const;

  // The pairs in which both sides have the same setup, the best for the side that begins first:
  //   rank,setup,score,low,high,wins,draws,losses,stage,depth,nodes
  std::string same_csv() const;

  struct Row {
    SetupPair pair;
    const booksearch::KnownScore* known;
  };
  std::vector<Row> same() const;  // as same_csv() has them

  // The setups that occur, in ascending order, and their game. `game` is empty if values are missing, or if
  // there are more than kMostCells.
  struct Table {
    std::vector<SetupId> rows, columns;
    std::size_t known = 0;
    std::optional<booksearch::MatrixGame> game;
  };
  // The values are expected scores in per cent if the job's window is one of these, otherwise scores.
  Table table() const;

  const SetupPhase& setups() const { return setups_; }

 private:
  double value(const booksearch::KnownScore& known) const;

  const OpeningsJob& job_;
  const SetupPhase& setups_;
  std::vector<Row> rows_;  // that are known, by the setups
};

// The report on all pairs: a comparison of the same setups on both sides, and the choices of the sides.
// `list`: the path of the list. `judge`: its name, for people.
void print_pairs(const OpeningsJob& job, const PairTable& table, const booksearch::FullResult& result,
                 const std::string& list, const std::string& judge, bool json);

}  // namespace tabiya::tools
