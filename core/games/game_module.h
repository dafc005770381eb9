// GameModule: the run-time seam through which the program knows a game. Positions, engines and evaluations
// stand behind handles; what a game has not, it lacks, and says so. games.h lists the modules.
//
// A side is 0 (the one that begins) or 1. Scores are logit x 10,000 from the view of the side to move, unless
// a name says otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/result.h"
#include "core/book/book.h"
#include "core/book/book_setups.h"
#include "core/eval/evaluation_choice.h"
#include "core/games/board_picture.h"
#include "core/games/game_solver.h"
#include "core/games/line_session.h"
#include "core/learn/learning.h"
#include "core/random.h"
#include "core/search/clocked_search.h"
#include "core/search/game.h"
#include "core/search/limits.h"
#include "core/search/parameters.h"
#include "core/search/proof/proof_table.h"
#include "core/search/score.h"
#include "core/setup/pair_engine.h"
#include "core/setup/pair_oracle.h"
#include "core/setup/setup_chooser.h"
#include "core/setup/setup_space.h"

namespace tabiya {

// A move, or a setup that is placed, in both of its notations: as programs exchange it, and for people.
struct MoveText {
  std::string wire;
  std::string readable;

  friend bool operator==(const MoveText&, const MoveText&) = default;
};

// How a game ends by its rules.
enum class Ending : std::uint8_t {
  kWin,         // won, by what the moves have led to
  kNoMove,      // the side to move has none
  kRepetition,  // drawn: the position has stood too often
  kPlyLimit,    // drawn by another rule: as many plies as there may be, men that can win nothing
};

class GamePosition;
using PositionHandle = std::shared_ptr<const GamePosition>;

// A position with the move that led to it. Does not change.
class GamePosition {
 public:
  virtual ~GamePosition() = default;

  virtual std::string text() const = 0;  // which GameModule::parse_position() reads
  virtual BoardPicture picture() const = 0;
  virtual int side_to_move() const = 0;
  virtual bool in_setup_phase() const = 0;  // a setup is to be placed

  // For the side to move; that it has no legal move counts. kOpen while the game goes on.
  virtual Outcome outcome() const = 0;
  // How the game ended, for people: "Red has won: Blue's wazir was captured". Nothing while it goes on.
  virtual std::optional<std::string> result() const = 0;
  // The same, of a game that is over, for programs.
  virtual Ending ending() const = 0;

  // The legal ones; none where a setup is to be placed.
  virtual std::vector<MoveText> moves() const = 0;
  // The position after a legal move or setup in either notation. Errors: kInvalid, which say why.
  virtual Result<PositionHandle> after(std::string_view move) const = 0;
  // The number of sequences of legal moves of `depth` plies; a setup is one of them.
  virtual std::uint64_t perft(int depth) const = 0;
};

struct GameLine {
  Score score = 0;
  std::vector<MoveText> pv;  // the principal variation
};

struct GameSearchResult {
  GameLine best;  // its variation is empty only if there is no legal move
  int depth = 0;  // of the last completed iteration
  std::uint64_t nodes = 0;
  std::vector<GameLine> others;  // the next best first moves, as many as asked for
};

// A search of one game. For use by one thread.
class GameEngine {
 public:
  using Report = std::function<bool(const GameSearchResult&)>;  // of each iteration; false ends the search

  virtual ~GameEngine() = default;

  virtual void new_game() = 0;  // forgets all that was learnt

  // Of a position after the setup phase, which stands at the end of `line`: the positions of the game so far,
  // as far as they are known.
  virtual GameSearchResult search(std::span<const PositionHandle> line, const Limits& limits,
                                  const Report& report) = 0;

  // Static. Errors: kInvalid where the evaluation knows no value of the position.
  virtual Result<Score> evaluate(const GamePosition& position) const = 0;
};

// A format in which others publish books of a game.
struct BookFormat {
  std::string_view name;                           // as options have it
  Result<Book> (*read)(std::string_view text);     // errors: kCorrupt, with the offset
  Result<std::string> (*write)(const Book& book);  // errors: kInvalid for what the format cannot hold
};

// A setup that a person has written, understood.
struct WrittenSetup {
  SetupId id = 0;
  std::string remark{};  // how it was read, where it could be read in several ways; else empty
};

// Where a player's setups come from.
struct SetupSource {
  std::vector<const Book*> books{};  // the preferred one first; they outlive the player
  OpeningOptions opening{};
  std::function<void(std::string_view)> log{};  // is told of each decision, a line of text
};

// The setup phase of a game that has one. Red is the side that places first.
class SetupPhase {
 public:
  virtual ~SetupPhase() = default;

  virtual const SetupSpace& reds() const = 0;
  virtual const SetupSpace& blues() const = 0;
  const SetupSpace& setups(int side) const { return side == 0 ? reds() : blues(); }
  // Whether both sides place the same setups, so that one of Red's is one of Blue's, too.
  bool sides_are_alike() const { return &reds() == &blues(); }

