#include "tools/play/match/referee.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "core/games/games.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/play/match/engine_process.h"

namespace tabiya::tools {
namespace {

using Clock = EngineProcess::Clock;
using std::chrono::milliseconds;

std::string own_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

// As a person would type it, without quotes.
std::string command_text(const EngineCommand& command) {
  std::string text;
  for (const std::string& word : command)
    text += (text.empty() ? "" : " ") + (word == own_program() ? "tabiya" : word);
  return text;
}

class Referee {
 public:
  Referee(const std::array<EngineCommand, 2>& commands, const GameTerms& terms)
      : commands_(commands),
        terms_(terms),
        protocol_(line_protocol_of(*terms.game, "match")),
        engines_{EngineProcess(commands[0]), EngineProcess(commands[1])},
        position_(terms.game->start()) {}

  std::optional<GameResult> play(const std::function<bool()>& stop) {
    place_opening();
    std::string line = "Start";
    while (!is_over()) {
      if (stop()) return std::nullopt;
      const auto answer = ask(line, stop);
      if (is_stopped_) return std::nullopt;
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
      play_word(move);
    }
    for (EngineProcess& engine : engines_) {
      engine.send(fmt::format("Time {}", terms_.time.count()));
      if (!terms_.opening.empty()) engine.send(line);
    }
  }

  // A legal move or setup.
  void play_word(const std::string& word) {
    if (const auto next = position_->after(word)) position_ = *next;
    result_.moves.push_back(word);
  }

  std::size_t side_to_act() const { return static_cast<std::size_t>(terms_.game->side_to_act(*position_)); }

  // Sends a line to the side that is to answer, and plays its answer; nothing when it has lost by it, or is_stopped_.
  std::optional<std::string> ask(const std::string& line, const std::function<bool()>& stop) {
    const std::size_t side = side_to_act();
    EngineProcess& engine = engines_[side];
    Clock::duration& used = used_[side];
    if (protocol_.clock().kind == ClockKind::kMove) left_[side] = terms_.time;
    const auto start = Clock::now();
    if (!engine.send(line)) return no_answer(kByCrash);
    const auto read = engine.read_line(start + left_[side] + terms_.grace, stop);
    const auto spent = Clock::now() - start;
    used += spent;
    left_[side] -= spent;
    switch (read.status) {
      case EngineProcess::ReadStatus::kStopped:
        is_stopped_ = true;
        return std::nullopt;
      case EngineProcess::ReadStatus::kTimeout:
        return no_answer(kByTime);
      case EngineProcess::ReadStatus::kClosed:
        return no_answer(kByCrash);
      case EngineProcess::ReadStatus::kTooLong:
        return forfeit(kByIllegalMove, "a line without end");
      case EngineProcess::ReadStatus::kLine:
        break;
    }
    if (terms_.has_answered[side]) *terms_.has_answered[side] = true;
    if (left_[side] + terms_.grace < Clock::duration::zero()) return forfeit(kByTime, "");
    const auto words = protocol_.words_of(*position_, read.line);
    if (!words) return forfeit(kByIllegalMove, read.line);
    if (terms_.fault_of_choice && position_->in_setup_phase() && words->size() == 2) {
      const std::string fault = terms_.fault_of_choice(side, *words);
      if (!fault.empty()) return forfeit(kByIllegalMove, fmt::format("{}: {}", read.line, fault));
    }
    for (const std::string& word : *words) play_word(word);
    return read.line;
  }

  // The engine that is to answer has ended, or is silent.
  std::optional<std::string> no_answer(std::string_view ending) {
    const std::size_t side = side_to_act();
    const std::string last_words = engines_[side].last_words();
    if (terms_.has_answered[side] && !*terms_.has_answered[side]) {
      throw Failure(fmt::format("the engine `{}` {} before it had answered any line{}",
                                command_text(commands_[side]),
                                ending == kByTime ? "used up its time" : "ended",
                                last_words.empty() ? "; see that it plays by the game's line protocol"
                                                   : ", saying: " + last_words));
    }
    return forfeit(ending, ending == kByCrash ? last_words : "");
  }

  // The side that is to answer has lost.
  std::optional<std::string> forfeit(std::string_view ending, const std::string& detail) {
    constexpr std::size_t kMostDetail = 200;
    result_.winner = 1 - side_to_act();
    result_.ending = ending;
    result_.detail = detail.substr(0, kMostDetail);
    return std::nullopt;
  }

  bool is_over() {
    const Outcome outcome = position_->outcome();
    if (outcome == Outcome::kOpen) return false;
    const auto mover = static_cast<std::size_t>(position_->side_to_move());
    if (outcome != Outcome::kDraw) result_.winner = outcome == Outcome::kWin ? mover : 1 - mover;
    result_.ending = ending_name(position_->ending(), protocol_);
    return true;
  }

  const std::array<EngineCommand, 2>& commands_;
  const GameTerms& terms_;
  const LineProtocol& protocol_;
  std::array<EngineProcess, 2> engines_;
  PositionHandle position_;
  std::array<Clock::duration, 2> used_{};
  std::array<Clock::duration, 2> left_{terms_.time, terms_.time};
  GameResult result_;
  bool is_stopped_ = false;
};

}  // namespace

EngineCommand engine_command(const std::string& text, const GameModule& game) {
  EngineCommand command = split_command(text);
  note_engine_files(command);
  if (command.front() != "play") return command;
  if (std::ranges::find(command, "--game") == command.end())
    command.insert(command.begin() + 1, {"--game", std::string(game.name())});
  command.insert(command.begin(), own_program());
  return command;
}

EngineCommand with_seed(EngineCommand command, std::uint64_t seed) {
  if (command.front() != own_program() || std::ranges::find(command, "--seed") != command.end())
    return command;
  command.insert(command.end(), {"--seed", std::to_string(seed)});
  return command;
}

bool is_forfeit(std::string_view ending) {
  return ending == kByIllegalMove || ending == kByTime || ending == kByCrash;
}

std::string ending_name(Ending ending, const LineProtocol& protocol) {
  switch (ending) {
    case Ending::kWin:
      return std::string(protocol.win());
    case Ending::kNoMove:
      return "no move";
    case Ending::kRepetition:
      return "repetition";
    case Ending::kPlyLimit:
      return "ply limit";
  }
  return "";
}

std::optional<GameResult> play_game(const std::array<EngineCommand, 2>& engines, const GameTerms& terms,
                                    const std::function<bool()>& stop) {
  return Referee(engines, terms).play(stop);
}

}  // namespace tabiya::tools
