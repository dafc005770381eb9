// GameModule: the run-time seam through which the program knows a game. Positions, engines and evaluations
// stand behind handles; a missing capability is null. games.h lists the modules.
//
// A side is 0 (the one that begins) or 1. Scores are logit x 10,000 from the view of the side to move, unless
// a name says otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/result.h"
#include "core/book/book_follower.h"
#include "core/eval/evaluation_choice.h"
#include "core/eval/network.h"
#include "core/game/game_engine.h"
#include "core/game/game_position.h"
#include "core/game/refereed_player.h"
#include "core/game/setup_phase.h"
#include "core/search/parameters.h"
#include "core/search/time_control.h"

namespace tabiya {

class GameSolver;  // game_solver.h
class Learning;    // core/learn/learning.h
class ProofTable;  // core/search/proof/proof_table.h

// A player under a line protocol (refereed_player_of.h tells what these protocols have in common).
struct PlayerRequest {
  EvaluationChoice evaluation{};
  SearcherOptions search{};
  PlayerOptions player{};
  SetupSource setups{};
  FollowedBook book{};  // moves after the setups, chosen as these are; outlives the player
};

// A line protocol is the way in which programs play a game with each other.
class RefereeProtocol {
 public:
  virtual ~RefereeProtocol() = default;

  virtual RefereeClock clock() const = 0;

  // Errors: kUnsupported if the network does not fit the game.
  virtual Result<std::unique_ptr<RefereedPlayer>> make_player(const PlayerRequest& request) const = 0;

  // The moves and setups, in wire notation, that an answer stands for. Errors: kInvalid for what is no legal
  // answer in this position.
  virtual Result<std::vector<std::string>> words_of(const GamePosition& position,
                                                    std::string_view answer) const = 0;

  // The word for Ending::kWin in records of games.
  virtual std::string_view win() const { return "win"; }
};

// A format in which others publish networks of a game.
struct NetworkFormat {
  std::string_view name;                                  // as options have it
  std::string_view what;                                  // such a file is, as of BookFormat
  Result<NetworkWeights> (*read)(std::string_view text);  // errors: with the offset
  std::string (*write)(const NetworkWeights& weights);
};

// Facts of a game that never change. Texts live as long as its module.
struct GameFacts {
  std::string name;                           // the identifier that files and options use: "hex"
  std::string title;                          // for people
  std::uint32_t rules_version = 1;            // raised with every change of the rules
  std::array<std::string_view, 2> sides{};    // names, as in "Red"
  int ply_limit = 0;                          // most plies of a game, setups included
  std::string rules{};                        // for people, in whole lines: who wins, and how
  SearchParameters search_parameters{};       // what its searches do unless they are told otherwise
  std::uint32_t network_features = 0;         // how many its networks have; 0 if it knows no networks
  const NetworkFormat* published_networks{};  // null if nobody else publishes networks
  // The name of the game for UCI engines and PGN: engines play it after `setoption name UCI_<variant> value
  // true`. Empty if they do not know it.
  std::string_view uci_variant{};
  bool engines_play_on =
      false;                   // every UCI engine plays on after the setups, without being told of a variant
  bool expects_draws = false;  // many games between good players are drawn
  bool has_polyglot_books = false;  // its walks have the keys and codes of PolyGlot's books
  std::vector<PositionFault>
      mendable_faults{};  // what check_position() can take out of texts, with meanings for people
};

// Immutable; there is one of each game, for as long as the program runs.
class GameModule {
 public:
  virtual ~GameModule() = default;

  const GameFacts& facts() const { return facts_; }
  std::string_view name() const { return facts_.name; }
  std::string_view title() const { return facts_.title; }
  std::uint32_t rules_version() const { return facts_.rules_version; }
  const std::array<std::string_view, 2>& sides() const { return facts_.sides; }

  virtual PositionHandle start() const = 0;
  // The position that people call the starting position, "startpos": another one than start() where a game
  // with a setup phase is mostly played with the same setups.
  virtual PositionHandle usual_start() const { return start(); }
  virtual Result<PositionHandle> parse_position(std::string_view text) const = 0;
  // The position at which a walk of this game stands. What was played before does not count: it has stood once.
  virtual PositionHandle position_of(const BookWalk& walk) const = 0;
  // This is parse_position() for lists of start positions, which may be wrong in ways of the game's own: what
  // can be taken out of a text is told, and taken out. Without an overrider it returns what parse_position()
  // says.
  virtual CheckedPosition check_position(std::string_view text) const;

  // Capabilities; a game that lacks one returns nothing, or kUnsupported.

  virtual Result<std::unique_ptr<GameEngine>> make_engine(const EvaluationChoice& evaluation,
                                                          const SearcherOptions& options) const = 0;
  // True if a game that goes on from a position is played only by programs that know that variant.
  virtual bool needs_variant(const GamePosition&) const { return false; }
  // A move of a position, in wire notation, as programs write it that know the usual start of the game alone,
  // and not that variant.
  virtual std::string move_without_variant(const GamePosition&, std::string_view wire) const {
    return std::string(wire);
  }
  virtual const SetupPhase* setup_phase() const { return nullptr; }
  virtual const Learning* learning() const { return nullptr; }
  virtual const RefereeProtocol* referee_protocol() const { return nullptr; }
  // The same game as Fairy-Stockfish writes it, under the name that it has there, with positions and engines of
  // its own. It cannot be chosen by name like other games. Null if the own notation is that one.
  virtual const GameModule* fairy_form() const { return nullptr; }
  // A search for proofs, with a table of its own or one that it shares; null if the game knows none.
  virtual std::unique_ptr<GameSolver> make_solver(std::shared_ptr<ProofTable>) const;

  // The side that acts in a position of a game that continues: the side to move, or the one that chooses its
  // setup.
  int side_to_act(const GamePosition& position) const {
    const int side = position.side_to_move();
    return position.in_setup_phase() ? setup_phase()->chooser_of(side) : side;
  }
  // The usual start as books of moves know it; null if the game has none.
  std::unique_ptr<BookWalk> make_book_walk() const;

 protected:
  explicit GameModule(GameFacts facts) : facts_(std::move(facts)) {}

 private:
  const GameFacts facts_;
};

}  // namespace tabiya
