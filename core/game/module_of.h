// The handles of game_module.h, made of a game's rules and notation: what every module has in common.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/eval/chosen_evaluation.h"
#include "core/game/book_walk_of.h"
#include "core/game/game_module.h"
#include "core/search/engine.h"
#include "core/search/rules.h"
#include "core/setup/pair_engine_of.h"

namespace tabiya {

// These static functions write and show a game's positions and moves. A game that is drawn when a position
// has stood N times has a constant kRepetitionsThatDraw = N, too (or repetition_rule(), see
// core/search/rules.h); one whose draws by a rule need not end the game has kGoesOnAfterDraws,
// draws_without_claim(position) and read_recorded(position, text). Where symmetries
// are more than those of SymmetricRules, symmetric_key(position) is the same for all images of a position.
// One that knows positions without a piece (GamePosition::without()) has without(position, square), an
// optional position; one whose rules let a side stay in check has kPassesInCheck. One whose positions books of moves know
// in a way of its own has book_walk(position, last), after a move that is Move{} if it is not known, and walked_to(walk), the
// position of such a walk.
template <class T>
concept GameText = GameRules<typename T::Rules> &&
    requires(const typename T::Rules::Position& position, typename T::Rules::Move move, std::string_view text,
             int depth) {
  { T::in_setup_phase(position) } -> std::same_as<bool>;
  { T::format(position) } -> std::same_as<std::string>;
  // The text of a legal move.
  { T::move_text(position, move) } -> std::same_as<MoveText>;
  // A legal move in either notation. Errors: kInvalid.
  { T::parse_move(position, text) } -> std::same_as<Result<typename T::Rules::Move>>;
  // The position after a setup that is placed. Errors: kInvalid.
  { T::place(position, text) } -> std::same_as<Result<typename T::Rules::Position>>;
  // `move` led to the position; Move{} if that is not known.
  { T::picture(position, move) } -> std::same_as<BoardPicture>;
  { T::result(position) } -> std::same_as<std::optional<std::string>>;
  { T::perft(position, depth) } -> std::same_as<std::uint64_t>;
  // The reason why no evaluation has a value of the position; nothing if they have.
  { T::fault_to_evaluate(position) } -> std::same_as<std::optional<Error>>;
};

template <GameText T>
class PositionOf final : public GamePosition {
 public:
  using Rules = typename T::Rules;
  using Position = typename Rules::Position;
  using Move = typename Rules::Move;

  // `last` led to the position, from others with the repetition keys `earlier`, as far as they are known and
  // may come again.
  explicit PositionOf(const Position& position, Move last = {}, std::vector<std::uint64_t> earlier = {})
      : position_(position), last_(last), earlier_(std::move(earlier)) {}

  // The position behind a handle of this game.
  static const Position& of(const GamePosition& handle) {
    return static_cast<const PositionOf&>(handle).position_;
  }

  std::string text() const override { return T::format(position_); }
  BoardPicture picture() const override { return T::picture(position_, last_); }
  int side_to_move() const override { return Rules::side_to_move(position_); }
  std::uint64_t key() const override { return Rules::repetition_key(position_); }
  std::uint64_t symmetric_key() const override {
    if constexpr (requires { T::symmetric_key(position_); }) return T::symmetric_key(position_);
    std::uint64_t least = key();
    if constexpr (SymmetricRules<Rules>) {
      for (int symmetry = 1; symmetry < Rules::kSymmetries && !in_setup_phase(); ++symmetry)
        least = std::min(least, Rules::repetition_key(Rules::image(position_, symmetry)));
    }
    return least;
  }
  bool in_setup_phase() const override { return T::in_setup_phase(position_); }
  std::unique_ptr<BookWalk> book_walk() const override {
    if constexpr (requires { T::book_walk(position_, last_); }) {
      static_assert(requires(const BookWalk& walk) { T::walked_to(walk); });
      return T::book_walk(position_, last_);
    } else if constexpr (WalkText<T>) {
      return std::make_unique<BookWalkOf<T>>(position_);
    } else {
      return nullptr;
    }
  }

