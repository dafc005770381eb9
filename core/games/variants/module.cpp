#include "core/games/variants/module.h"
#include "core/learn/learning_with_text.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/game/module_of.h"
#include "core/game/referee_protocol.h"
#include "core/games/variants/description.h"
#include "core/games/variants/fen.h"
#include "core/games/variants/game_text.h"
#include "core/games/variants/reader.h"
#include "core/games/variants/setup_phase.h"
#include "core/games/variants/trainable.h"

namespace tabiya::variants {
namespace {

constexpr int kPlyLimit = 1'000;

// White is sent `Start`; every answer is a move. The referee's time is for each move.
struct Refereed : RefereedByNotation<Text> {
  static constexpr RefereeClock kClock{ClockKind::kMove, Milliseconds(1'000)};
  static constexpr int kPlyLimit = variants::kPlyLimit;
  static constexpr int kSetupPlies = 0;

  static RepetitionRule repetition_rule(const Position& position) { return Text::repetition_rule(position); }
  static View mover_view(const Position& position) {
    const int us = position.side_to_move();
    return {"side to move", kSides[at(us)], kSides[at(other(us))]};
  }
};
static_assert(RefereedGame<Refereed>);

// The first answer of each side is its setup.
struct RefereedPlacement : Refereed {
  static constexpr int kSetupPlies = 2;

  static PlacedSetups setups(const Position& start) { return {start}; }
  static Result<std::vector<std::string>> words_of(const Position& position, std::string_view answer) {
    if (!position.in_setup_phase()) return Refereed::words_of(position, answer);
    const Result<Position> placed = Text::place(position, answer);
    if (!placed) return placed.error();
    const int side = position.side_to_move();
    return std::vector{wire_setup(position, side, *position.tables().setups->placed(*placed, side))};
  }
  static std::string setup_answer(const Position& position, SetupChooser& chooser, const Limits& limits) {
    if (position.side_to_move() == 0) return wire_setup(position, 0, chooser.red_setup(limits));
    const SetupId red = *position.tables().setups->placed(position, 0);
    return wire_setup(position, 1, chooser.blue_reply(red, limits));
  }
};
static_assert(RefereedGameWithSetups<RefereedPlacement>);

GameFacts facts(const Tables& tables, std::string id) {
  const std::uint64_t fingerprint = tables.variant.fingerprint;
  return {.name = std::move(id),
          .title = tables.variant.name,
          .rules_version = static_cast<std::uint32_t>(fingerprint ^ fingerprint >> 32) | 1,
          .sides = kSides,
          .ply_limit = kPlyLimit,
          .rules = rules_text(tables),
          .network_features = static_cast<std::uint32_t>(tables.layout->count()),
          .engines_play_on = engines_play_on(tables.variant),
          .expects_draws = true};
}

class Module final : public GameModule {
 public:
  Module(std::shared_ptr<const Tables> tables, const Position& start, std::string id)
      : GameModule(variants::facts(*tables, std::move(id))),
        tables_(std::move(tables)),
        start_(start),
        learning_(Trainable{{start}}) {
    const auto make = [this](const EvaluationChoice& evaluation, const SearcherOptions& options) {
      return make_search_engine(*tables_, evaluation, options);
    };
    if (tables_->setups == nullptr) {
      protocol_ = std::make_unique<RefereeProtocolOf<Refereed, Text>>(make, nullptr, start_);
    } else {
      setups_ = std::make_unique<FileSetups>(start_);
      protocol_ = std::make_unique<RefereeProtocolOf<RefereedPlacement, Text>>(make, setups_.get(), start_);
    }
  }

  PositionHandle start() const override { return handle_of<Text>(start_); }
  Result<PositionHandle> parse_position(std::string_view text) const override {
    const Result<Position> position = parse_fen(*tables_, text);
    if (!position) return position.error();
    if (position->in_setup_phase() && !begins_so(*position))
      return invalid("the setup phase of this game begins from " + format_fen(start_));
    return handle_of<Text>(*position);
  }
  PositionHandle position_of(const BookWalk& walk) const override { return walked_handle<Text>(walk); }
  Result<std::unique_ptr<GameEngine>> make_engine(const EvaluationChoice& evaluation,
                                                  const SearcherOptions& options) const override {
    return engine_handle<Text>(make_search_engine(*tables_, evaluation, options));
  }
  const SetupPhase* setup_phase() const override { return setups_.get(); }
  const RefereeProtocol* referee_protocol() const override { return protocol_.get(); }
  const Learning* learning() const override { return &learning_; }

 private:
  // True if a position of the setup phase is the start, or what it becomes by a setup of the first side.
  bool begins_so(const Position& position) const {
    if (position.side_to_move() == 0) return position == start_;
    const auto red = tables_->setups->placed(position, 0);
    if (!red) return false;
    Position placed = start_;
    tables_->setups->place(placed, *red);
    return position == placed;
  }

  std::shared_ptr<const Tables> tables_;
  Position start_;
  LearningWithText<Trainable, Text> learning_;
  std::unique_ptr<const SetupPhase> setups_;
  std::unique_ptr<const RefereeProtocol> protocol_;
};

Error fault_of_start(Error error, const Variant& variant) {
  const std::string where = variant.start_line > 0
                                ? "line " + std::to_string(variant.start_line) + ", key 'startFen'"
                                : "key 'startFen'";
  error.message = where + ": " + error.message;
  if (error.offset) error.message += " (character " + std::to_string(*error.offset + 1) + ")";
  error.offset.reset();
  return error;
}

}  // namespace

Result<std::unique_ptr<const GameModule>> make_module(std::string_view text, std::string_view name,
                                                      std::string id) {
  Result<Variant> variant = read_variant(text, name);
  if (!variant) return variant.error();
  variant->id = id;
  Result<std::shared_ptr<const Tables>> tables = compile(*variant);
  if (!tables) return tables.error();
  Result<Position> start = parse_fen(**tables, variant->start);
  if (!start) return fault_of_start(start.error(), *variant);
  if ((*tables)->setups != nullptr)
    if (const Status fits = (*tables)->setups->prepare(*start); !fits)
      return fault_of_start(fits.error(), *variant);
  return std::unique_ptr<const GameModule>(
      std::make_unique<Module>(*std::move(tables), *start, std::move(id)));
}

}  // namespace tabiya::variants
