// What people and programs write about games, of every module: positions, moves in both notations, setups.
#include <algorithm>
#include <string>
#include <vector>

#include "core/games/games.h"
#include "core/games/variants/module.h"
#include "core/games/variants/reader.h"
#include "tests/fuzz/finding.h"

namespace tabiya::fuzz {
namespace {

// The text up to the line end, which is taken off `rest` with it.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

// Of a text that was refused.
void check_error_of(const Error& error, std::string_view text) {
  check_error(error, std::as_bytes(std::span(text)));
}

// What a position says of itself agrees, and its text brings it back.
void check_position(const GameModule& game, const GamePosition& position) {
  const auto again = game.parse_position(position.text());
  require(again.ok(), "a position that is written is not read");
  require((*again)->text() == position.text(), "a position does not come back");
  require(position.in_setup_phase() || position.outcome() == Outcome::kOpen || position.result().has_value(),
          "a game that is over without a result");
  position.picture();
  const std::vector<MoveText> moves = position.moves();
  if (position.in_setup_phase()) return;
  if (position.outcome() == Outcome::kDraw) return;  // after which moves may still be counted
  require(position.perft(1) == moves.size(), "moves are not counted as they are listed");
  for (const MoveText& move : moves) {
    const auto wire = position.after(move.wire), readable = position.after(move.readable);
    require(wire && readable, "a move that is listed is refused");
    require((*wire)->text() == (*readable)->text(), "the notations of a move differ");
  }
}

// A move that is accepted is one of those that are listed, whatever way it is written.
void check_move(const GamePosition& before, const GamePosition& after) {
  if (before.in_setup_phase()) return;
  const std::vector<MoveText> moves = before.moves();
  const bool is_listed = std::ranges::any_of(
      moves, [&](const MoveText& move) { return (*before.after(move.wire))->text() == after.text(); });
  require(is_listed, "a move is accepted that is not listed");
}

void check_setup(const SetupPhase& phase, std::string_view text) {
  for (const int side : {0, 1}) {
    const Result<SetupId> setup = phase.parse_written(side, text);
    if (!setup) {
      check_error_of(setup.error(), text);
      continue;
    }
    const SetupSpace& setups = phase.setups(side);
    require(*setup < setups.count(), "a setup that there is not");
    require(*setups.parse(setups.name(*setup)) == *setup, "a setup does not come back");
    phase.wire(side, *setup);
    phase.other_reading(text);
  }
}

// The first line is a position, or empty for the start; the others are moves from it, and setups.
void play(const GameModule& game, std::string_view rest) {
  constexpr int kMostMoves = 8;
  PositionHandle position = game.start();
  if (const std::string_view text = take_line(rest); !text.empty()) {
    const auto parsed = game.parse_position(text);
    if (!parsed) return check_error_of(parsed.error(), text);
    position = *parsed;
  }
  check_position(game, *position);
  for (int i = 0; i < kMostMoves && !rest.empty(); ++i) {
    const std::string_view text = take_line(rest);
    if (const SetupPhase* phase = game.setup_phase()) check_setup(*phase, text);
    const auto next = position->after(text);
    if (!next) {
      check_error_of(next.error(), text);
      continue;
    }
    check_move(*position, **next);
    position = *next;
  }
  check_position(game, *position);
}

// The first line begins with the number of a game, as a digit; play() reads what follows it.
void games(Input input) {
  const std::string_view text = as_text(input);
  if (text.empty()) return;
  const auto all = tabiya::games();
  play(*all[static_cast<unsigned char>(text.front() - '0') % all.size()], text.substr(1));
}

// A file of rules, of which the last game is played, and behind a line of three hyphens what play() reads.
void rule_file(Input input) {
  constexpr std::string_view kEnd = "\n---\n";
  const std::string_view text = as_text(input);
  const std::size_t end = std::min(text.find(kEnd), text.size());
  const std::string_view rules = text.substr(0, end);
  const auto names = variants::names_of(rules);
  const auto module = variants::make_module(rules, names ? names->back() : "", "fuzz.ini");
  if (!module) return check_error_of(module.error(), rules);
  play(**module, text.substr(std::min(end + kEnd.size(), text.size())));
}

constexpr Target kTargets[] = {{"games", games}, {"rule_file", rule_file}};

}  // namespace

std::span<const Target> game_targets() { return kTargets; }

}  // namespace tabiya::fuzz
