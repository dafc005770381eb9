// Learning: what a game offers to whom trains an evaluation of it. Records of positions are bytes here
// (training_record.h), features are numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "codec/result.h"
#include "core/eval/evaluation_choice.h"
#include "core/eval/features.h"
#include "core/game/game_position.h"
#include "core/search/parameters.h"
#include "core/search/score.h"
#include "core/setup/setup_space.h"

namespace tabiya {

// A position as both sides see it.
struct SeenPosition {
  FeatureList mover, other;
  std::uint64_t key = 0;          // equal for equal positions, whatever the ply
  std::optional<int> phase = {};  // where weights taper: 0 … kMiddlegame
};

// The static value of a position that looks like that, by a network or weights that fit its game; not by what
// is built in. Logit x 10,000, from the view of the side to move.
Score value_of(const EvaluationChoice& evaluation, const SeenPosition& position);

// The features of a game as who trains sees them.
struct FeatureSpace {
  std::size_t count = 0;
  // Features whose remainders by this are equal are of the same piece on the same square, in different views:
  // what is known of one is true of the others to begin with. A divisor of `count`.
  std::size_t shared = 0;
  // Maps of the features onto themselves that turn a board into one that is worth as much, for views of which
  // a royal piece does not say how the board is to be turned. The first changes nothing; a power of two.
  std::vector<std::vector<Feature>> turns;
  // Linear models have two weights for each feature: they taper.
  bool tapers = false;
};

struct SelfPlaySettings {
  std::uint64_t nodes = 1'000;    // of a search: no iteration begins after this many
  int depth = 20;                 // plies of a search at most
  int leaves = 0;                 // positions of each search's tree that are kept, at most
  std::uint64_t end_nodes = 0;    // of the search that labels the end of each variation; 0: it is not kept
  int sampled_percent = 25;       // of the moves of the first `sampled_plies`
  int sampled_plies = 40;         // setups are plies, too
  int lines = 3;                  // moves to draw from
  Score temperature = 1'000;      // logit x 10,000
  Score balance = 10'000;         // largest static value of what games begin with, for either side
  int opening_plies = 8;          // most random moves that a game without a setup phase begins with
  int random_percent = 25;        // of the setups that are drawn from all, if there is a list
  std::vector<SetupId> setups{};  // the list; both mirror images count. Empty: all setups are drawn from all
  std::uint64_t seed = 1;
};

// Games of the engine against itself. For use by one thread.
class GameGenerator {
 public:
  virtual ~GameGenerator() = default;

  // Plays game `number`, which depends on the settings, the evaluation and the number alone, and appends its
  // records, in their order in the game.
  virtual void play(std::uint64_t number, std::vector<std::byte>& records) = 0;
};

// Searches single positions for labels. For use by one thread.
class Labeller {
 public:
  virtual ~Labeller() = default;

  // The score of a search of a record's position, which knows nothing of its game: logit x 10,000, from the
  // view of the side to move. No iteration begins after `nodes`. It depends on the position, the evaluation
  // and `nodes` alone. Errors: kCorrupt for bytes that are no record.
  virtual Result<Score> search(std::span<const std::byte> record, std::uint64_t nodes) = 0;

  // The static value of the same position.
  virtual Result<Score> evaluate(std::span<const std::byte> record) = 0;

  // The nodes that all searches have visited so far.
  virtual std::uint64_t nodes() const = 0;
};

class Learning {
 public:
  virtual ~Learning() = default;

  virtual const FeatureSpace& features() const = 0;
  // The fingerprint of the evaluation that is built into the game.
  virtual std::uint64_t built_in_fingerprint() const = 0;
  // Weights of 0.1 logit a piece, to begin with if nothing is known.
  virtual FeatureWeights material() const = 0;

  virtual std::size_t record_size() const = 0;  // bytes
  // The position of a record. Errors: kCorrupt for bytes that are none.
  virtual Result<SeenPosition> see(std::span<const std::byte> record) const = 0;

  // The position of a record, and the record of a position, for text. Errors: kCorrupt for bytes that are none;
  // kInvalid for positions that are not kept, such as decided ones; kUnsupported.
  virtual Result<PositionHandle> position(std::span<const std::byte>) const {
    return unsupported("this game's training data have no notation");
  }
  // `result` as Lesson has it; `ply`: where the position does not tell it.
  virtual Result<std::vector<std::byte>> record(const GamePosition&, Score /*label*/, int /*result*/,
                                                std::optional<int> /*ply*/) const {
    return unsupported("this game's training data have no notation");
  }

  // `settings` outlive the generator; its searches have `options` except for their number of lines. Errors:
  // kUnsupported if an evaluation does not fit the game. With an `opponent` (null for none), that plays
  // one side, and what it searches is not kept.
  virtual Result<std::unique_ptr<GameGenerator>> make_generator(const EvaluationChoice& evaluation,
                                                                const EvaluationChoice* opponent,
                                                                const SelfPlaySettings& settings,
                                                                const SearcherOptions& options) const = 0;

  // Errors: kUnsupported if the evaluation does not fit the game.
  virtual Result<std::unique_ptr<Labeller>> make_labeller(const EvaluationChoice& evaluation,
                                                          const SearcherOptions& options) const = 0;
};

}  // namespace tabiya