  Outcome outcome() const override {
    if (in_setup_phase()) return Outcome::kOpen;
    if (is_over_by_repetition()) return repetition_rule().outcome;
    if (const Outcome decided = Rules::outcome(position_); decided != Outcome::kOpen) return decided;
    return legal_moves().empty() ? Rules::without_moves(position_) : Outcome::kOpen;
  }
  std::optional<std::string> result() const override {
    if (is_over_by_repetition()) {
      const RepetitionRule rule = repetition_rule();
      return (rule.outcome == Outcome::kDraw ? "The game is drawn" : std::string(rule.winner) + " has won") +
             ": the position has stood " + std::to_string(repetitions()) + " times";
    }
    return T::result(position_);
  }

  Ending ending() const override {
    if (is_over_by_repetition())
      return repetition_rule().outcome == Outcome::kDraw ? Ending::kRepetition : Ending::kWin;
    const Outcome decided = Rules::outcome(position_);
    if (decided == Outcome::kOpen) return Ending::kNoMove;
    return decided == Outcome::kDraw ? Ending::kPlyLimit : Ending::kWin;
  }

  std::vector<MoveText> moves() const override {
    std::vector<MoveText> texts;
    for (const Move move : legal_moves()) texts.push_back(T::move_text(position_, move));
    return texts;
  }

  std::optional<std::pair<MoveText, PositionHandle>> play(std::size_t place) const override {
    const MoveList<Move> moves = legal_moves();
    if (place >= moves.size()) return std::nullopt;
    return std::pair(T::move_text(position_, moves[place]), after(moves[place]));
  }

  Result<PositionHandle> after(std::string_view text) const override {
    if (in_setup_phase()) {
      Result<Position> placed = T::place(position_, text);
      if (!placed) return placed.error();
      return PositionHandle(std::make_shared<PositionOf>(*placed));
    }
    const Result<Move> move = T::parse_move(position_, text);
    if (!move) return move.error();
    if (is_over_by_repetition()) return invalid("illegal move: the game is drawn by repetition");
    return after(*move);
  }

  std::vector<MoveText> moves_after_draw() const override {
    std::vector<MoveText> texts;
    for (const Move move : drawn_moves()) texts.push_back(T::move_text(position_, move));
    return texts;
  }

  Result<PositionHandle> after_draw(std::string_view text) const override {
    for (const Move move : drawn_moves()) {
      const MoveText names = T::move_text(position_, move);
      if (names.wire == text || names.readable == text) return after(move);
    }
    if constexpr (requires { T::read_recorded(position_, text); }) {
      const Result<Move> move = T::read_recorded(position_, text);
      return move ? Result<PositionHandle>(after(*move)) : move.error();
    }
    return invalid("illegal move '" + std::string(text) + "'");
  }

  bool draw_needs_claim() const override {
    constexpr int kRepetitionsWithoutClaim = 5;
    if constexpr (requires { T::kGoesOnAfterDraws; })
      return outcome() == Outcome::kDraw && repetitions() < kRepetitionsWithoutClaim &&
             !T::draws_without_claim(position_);
    return false;
  }

  PositionHandle passed() const override {
    if constexpr (PassingRules<Rules>) {
      if (in_setup_phase() || outcome() != Outcome::kOpen || must_answer_check()) return nullptr;
      Position next = position_;
      Rules::pass(next);
      return std::make_shared<PositionOf>(next);
    }
    return nullptr;
  }

  PositionHandle without(std::size_t square) const override {
    if constexpr (requires { T::without(position_, square); }) {
      if (const std::optional<Position> rest = T::without(position_, square))
        return std::make_shared<PositionOf>(*rest);
    }
    return nullptr;
  }

  std::uint64_t perft(int depth) const override { return T::perft(position_, depth); }

 private:
  bool must_answer_check() const {
    if constexpr (RoyalRules<Rules> && !requires { T::kPassesInCheck; }) return Rules::in_check(position_);
    return false;
  }

