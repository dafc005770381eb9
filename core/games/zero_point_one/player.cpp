#include "core/games/zero_point_one/player.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"
#include "core/search/value_text.h"

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

// The one move that does not let the opponent capture the wazir at once, if there is just one.
std::optional<Move> only_safe_move(const Position& position) {
  if (can_win(position)) return std::nullopt;
  Moves moves;
  generate_all(position, moves);
  std::optional<Move> safe;
  for (const Move move : moves) {
    Position next = position;
    next.play(move);
    if (can_win(next)) continue;
    if (safe) return std::nullopt;
    safe = move;
  }
  return safe;
}

long long milliseconds(Duration time) { return std::chrono::duration_cast<Milliseconds>(time).count(); }

std::string describe(const Engine::Result& result, Side side, Duration spent, Duration left) {
  char text[120];
  std::snprintf(text, sizeof text, "depth %d, %s, %llu nodes, %lld ms, %lld ms left", result.depth,
                value_text(result.score, mover_view(side == Side::kRed)).c_str(),
                static_cast<unsigned long long>(result.nodes), milliseconds(spent), milliseconds(left));
  return text;
}

}  // namespace

Player::Player(Engine& engine, SetupChooser& setups, const PlayerOptions& options)
    : engine_(engine),
      setups_(setups),
      options_(options),
      clock_(options.time, counts_nodes() ? Duration{0} : options.used,
             counts_nodes() ? TimeSources{[this] { return node_time_; }, [] { return Duration{0}; }}
                            : options.time_sources) {}

Result<std::optional<std::string>> Player::receive(std::string_view line, TimePoint received) {
  line = trimmed(line);
  if (line.empty()) return Answer{};
  const auto blank = line.find_first_of(kBlanks);
  const std::string_view word = line.substr(0, blank);
  if (line == "Quit") {
    has_quit_ = true;
    return Answer{};
  }
  if (word == "Time" || word == "Opening") {
    return receive_before_game(word, blank == line.npos ? std::string_view{} : trimmed(line.substr(blank)));
  }
  if (line == "Start") {
    if (has_answered_) return invalid("'Start' after the game has begun");
  } else {
    const std::uint64_t before = position_.hash();
    if (const Status played = play_wire(position_, line); !played.ok()) return played.error();
    played_.push_back(before);
  }
  clock_.start(counts_nodes() ? node_time_ : received);
  planned_ = Duration::max();
  Answer reply = answer();
  clock_.stop(planned_);
  has_answered_ = true;
  return reply;
}

Result<Player::Answer> Player::receive_before_game(std::string_view word, std::string_view rest) {
  if (has_answered_) return invalid("'" + std::string(word) + "' after the game has begun");
  const Status status = word == "Time" ? set_time(rest) : play_wire_line(position_, rest);
  played_.clear();  // there may be positions in between that were not seen
  return status.ok() ? Result<Answer>(Answer{}) : status.error();
}

Status Player::set_time(std::string_view text) {
  constexpr long long kMostMilliseconds = 1'000'000'000;
  long long count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count <= 0 || count > kMostMilliseconds) {
    return invalid("a time is a positive number of milliseconds");
  }
  clock_.set_budget(Milliseconds(count));
  return ok_status();
}

Player::Answer Player::answer() {
  if (position_.in_setup_phase()) return place_setup();
  if (outcome(position_) != Outcome::kOpen || count_moves(position_) == 0) return std::nullopt;
  return make_move();
}

std::string Player::place_setup() {
  const Side side = position_.side_to_move();
  const Setup setup = side == Side::kRed ? setups_.red_setup(engine_) : find_reply();
  played_.push_back(position_.hash());
  position_.place(setup);
  return format_wire_setup(side, setup);
}

Setup Player::find_reply() {
  // A reply that no book knows decides more than any move.
  constexpr int kShareOfReply = 10;
  constexpr std::uint64_t kMovesOfReply = 10;
  const std::uint64_t nodes = options_.limits.nodes;
  Limits limits = limits_within(clock_.free() / kShareOfReply);
  if (nodes < limits.nodes / kMovesOfReply) limits.nodes = nodes * kMovesOfReply;
  const std::uint64_t before = engine_.nodes();
  const Setup reply = setups_.blue_reply(red_setup_of(position_), engine_, limits);
  if (counts_nodes()) node_time_ += time_of(engine_.nodes() - before);
  return reply;
}

std::string Player::make_move() {
  const int moves_left = (kPlyLimit - position_.ply() + 1) / 2;
  MoveTimer timer(options_.clock, clock_.free(), position_.ply() / 2 - 1, moves_left, last_score_);
  const auto only = options_.clock.adaptive != 0 ? only_safe_move(position_) : std::nullopt;
  const Move move = only ? *only : search_move(timer);
  std::string text = format_wire(position_, move);
  played_.push_back(position_.hash());
  position_.play(move);
  return text;
}

Move Player::search_move(MoveTimer& timer) {
  constexpr std::uint64_t kNodesWithoutTime = 200;
  Limits limits = limits_within(timer.most());
  planned_ = timer.most();
  if (timer.most() <= Duration{0}) limits.nodes = std::min(options_.limits.nodes, kNodesWithoutTime);
  const TimePoint start = node_time_;
  const auto count = [&](std::uint64_t nodes) {
    if (counts_nodes()) node_time_ = start + time_of(nodes);
  };
  const auto go_on = [&](const Engine::Result& iteration) {
    count(iteration.nodes);
    return !is_settled(iteration) &&
           timer.goes_on(iteration.score, iteration.pv.front().bits(), clock_.since_start());
  };
  const auto result = engine_.search(position_, limits, go_on, played_);
  count(result.nodes);
  last_score_ = result.score;
  const Move move = result.pv.front();
  if (options_.log) {
    options_.log("ply " + std::to_string(position_.ply() + 1) + ": " + format_long(position_, move) + ", " +
                 describe(result, position_.side_to_move(), clock_.since_start(), clock_.left()));
  }
  return move;
}

Duration Player::time_of(std::uint64_t nodes) const {
  return Duration(Milliseconds(1)) * static_cast<Duration::rep>(nodes) /
         static_cast<Duration::rep>(options_.nodes_per_millisecond);
}

// Those of the options, and an end so long after the line came.
Limits Player::limits_within(Duration time) const {
  Limits limits = options_.limits;
  if (counts_nodes()) {
    const auto microseconds = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(std::max(time, Duration{0})).count());
    limits.nodes = std::min(limits.nodes, microseconds * options_.nodes_per_millisecond / 1'000);
  } else {
    limits.deadline = clock_.now() - clock_.since_start() + time;
  }
  return limits;
}

}  // namespace tabiya::zero_point_one
