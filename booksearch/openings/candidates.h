// The start positions of a job, by their numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/books/book_moves.h"
#include "booksearch/books/book_tour.h"
#include "booksearch/engines/chosen_search.h"
#include "booksearch/openings/judgement.h"
#include "booksearch/openings/openings_job.h"
#include "codec/result.h"
#include "core/game/game_module.h"
#include "core/setup/setup_space.h"

namespace tabiya::booksearch {

// The book of a tree of lines.
struct TreeBook {
  std::string name;  // for messages
  BookMoves moves;
  TourStarts starts;  // of the lines
};

class Candidates {
 public:
  // Jobs with more candidates are refused: each costs a search.
  static constexpr std::uint32_t kMost = 4'000'000;

  // The candidates are different positions in which a move is to be made. `book`: that of the job's tree, if it has one; else
  // null. Errors: kInvalid for what the job asks for; kUnsupported for pairs of a game without setups; kTooLarge; those of
  // the files, with their lines.
  static Result<Candidates> make(const OpeningsJob& job, const TreeBook* book = nullptr);

  std::uint32_t size() const;
  PositionHandle position(std::uint32_t candidate) const;
  // The pair of setups; empty if the job named positions and not pairs.
  std::optional<SetupPair> pair(std::uint32_t candidate) const;
  // The operations of EPD that a file has with the candidate, except for those of the position: "id \"x\";"
  const std::string& operations(std::uint32_t candidate) const;
  // The checksum is equal for equal candidates in the same order.
  std::uint64_t checksum() const { return checksum_; }

 private:
  struct Candidate {
    SetupPair pair;
    std::uint32_t place = 0;  // in the list of pairs: the seed of its moves
    PositionHandle position;  // null if the pair tells it
    std::string operations;
  };

  Candidates(const GameModule& game, std::uint64_t seed, int plies)
      : game_(&game), seed_(seed), plies_(plies) {}

  Status take(const OpeningsJob& job, const TreeBook* book);
  Status take_pairs(const std::string& pairs);
  Status take_all(const SetupPhase& setups);
  Status take_same(const SetupPhase& setups);
  Status take_square(const SetupPhase& setups, const std::string& size);
  Status take_sample(const SetupPhase& setups, const std::string& size);
  Status take_file(const std::string& path, std::size_t exit);
  Status take_tree(const LineTree& tree, const TreeBook& book);
  Result<TourStarts> next_of_tree(const LineTree& tree, const TreeBook& book, const BookWalk& end) const;
  void add(Candidate candidate);
  void drop_equal_and_ended();
  PositionHandle made(const Candidate& candidate) const;  // null if the game ends before

  const GameModule* game_;
  std::uint64_t seed_;
  int plies_;
  std::vector<Candidate> candidates_;
  std::uint64_t checksum_ = 0;
};

// Returns the judges of the start positions of a job. `candidates` must live as long as they. Errors: kInvalid if the job's
// window needs chances that the engine does not tell.
Result<JudgeKind<Question>> opening_judges(const OpeningsJob& job, const Candidates& candidates,
                                           const ChosenSearch& search);

}  // namespace tabiya::booksearch