  virtual PositionHandle position_after(SetupId red, SetupId blue) const = 0;
  virtual std::string wire(int side, SetupId id) const = 0;
  // A setup as people write it: its name, or another notation that cannot be mistaken for a name. Errors:
  // kInvalid with the offset.
  virtual Result<SetupId> parse_written(int side, std::string_view text) const {
    return setups(side).parse(text);
  }
  virtual std::string readable(int side, SetupId id) const { return wire(side, id); }  // for people
  // A setup as people type it, in any case and with anything between its letters. The error says what is
  // wrong and what is expected.
  virtual Result<WrittenSetup> read(int side, std::string_view text) const {
    const Result<SetupId> id = parse_written(side, text);
    if (!id) return id.error();
    return WrittenSetup{*id};
  }
  // What a person may write, in whole lines of text.
  virtual std::string how_to_write(int side) const {
    return "Type a setup, such as " + wire(side, 0) + ".\n";
  }
  // How GamePosition::after() reads the text of a setup, if something else may be meant: a sentence for
  // people.
  virtual std::optional<std::string> other_reading(std::string_view) const { return std::nullopt; }
  // The setup alone on its side's part of the board.
  virtual BoardPicture picture(int side, SetupId id) const = 0;
  // Errors: kUnsupported where the network does not fit the game.
  virtual Result<std::unique_ptr<PairOracle>> make_oracle(const EvaluationChoice& evaluation) const = 0;
  // Null where nobody publishes books.
  virtual const BookFormat* published_books() const { return nullptr; }
  virtual Result<std::unique_ptr<PairEngine>> make_pair_engine(const EvaluationChoice&,
                                                               const SearcherOptions&) const {
    return unsupported("no engine searches setups of this game");
  }

  // Who chooses the setup of a side: mostly that side.
  virtual int chooser_of(int side) const { return side; }
  // What Red may place where no book knows better.
  virtual SetupId sound_red() const { return 0; }
  // `engine` and the books outlive what is returned.
  virtual std::unique_ptr<SetupChooser> make_chooser(PairEngine& engine, const SetupSource& source) const {
    return std::make_unique<BookSetups>(source.books, source.opening, engine, sound_red(), source.log);
  }
  // Red's and Blue's setup for a game to begin with, good and about equal as far as that is known at once.
  virtual std::pair<SetupId, SetupId> draw_pair(Random& random) const {
    const SetupId red = random.below(reds().count());
    return {red, random.below(blues().count())};
  }
};

// A player under a line protocol.
struct PlayerRequest {
  EvaluationChoice evaluation{};
  SearcherOptions search{};
  PlayerOptions player{};
  SetupSource setups{};
};

// How programs play a game with each other: line_player.h tells what the protocols have in common.
class LineProtocol {
 public:
  virtual ~LineProtocol() = default;

  virtual JudgeClock clock() const = 0;

  // Errors: kUnsupported where the network does not fit the game.
  virtual Result<std::unique_ptr<LineSession>> make_player(const PlayerRequest& request) const = 0;

  // The moves and setups, in wire notation, that an answer stands for. Errors: kInvalid for what is no legal
  // answer in this position.
  virtual Result<std::vector<std::string>> words_of(const GamePosition& position,
                                                    std::string_view answer) const = 0;

  // What records of games call Ending::kWin.
  virtual std::string_view win() const { return "win"; }
};

// Immutable; there is one of each game, for as long as the program runs.
class GameModule {
 public:
  virtual ~GameModule() = default;

  virtual std::string_view name() const = 0;        // the identifier that files and options use: "hex"
  virtual std::string_view title() const = 0;       // for people
  virtual std::uint32_t rules_version() const = 0;  // raised with every change of the rules
  virtual std::array<std::string_view, 2> sides() const = 0;  // names, as in "Red"
  virtual int ply_limit() const = 0;                          // most plies of a game, setups included
  virtual std::string rules() const { return {}; }            // for people, in whole lines: who wins, and how

  virtual PositionHandle start() const = 0;
  // What people call the starting position, "startpos": another one than start() where a game with a setup
  // phase is mostly played with the same setups.
  virtual PositionHandle usual_start() const { return start(); }
  virtual Result<PositionHandle> parse_position(std::string_view text) const = 0;

  // Capabilities; a game that lacks one returns nothing, or kUnsupported.

  // How many features its networks have; 0 where it knows no networks.
  virtual std::uint32_t network_features() const { return 0; }
  virtual Result<std::unique_ptr<GameEngine>> make_engine(const EvaluationChoice& evaluation,
                                                          const SearcherOptions& options) const = 0;
  virtual const SetupPhase* setup_phase() const { return nullptr; }
  virtual const Learning* learning() const { return nullptr; }
  virtual const LineProtocol* line_protocol() const { return nullptr; }
  // A search for proofs, with a table of its own or one that it shares; null where the game knows none.
  virtual std::unique_ptr<GameSolver> make_solver(std::shared_ptr<ProofTable>) const { return nullptr; }

  // Who acts in a position of a game that goes on: the side to move, or who chooses its setup.
  int side_to_act(const GamePosition& position) const {
    const int side = position.side_to_move();
    return position.in_setup_phase() ? setup_phase()->chooser_of(side) : side;
  }
};

}  // namespace tabiya
