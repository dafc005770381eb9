#include "tools/play/match/referee.h"

#include <filesystem>

#include <fmt/format.h>

#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"
#include "tools/play/match/engine_process.h"

namespace tabiya::tools {
namespace {

using namespace zero_point_one;
using Clock = EngineProcess::Clock;
using std::chrono::milliseconds;

class Referee {
 public:
  Referee(const std::array<EngineCommand, 2>& commands, const GameTerms& terms)
      : terms_(terms), engines_{EngineProcess(commands[0]), EngineProcess(commands[1])} {}

  std::optional<GameResult> play(const std::atomic<bool>& stop) {
    place_opening();
    std::string line = "Start";
    while (!is_over()) {
      if (stop) return std::nullopt;
      const auto answer = ask(line);
      if (!answer) break;  // adjudicated
      line = *answer;
    }
    for (EngineProcess& engine : engines_) engine.quit();
    for (std::size_t side = 0; side < used_.size(); ++side)
      result_.used[side] = std::chrono::round<milliseconds>(used_[side]);
    return result_;
  }

 private:
  void place_opening() {
    std::string line = "Opening";
    for (const std::string& move : terms_.opening) {
      line += " " + move;
      (void)play_wire(position_, move);
    }
    result_.moves = terms_.opening;
    for (EngineProcess& engine : engines_) {
      engine.send(fmt::format("Time {}", terms_.time.count()));
      if (!terms_.opening.empty()) engine.send(line);
    }
  }

  // Sends a line to the side to move, and plays its answer; nothing when it has lost by it.
  std::optional<std::string> ask(const std::string& line) {
    const Side side = position_.side_to_move();
    EngineProcess& engine = engines_[index(side)];
    Clock::duration& used = used_[index(side)];
    const auto start = Clock::now();
    const auto deadline = start + terms_.time - used + terms_.grace;
    if (!engine.send(line)) return adjudicate(Ending::kCrash, engine.last_words());
    const auto read = engine.read_line(deadline);
    used += Clock::now() - start;
    switch (read.status) {
      case EngineProcess::ReadStatus::kTimeout:
        return adjudicate(Ending::kTimeout, "");
      case EngineProcess::ReadStatus::kClosed:
        return adjudicate(Ending::kCrash, engine.last_words());
      case EngineProcess::ReadStatus::kTooLong:
        return adjudicate(Ending::kIllegalMove, "a line without end");
      case EngineProcess::ReadStatus::kLine:
        break;
    }
    if (used > terms_.time + terms_.grace) return adjudicate(Ending::kTimeout, "");
    if (!play_wire(position_, read.line).ok()) {
      return adjudicate(Ending::kIllegalMove, read.line);
    }
    result_.moves.push_back(read.line);
    return read.line;
  }

  std::optional<std::string> adjudicate(Ending ending, const std::string& detail) {
    result_.winner = other(position_.side_to_move());
    result_.ending = ending;
    result_.detail = detail.substr(0, kMostDetail);
    return std::nullopt;
  }

  bool is_over() {
    if (position_.in_setup_phase()) return false;
    switch (outcome(position_)) {
      case Outcome::kDraw:
        result_.ending = Ending::kPlyLimit;
        return true;
      case Outcome::kLoss:
        adjudicate(Ending::kCapture, "");
        return true;
      case Outcome::kWin:  // of no position of this game
      case Outcome::kOpen:
        break;
    }
    if (count_moves(position_) > 0) return false;
    adjudicate(Ending::kNoMove, "");
    return true;
  }

  static constexpr std::size_t kMostDetail = 200;

  const GameTerms& terms_;
  std::array<EngineProcess, 2> engines_;
  Position position_;
  std::array<Clock::duration, 2> used_{};
  GameResult result_;
};

}  // namespace

EngineCommand engine_command(const std::string& text) {
  EngineCommand command = split_command(text);
  if (command.front() == "play")
    command.insert(command.begin(), std::filesystem::read_symlink("/proc/self/exe"));
  return command;
}

const char* name(Ending ending) {
  switch (ending) {
    case Ending::kCapture:
      return "capture";
    case Ending::kPlyLimit:
      return "ply limit";
    case Ending::kNoMove:
      return "no move";
    case Ending::kIllegalMove:
      return "illegal move";
    case Ending::kTimeout:
      return "time";
    case Ending::kCrash:
      return "crash";
  }
  return "";
}

std::optional<GameResult> play_game(const std::array<EngineCommand, 2>& engines, const GameTerms& terms,
                                    const std::atomic<bool>& stop) {
  return Referee(engines, terms).play(stop);
}

}  // namespace tabiya::tools
