// A player of a match's games, as the referee knows it, whatever protocol it speaks.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/match/engine_choice.h"
#include "booksearch/match/openings.h"
#include "codec/result.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

struct AdjudicationRules;  // adjudication.h

using MatchTime = std::chrono::steady_clock::duration;

// Tells what is wrong with a pair of setups that one side chooses for both; empty if nothing is.
using FaultOfChoice = std::function<std::string(std::size_t side, const std::vector<std::string>& words)>;

struct GameTerms {
  const GameModule* game = nullptr;  // which has a line protocol
  Opening opening{};
  std::array<TimeControl, 2> clocks{};                  // by side
  std::chrono::milliseconds grace{200};                 // beyond them, for what happens between the processes
  std::chrono::milliseconds patience{60'000};           // for a move of a side without a clock
  const AdjudicationRules* adjudication = nullptr;      // null: every game is played to its end
  FaultOfChoice fault_of_choice{};                      // empty: every legal choice is allowed
  std::array<std::optional<std::uint64_t>, 2> seeds{};  // of the sides' own choices; nothing: random
  // Flags by side: the game sets one to true when that side's engine has answered any line, in whatever game.
  // A null flag is not wanted.
  std::array<std::atomic<bool>*, 2> has_answered{};
};

// A player's words on a move that it plays, from its view.
struct Thought {
  std::optional<int> centipawns{}, mate_in{};  // at most one of them
  int depth = 0;
  MatchTime spent{};
};

struct Turn {
  std::string_view last_answer;          // of the opponent; "Start" before the first
  std::span<const PositionHandle> line;  // from the one after the setups to the one that is to be played in
  std::span<const std::string> moves;    // wire moves, each from a position of `line` to the next
  std::array<MatchTime, 2> left;         // by side, of clocks that are not kNone
  MatchTime limit;                       // for the answer; afterwards nobody waits for it
};

struct PlayerAnswer {
  enum class Status { kMove, kLate, kEnded, kNonsense, kStopped };

  Status status = Status::kMove;
  std::string text;  // the answer, or what is to be known of its fault
  Thought thought{};
};

// For use by the thread that made it.
class MatchPlayer {
 public:
  virtual ~MatchPlayer() = default;

  // Begins a game as `side`; the terms must outlive the game. Errors: the engine cannot be started, or cannot
  // play it.
  virtual Status begin(const GameTerms& terms, std::size_t side) = 0;
  // Asks for a move. Errors: those of begin(). Any other fault of the engine is reported as its answer.
  virtual Result<PlayerAnswer> ask(const Turn& turn) = 0;
  // Ends the game.
  virtual void end() = 0;
  virtual std::string name() const = 0;  // for people
  // Returns the last thing that it said apart from its answers; empty if there is none.
  virtual std::string last_words() = 0;
};

// Makes a player of the protocol that the engine speaks. It asks `stop` while an answer is awaited.
std::unique_ptr<MatchPlayer> make_player(const MatchEngine& engine, std::function<bool()> stop);

}  // namespace tabiya::booksearch
