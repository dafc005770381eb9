// What people and referees write about games of 0.1.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/notation.h"
#include "core/games/zero_point_one/player.h"
#include "tests/core/games/zero_point_one/wire_line.h"
#include "tests/fuzz/finding.h"
#include "tools/play/referee_session.h"

namespace tabiya::fuzz {
namespace {

using namespace zero_point_one;

void position_text(Input input) {
  const auto position = parse_position(as_text(input));
  if (!position) return check_error(position.error(), input);
  require(format_position(*position) == as_text(input), "a position is not unique");
}

// What is read is written, read and written again, since there may be several ways to write a setup.
void setup_text(Input input) {
  const auto canonical = parse_setup(as_text(input));
  if (canonical) {
    require(*parse_setup(format_setup(*canonical)) == *canonical, "a setup does not come back");
  } else {
    check_error(canonical.error(), input);
  }
  for (const Side side : {Side::kRed, Side::kBlue}) {
    const auto wire = parse_wire_setup(side, as_text(input));
    if (!wire) {
      check_error(wire.error(), input);
      continue;
    }
    require(*parse_wire_setup(side, format_wire_setup(side, *wire)) == *wire, "a setup does not come back");
  }
}

// A position, and after a line end the moves from it; a first line that is empty stands for the start.
void move_text(Input input) {
  const std::string_view text = as_text(input);
  const std::size_t end = std::min(text.find('\n'), text.size());
  Position position;
  if (end > 0) {
    const auto parsed = parse_position(text.substr(0, end));
    if (!parsed) return check_error(parsed.error(), input);
    position = *parsed;
  }
  const std::string_view moves = text.substr(std::min(end + 1, text.size()));
  const Position before = position;
  if (const Status status = play_wire_line(position, moves); !status) {
    check_error(status.error(), Input(input).subspan(std::min(end + 1, input.size())));
    require(position == before, "a line that is refused leaves its moves");
  }
  const auto move = parse_long(position, moves);
  if (move)
    require(*parse_long(position, format_long(position, *move)) == *move, "a move does not come back");
}

class OneReply final : public SetupChooser {
 public:
  SetupId red_setup(const Limits& /*limits*/) override { return *kSetups.parse("AWAAAAAADFFDDDAN"); }
  SetupId blue_reply(SetupId /*red*/, const Limits& limits) override { return red_setup(limits); }
};

void referee_session(Input input) {
  static const std::unique_ptr<Engine> engine = make_engine({.table_bytes = 1 << 12});
  if (input.empty()) return;
  OneReply setups;
  Player player(*engine, &setups, {.limits = {.depth = 2, .nodes = 40}, .nodes_per_millisecond = 1000});
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> lines(
      ::fmemopen(const_cast<std::byte*>(input.data()), input.size(), "rb"), std::fclose);
  require(lines != nullptr, "no memory for a stream");
  const auto check_answer = [](const std::string& answer) {
    require(!answer.empty() && answer.find('\n') == answer.npos, "an answer that is no line");
  };
  if (const Status status = tools::play_session(player, lines.get(), check_answer); !status)
    require(status.error().message.starts_with("line "), "an error without its line");
}

constexpr Target kTargets[] = {
    {"referee_session", referee_session},
    {"move_text", move_text},
    {"position_text", position_text},
    {"setup_text", setup_text},
};

}  // namespace

std::span<const Target> notation_targets() { return kTargets; }

}  // namespace tabiya::fuzz
