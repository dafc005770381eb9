// RefereedPlayerOf: a player of whole games under a referee's line protocol. The games have this in common:
//
// The side that begins is sent `Start` and answers; then each side is sent the other's answer, and answers.
// `Quit` ends the program. Two extensions, before the first answer: `Time MS`, the time for the game or for
// each move, and `Opening MOVE…`, moves and setups that have been played already.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/parsing.h"
#include "core/book/book_follower.h"
#include "core/game/book_walk_of.h"
#include "core/game/refereed_player.h"
#include "core/search/clocked_search.h"
#include "core/search/engine.h"
#include "core/search/rules.h"
#include "core/search/value_text.h"
#include "core/setup/setup_chooser.h"

namespace tabiya {

// A game describes its line protocol by these static functions. Words are moves and setups in wire notation,
// without blanks. A game that is drawn when a position has stood N times has a constant kRepetitionsThatDraw
// (or repetition_rule(), see core/search/rules.h). One whose start is the same in all games has a function
// start().
template <class P>
concept RefereedGame = GameRules<typename P::Rules> &&
    requires(const typename P::Rules::Position& position, typename P::Rules::Position& mutable_position,
             typename P::Rules::Move move, std::string_view text) {
  requires std::same_as<decltype(P::kClock), const RefereeClock>;
  requires std::same_as<decltype(P::kPlyLimit), const int>;  // of a game, setups included
  requires std::same_as<decltype(P::kSetupPlies), const int>;
  // The words that an answer of the side to move stands for. Errors: kInvalid for what is none.
  { P::words_of(position, text) } -> std::same_as<Result<std::vector<std::string>>>;
  // Plays one of them. Errors: kInvalid; then the position is unchanged.
  { P::play(mutable_position, text) } -> std::same_as<Status>;
  { P::in_setup_phase(position) } -> std::same_as<bool>;
  { P::text(position) } -> std::same_as<std::string>;
  { P::wire(position, move) } -> std::same_as<std::string>;      // a legal move
  { P::readable(position, move) } -> std::same_as<std::string>;  // the same for people
  { P::mover_view(position) } -> std::same_as<View>;
};

// A game with a setup phase.
template <class P>
concept RefereedGameWithSetups = RefereedGame<P> &&
    requires(const typename P::Rules::Position& position, SetupChooser& setups, const Limits& limits) {
  // The answer of the side that chooses setups now.
  { P::setup_answer(position, setups, limits) } -> std::same_as<std::string>;
};

namespace refereed_player_of {

// Takes the first word off a trimmed text.
inline std::string_view take_word(std::string_view& text) {
  const auto end = std::min(text.find_first_of(kBlanks), text.size());
  const std::string_view word = text.substr(0, end);
  text = trimmed(text.substr(end));
  return word;
}

inline Result<Duration> parse_time(std::string_view text) {
  constexpr std::int64_t kMostMilliseconds = 1'000'000'000;
  const auto count = number_in(text);
  if (!count || *count <= 0 || *count > kMostMilliseconds)
    return invalid("a time is a positive number of milliseconds");
  return Duration(Milliseconds(*count));
}

inline long long milliseconds(Duration time) {
  return std::chrono::duration_cast<Milliseconds>(time).count();
}

}  // namespace refereed_player_of

template <RefereedGame P>
class RefereedPlayerOf final : public RefereedPlayer {
 public:
  using Rules = typename P::Rules;
  using Position = typename Rules::Position;
  using Move = typename Rules::Move;

  // The objects that are pointed to outlive the player. `setups` may be null if the game has no setup phase,
  // `book` where none is followed after it.
  RefereedPlayerOf(EngineFor<Rules>& engine, SetupChooser* setups, const PlayerOptions& options,
                   BookFollower* book = nullptr)
      : RefereedPlayerOf(engine, setups, options, P::start(), book) {}
  // Games begin from `start`.
  RefereedPlayerOf(EngineFor<Rules>& engine, SetupChooser* setups, const PlayerOptions& options,
                   const Position& start, BookFollower* book = nullptr)
      : setups_(setups),
        book_(book),
        log_(options.log),
        search_(engine, P::kClock.kind, options),
        position_(start) {}

  Result<std::optional<std::string>> receive(std::string_view line, TimePoint received) override {
    line = trimmed(line);
    if (line.empty()) return Answer{};
    if (line == "Quit") {
      has_quit_ = true;
      return Answer{};
    }
    std::string_view rest = line;
    const std::string_view word = refereed_player_of::take_word(rest);
    if (word == "Time" || word == "Opening") {
      const Status status = receive_before_game(word, rest);
      return status ? Result<Answer>(Answer{}) : status.error();
    }
    if (line == "Start") {
      if (has_answered_) return invalid("'Start' after the game has begun");
    } else if (const Status played = take_answer(line); !played) {
      return played.error();
    }
    search_.start(received);
    Answer reply = answer();
    search_.stop();
    has_answered_ = true;
    return reply;
  }

