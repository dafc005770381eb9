// The start positions of a job, by their numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/openings/engine_opening_judge.h"
#include "booksearch/work/judge_pool.h"
#include "core/game/game_module.h"
#include "core/setup/setup_space.h"
#include "tools/openings/openings_job.h"

namespace tabiya::tools {

class Candidates {
 public:
  // Jobs with more candidates are refused: each costs a search.
  static constexpr std::uint32_t kMost = 4'000'000;

  // The candidates are different positions in which a move is to be made. Throws Failure.
  explicit Candidates(const OpeningsJob& job);

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

  void take_all();
  void take_same();
  void take_square(const std::string& size);
  void take_sample(const std::string& size);
  void take_file(const std::string& path, std::size_t exit);
  void take_tree(const LineTree& tree);
  void add(Candidate candidate);
  void drop_equal_and_ended();
  PositionHandle made(const Candidate& candidate) const;  // null if the game ends before

  const GameModule& game_;
  std::uint64_t seed_;
  int plies_;
  std::vector<Candidate> candidates_;
  std::uint64_t checksum_ = 0;
};

// The judges of the start positions of a job, by the engine that it names.
struct JudgeKind {
  std::string identity;  // equal for judges that say the same of the same position
  std::string name;      // for people
  booksearch::MakeJudge<booksearch::Question> make;  // `candidates` must live as long as its judges
};

// Throws Failure if the engine cannot be used for the job.
JudgeKind choose_judge(const OpeningsJob& job, const Candidates& candidates);

}  // namespace tabiya::tools
