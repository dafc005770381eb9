#include "core/games/zero_point_one/player.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"

namespace tabiya::zero_point_one {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// The setup that stands on the board at ply 1.
Setup red_setup_of(const Position& position) {
  Setup setup;
  for (int i = 0; i < kSetupSize; ++i) setup[i] = position.at(setup_square(Side::kRed, i)).kind();
  return setup;
}

// Nothing better can be found by searching on.
bool is_settled(const Engine::Result& result) {
  const auto plies = plies_to_win(result.score);
  return plies && result.depth > std::abs(*plies);
}

}  // namespace

Player::Player(Engine& engine, SetupChooser& setups, const PlayerOptions& options)
    : engine_(engine), setups_(setups), options_(options) {}

Result<std::optional<std::string>> Player::receive(std::string_view line, Clock::time_point received) {
  received_ = received;
  line = trimmed(line);
  if (line.empty()) return Answer{};
  const auto blank = line.find_first_of(kBlanks);
  const std::string_view word = line.substr(0, blank);
  const std::string_view rest = blank == line.npos ? std::string_view{} : trimmed(line.substr(blank));
  if (word == "Quit") {
    has_quit_ = true;
    return Answer{};
  }
  if (word == "Time" || word == "Opening") {
    const Status status = word == "Time" ? set_time(rest) : play_wire_line(position_, rest);
    return status.ok() ? Result<Answer>(Answer{}) : status.error();
  }
  if (line != "Start") {
    if (const Status played = play_wire(position_, line); !played.ok()) return played.error();
  }
  Answer reply = answer();
  used_ += Clock::now() - received_;
  return reply;
}

Status Player::set_time(std::string_view text) {
  constexpr long long kMostMilliseconds = 1'000'000'000;
  long long milliseconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), milliseconds);
  if (error != std::errc{} || end != text.data() + text.size() || milliseconds <= 0 ||
      milliseconds > kMostMilliseconds) {
    return invalid("a time is a positive number of milliseconds");
  }
  options_.time = Milliseconds(milliseconds);
  return ok_status();
}

Player::Answer Player::answer() {
  if (position_.in_setup_phase()) return place_setup();
  if (outcome(position_) != Outcome::kOpen || count_moves(position_) == 0) return std::nullopt;
  return make_move();
}

std::string Player::place_setup() {
  const Side side = position_.side_to_move();
  constexpr int kShareOfBlueReply = 12;
  const Setup setup =
      side == Side::kRed
          ? setups_.red_setup()
          : setups_.blue_reply(red_setup_of(position_), engine_,
                               std::max(time_left() - reserve(), Milliseconds{0}) / kShareOfBlueReply);
  position_.place(setup);
  return format_wire_setup(side, setup);
}

std::string Player::make_move() {
  const MoveTime time = time_for_move(time_left(), (kPlyLimit - position_.ply() + 1) / 2, reserve());
  Limits limits = options_.limits;
  limits.deadline = received_ + time.most;
  const auto result = engine_.search(position_, limits, [&](const Engine::Result& iteration) {
    return !is_settled(iteration) && Clock::now() - received_ < time.enough;
  });
  const Move move = result.pv.front();
  std::string text = format_wire(position_, move);
  position_.play(move);
  return text;
}

Milliseconds Player::time_left() const {
  return options_.time - std::chrono::duration_cast<Milliseconds>(used_ + (Clock::now() - received_));
}

Milliseconds Player::reserve() const { return std::min(options_.reserve, options_.time / 10); }

}  // namespace tabiya::zero_point_one