  bool has_quit() const override { return has_quit_; }
  const Position& position() const { return position_; }

 private:
  using Answer = std::optional<std::string>;

  Status receive_before_game(std::string_view word, std::string_view rest) {
    if (has_answered_) return invalid("'" + std::string(word) + "' after the game has begun");
    if (word == "Opening") return play_opening(rest);
    const Result<Duration> time = refereed_player_of::parse_time(rest);
    if (!time) return time.error();
    search_.set_time(*time);
    return ok_status();
  }

  // All of the moves, or none.
  Status play_opening(std::string_view moves) {
    const Position before = position_;
    const std::size_t plies = played_.size();
    for (int number = 1; !moves.empty(); ++number) {
      const Status status = play(refereed_player_of::take_word(moves));
      if (status) continue;
      position_ = before;
      played_.resize(plies);
      return invalid("move " + std::to_string(number) + ": " + status.error().message);
    }
    return ok_status();
  }

  // Plays what the other side has answered, or what this side does.
  Status take_answer(std::string_view line) {
    const Result<std::vector<std::string>> words = P::words_of(position_, line);
    if (!words) return words.error();
    for (const std::string& word : *words)
      if (const Status status = play(word); !status) return status;
    return ok_status();
  }

  Status play(std::string_view word) {
    const std::uint64_t before = Rules::repetition_key(position_);
    const Status status = P::play(position_, word);
    if (status) played_.push_back(before);
    return status;
  }

  Answer answer() {
    if (P::in_setup_phase(position_)) return setup_answer();
    if (is_over()) return {};
    const std::optional<Move> known = known_move();
    const Move move = known ? *known : choose_move();
    Answer line = P::wire(position_, move);
    played_.push_back(Rules::repetition_key(position_));
    Rules::play(position_, move);
    return line;
  }

  Answer setup_answer() {
    Answer line;
    if constexpr (RefereedGameWithSetups<P>) {
      line = search_.choose_setup(
          [&](const Limits& limits) { return P::setup_answer(position_, *setups_, limits); });
      (void)take_answer(*line);
    }
    return line;
  }

  bool is_over() const {
    if (const int times = repetition_rule_of<P>(position_).times; times > 0)
      if (1 + std::ranges::count(played_, Rules::repetition_key(position_)) >= times) return true;
    MoveList<Move> moves;
    if (Rules::outcome(position_) == Outcome::kOpen) Rules::generate_all(position_, moves);
    return moves.empty();
  }

  // The book's move. In a position that has stood before the book would play the same once more, so that the
  // search decides there.
  std::optional<Move> known_move() {
    if (book_ == nullptr || std::ranges::count(played_, Rules::repetition_key(position_)) > 0)
      return std::nullopt;
    const BookView<Rules> view(position_);
    const std::optional<FollowedMove> chosen =
        book_->choose(view.key(), expected_nodes(), [&] { return P::text(position_); });
    if (!chosen) return std::nullopt;
    const std::optional<Move> move = view.legal(position_, chosen->move);
    if (move && log_)
      log_("ply " + std::to_string(played_.size() + 1) + ": " + P::readable(position_, *move) + ", book, " +
           (chosen->value ? value_text(chosen->value->value, P::mover_view(position_))
                          : "weight " + std::to_string(chosen->weight)));
    return move;
  }

  // So many moves the side has made, and so many it can still make at most, this one included.
  int moves_made() const { return (static_cast<int>(played_.size()) - P::kSetupPlies) / 2; }
  int moves_left() const { return (P::kPlyLimit - static_cast<int>(played_.size()) + 1) / 2; }

  double expected_nodes() const { return search_.expected_nodes(moves_made(), moves_left()); }

  Move choose_move() {
    const int ply = static_cast<int>(played_.size());
    const auto tell = [&](const SearchResult<Move>& result, Duration spent, Duration left) {
      if (log_) log_(describe(result, ply + 1, spent, left));
    };
    return search_.choose_move(position_, played_, moves_made(), moves_left(), tell);
  }

  std::string describe(const SearchResult<Move>& result, int ply, Duration spent, Duration left) const {
    char text[120];
    std::snprintf(text, sizeof text, ", depth %d, %s, %llu nodes, %lld ms, %lld ms left", result.depth,
                  value_text(result.score, P::mover_view(position_)).c_str(),
                  static_cast<unsigned long long>(result.nodes), refereed_player_of::milliseconds(spent),
                  refereed_player_of::milliseconds(left));
    return "ply " + std::to_string(ply) + ": " + P::readable(position_, result.pv.front()) + text;
  }

  SetupChooser* setups_;
  BookFollower* book_;
  std::function<void(std::string_view)> log_;
  ClockedSearch<Rules> search_;
  Position position_;
  std::vector<std::uint64_t> played_;  // repetition keys of all positions before
  bool has_answered_ = false;
  bool has_quit_ = false;
};

}  // namespace tabiya