  PositionHandle after(Move move) const {
    Position next = position_;
    Rules::play(next, move);
    std::vector<std::uint64_t> earlier;
    if (Rules::reversible_plies(next) > 0) {
      earlier = earlier_;
      earlier.push_back(Rules::repetition_key(position_));
    }
    return std::make_shared<PositionOf>(next, move, std::move(earlier));
  }

  MoveList<Move> legal_moves() const {
    MoveList<Move> moves;
    if (!in_setup_phase() && !is_over_by_repetition() && Rules::outcome(position_) == Outcome::kOpen)
      Rules::generate_all(position_, moves);
    return moves;
  }

  MoveList<Move> drawn_moves() const {
    MoveList<Move> moves;
    if constexpr (requires { T::kGoesOnAfterDraws; }) {
      if (!in_setup_phase() && outcome() == Outcome::kDraw) Rules::generate_all(position_, moves);
    }
    return moves;
  }

  RepetitionRule repetition_rule() const { return repetition_rule_of<T>(position_); }
  // The number of times that the position has stood, this time included.
  int repetitions() const {
    return 1 + static_cast<int>(std::ranges::count(earlier_, Rules::repetition_key(position_)));
  }
  bool is_over_by_repetition() const {
    const int times = repetition_rule().times;
    return times > 0 && repetitions() >= times;
  }

  Position position_;
  Move last_;  // Move{} if it is not known
  std::vector<std::uint64_t> earlier_;
};

template <GameText T>
PositionHandle handle_of(const typename T::Rules::Position& position) {
  return std::make_shared<PositionOf<T>>(position);
}

// GameModule::position_of()
template <GameText T>
PositionHandle walked_handle(const BookWalk& walk) {
  if constexpr (requires { T::walked_to(walk); })
    return handle_of<T>(T::walked_to(walk));
  else if constexpr (WalkText<T>)
    return handle_of<T>(static_cast<const BookWalkOf<T>&>(walk).position());
  else
    return nullptr;
}

template <GameText T>
class EngineOf final : public GameEngine {
 public:
  using Rules = typename T::Rules;
  using Position = typename Rules::Position;
  using Move = typename Rules::Move;

  explicit EngineOf(std::unique_ptr<EngineFor<Rules>> engine) : engine_(std::move(engine)) {}

  void new_game() override { engine_->new_game(); }

  Result<GameSearchResult> search(std::span<const PositionHandle> line, const Limits& limits,
                                  const Report& report, std::span<const std::string> first_moves) override {
    const Position& root = PositionOf<T>::of(*line.back());
    std::vector<std::uint16_t> allowed;
    for (const std::string& text : first_moves)
      if (const Result<Move> move = T::parse_move(root, text)) allowed.push_back(move->bits());
    Limits own = limits;
    if (!allowed.empty()) own.first_moves = allowed;
    std::vector<std::uint64_t> played;
    for (const PositionHandle& before : line.first(line.size() - 1))
      played.push_back(Rules::repetition_key(PositionOf<T>::of(*before)));
    typename EngineFor<Rules>::Report report_all;
    if (report) report_all = [&](const auto& result) { return report(in_text(root, result)); };
    return in_text(root, engine_->search(root, own, report_all, played));
  }

  int table_use() const override { return engine_->table_use(); }

  Result<Score> evaluate(const GamePosition& position) const override {
    if (const auto fault = T::fault_to_evaluate(PositionOf<T>::of(position))) return *fault;
    return engine_->evaluate(PositionOf<T>::of(position));
  }

 private:
  static GameLine line_in_text(Position position, Score score, const std::vector<Move>& pv) {
    GameLine line{score, {}};
    for (const Move move : pv) {
      line.pv.push_back(T::move_text(position, move));
      Rules::play(position, move);
    }
    return line;
  }

  static GameSearchResult in_text(const Position& root, const SearchResult<Move>& result) {
    GameSearchResult text{
        line_in_text(root, result.score, result.pv), result.depth, result.deepest, result.nodes, {}};
    for (const auto& other : result.others) text.others.push_back(line_in_text(root, other.score, other.pv));
    return text;
  }

  std::unique_ptr<EngineFor<Rules>> engine_;
};

template <GameRules R>
using MadeEngine = Result<std::unique_ptr<EngineFor<R>>>;

// The engine of a game that knows one evaluation, and no networks.
template <GameRules R, EvaluatorOf<R> E>
MadeEngine<R> make_search_engine_without_network(const E& own, const EvaluationChoice& evaluation,
                                                 const SearcherOptions& options) {
  if (evaluation.network || evaluation.weights) return unsupported("this game has no networks");
  return std::unique_ptr<EngineFor<R>>(std::make_unique<SearchEngine<R, E>>(own, nullptr, options));
}

// The engine of a game with so many features, whose evaluation without any is `own`.
template <GameRules R, FeatureSet F, EvaluatorOf<R> E>
MadeEngine<R> make_search_engine_with_features(const E& own, const EvaluationChoice& evaluation,
                                               const SearcherOptions& options,
                                               std::size_t features = F::kFeatures) {
  const auto make = [&](const auto& chosen, std::shared_ptr<const void> data) {
    using Chosen = std::decay_t<decltype(chosen)>;
    return std::unique_ptr<EngineFor<R>>(
        std::make_unique<SearchEngine<R, Chosen>>(chosen, std::move(data), options));
  };
  return with_evaluation<F>(evaluation, own, make, features);
}

// Wraps the engine that was made in the handle that GameModule::make_engine() returns.
template <GameText T>
Result<std::unique_ptr<GameEngine>> engine_handle(MadeEngine<typename T::Rules> made) {
  if (!made) return made.error();
  return std::unique_ptr<GameEngine>(std::make_unique<EngineOf<T>>(*std::move(made)));
}

// The module of a game whose text says how its positions are read, T::parse(), and where its games begin,
// T::usual_start().
template <GameText T>
class ModuleOf : public GameModule {
 public:
  PositionHandle start() const override { return handle_of<T>(T::usual_start()); }
  Result<PositionHandle> parse_position(std::string_view text) const override {
    const Result<typename T::Rules::Position> position = T::parse(text);
    if (!position) return position.error();
    return handle_of<T>(*position);
  }
  PositionHandle position_of(const BookWalk& walk) const override { return walked_handle<T>(walk); }
  Result<std::unique_ptr<GameEngine>> make_engine(const EvaluationChoice& evaluation,
                                                  const SearcherOptions& options) const override {
    return engine_handle<T>(make_engine_(evaluation, options));
  }

 protected:
  using MakeEngine = MadeEngine<typename T::Rules> (*)(const EvaluationChoice&, const SearcherOptions&);

  ModuleOf(GameFacts facts, MakeEngine make) : GameModule(std::move(facts)), make_engine_(make) {}

 private:
  MakeEngine make_engine_;
};

// Wraps the engine that was made in the handle that SetupPhase::make_pair_engine() returns.
template <GameRules R, SetupsOf<R> S = SetupsOfRules<R>>
Result<std::unique_ptr<PairEngine>> pair_engine_handle(MadeEngine<R> made, const S& setups = {}) {
  if (!made) return made.error();
  return std::unique_ptr<PairEngine>(std::make_unique<PairEngineOf<R, S>>(*std::move(made), setups));
}

// GameText::perft() for positions in which moves are made; `is_over(position)` says where games end.
template <GameRules R, class IsOver>
std::uint64_t count_move_sequences(const typename R::Position& position, int depth, const IsOver& is_over) {
  if (depth == 0) return 1;
  if (is_over(position)) return 0;
  MoveList<typename R::Move> moves;
  R::generate_all(position, moves);
  if (depth == 1) return moves.size();
  std::uint64_t count = 0;
  for (const auto move : moves) {
    typename R::Position next = position;
    R::play(next, move);
    count += count_move_sequences<R>(next, depth - 1, is_over);
  }
  return count;
}
// Games end by the rules alone.
template <GameRules R>
std::uint64_t count_move_sequences(const typename R::Position& position, int depth) {
  return count_move_sequences<R>(position, depth, [](const typename R::Position& reached) {
    return R::outcome(reached) != Outcome::kOpen;
  });
}

}  // namespace tabiya
