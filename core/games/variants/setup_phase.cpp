#include "core/games/variants/setup_phase.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "core/eval/chosen_evaluation.h"
#include "core/games/variants/evaluation.h"
#include "core/games/variants/features.h"
#include "core/games/variants/game_text.h"
#include "core/games/variants/piece_names.h"
#include "core/games/variants/setup_values.h"
#include "core/search/engine.h"
#include "core/setup/network_oracle.h"
#include "core/setup/plain_oracle.h"
#include "core/setup/separable_oracle.h"

template class tabiya::SearchEngine<tabiya::variants::Rules, tabiya::variants::MenEvaluation>;
template class tabiya::SearchEngine<tabiya::variants::Rules,
                                    tabiya::NetworkEvaluation<tabiya::variants::Features>>;
template class tabiya::SearchEngine<tabiya::variants::Rules,
                                    tabiya::WeightedEvaluation<tabiya::variants::Features>>;

namespace tabiya::variants {

static_assert(SetupFeatures<FileSetupFeatures>);

bool FileSetupFeatures::are_seen() const {
  const Position after = setups_.position_after(0, 0);
  return Features::has_king_bucket(after, 0) && Features::has_king_bucket(after, 1);
}

FileSetupFeatures::Setup FileSetupFeatures::unrank(int side, SetupId id) const {
  const FeatureLayout& layout = *setups_.start.tables().layout;
  const SideSetups& space = setups_.game().of(side);
  Setup setup;
  const auto add = [&](Kind kind, Square square) {
    setup.men[setup.count++] = {kind, square};
    if (kind == layout.king()) setup.king_bucket = layout.seen_by(side, square);
  };
  for (Bitboard men = setups_.start.men(side); men != 0;) {
    const Square square = pop_lowest(men);
    add(setups_.start.kind_at(square), square);
  }
  std::array<Kind, Board::kSquares> kinds;
  space.unrank(id, kinds);
  for (std::size_t place = 0; place < space.squares().size(); ++place)
    if (kinds[place] != kNoKind) add(kinds[place], setups_.game().square_of(side, space.squares()[place]));
  return setup;
}

FeatureList FileSetupFeatures::own_features(int side, const Setup& setup) const {
  return features(side, setup, side, setup.king_bucket);
}

FeatureList FileSetupFeatures::seen_features(int side, const Setup& setup, int bucket) const {
  return features(side, setup, other(side), bucket);
}

FeatureList FileSetupFeatures::features(int side, const Setup& setup, int viewer, int bucket) const {
  const Tables& tables = setups_.start.tables();
  const FeatureLayout& layout = *tables.layout;
  FeatureList list;
  for (int i = 0; i < setup.count; ++i) {
    const Man man = setup.men[at(i)];
    if (viewer != side || man.kind != layout.king())
      list.push_back(layout.on_board(viewer, bucket, side, man.kind, man.square));
  }
  for (Kind kind = 0; kind < tables.kinds.size(); ++kind)
    for (int i = 0; i < std::min(setups_.start.in_hand(side, kind), layout.hand_levels()); ++i)
      list.push_back(layout.in_hand(viewer, bucket, side, kind, i));
  return list;
}

MadeEngine<Rules> make_search_engine(const Tables& tables, const EvaluationChoice& evaluation,
                                     const SearcherOptions& options) {
  return make_search_engine_with_features<Rules, Features>(MenEvaluation(), evaluation, options,
                                                           tables.layout->count());
}

std::string wire_setup(const Position& start, int side, SetupId id) {
  std::string name = start.tables().setups->of(side).name(id);
  for (char& c : name)
    if (side == 1) c = small(c);
  return name;
}

PositionHandle FileSetups::position_after(SetupId red, SetupId blue) const {
  return handle_of<Text>(setups_.position_after(red, blue));
}

Result<WrittenSetup> FileSetups::read(int side, std::string_view text) const {
  std::string name;
  for (const char c : text)
    if (c != ' ' && c != '\t') name += capital(c);
  const Result<SetupId> id = setups(side).parse(name);
  if (!id) return id.error();
  return WrittenSetup{*id};
}

std::string FileSetups::how_to_write(int side) const {
  return "Type the pieces from your left to your right, your back row first, a point for an empty square:\n" +
         wire(side, 0) + "\n";
}

BoardPicture FileSetups::picture(int side, SetupId id) const {
  Position position(setups_.start.tables());
  position.set_side(side);
  setups_.game().place(position, id);
  BoardPicture picture = Text::picture(position, {});
  picture.hands.reset();
  picture.caption.clear();
  return picture;
}

std::optional<SetupId> FileSetups::pictured(int side, const BoardPicture& board) const {
  const SideSetups& space = setups_.game().of(side);
  const int columns = setups_.start.rules().columns;
  std::array<Kind, Board::kSquares> kinds;
  std::size_t placed = 0;
  for (std::size_t place = 0; place < space.squares().size(); ++place) {
    const Square square = setups_.game().square_of(side, space.squares()[place]);
    const auto& piece = board.squares[at(Board::row(square) * columns + Board::column(square))];
    kinds[place] = piece && piece->side == at(side) ? static_cast<Kind>(piece->glyph) : kNoKind;
    placed += kinds[place] != kNoKind ? 1 : 0;
  }
  const auto there =
      std::ranges::count_if(board.squares, [](const auto& piece) { return piece.has_value(); });
  if (placed != static_cast<std::size_t>(there)) return std::nullopt;
  return space.rank(kinds);
}

Result<std::unique_ptr<PairOracle>> FileSetups::make_oracle(const EvaluationChoice& evaluation) const {
  const FileSetupFeatures views(setups_);
  if (evaluation.network != nullptr && views.are_seen()) {
    const std::size_t features = setups_.start.tables().layout->count();
    if (const Status fits = check_features(*evaluation.network, features); !fits) return fits.error();
    using Oracle = NetworkOracle<Rules, Features, FileSetupFeatures, PlacedSetups>;
    return std::unique_ptr<PairOracle>(
        std::make_unique<Oracle>(evaluation.network, *evaluation.kernels, views, setups_));
  }
  const auto make = [&](const auto& chosen, std::shared_ptr<const void> data) -> std::unique_ptr<PairOracle> {
    using Chosen = std::decay_t<decltype(chosen)>;
    using Separable = SeparableOracle<Rules, Chosen, FileSetupValues, PlacedSetups>;
    if constexpr (std::is_same_v<Chosen, MenEvaluation>)
      return std::make_unique<Separable>(chosen, FileSetupValues::by_men(setups_), setups_);
    if constexpr (std::is_same_v<Chosen, WeightedEvaluation<Features>>)
      if (const auto values = FileSetupValues::by_weights(setups_, evaluation.weights))
        return std::make_unique<Separable>(chosen, *values, setups_);
    return std::make_unique<PlainOracle<Rules, Chosen, PlacedSetups>>(chosen, std::move(data), setups_);
  };
  return with_evaluation<Features>(evaluation, MenEvaluation(setups_.start.rules().fingerprint), make,
                                   setups_.start.tables().layout->count());
}

Result<std::unique_ptr<PairEngine>> FileSetups::make_pair_engine(const EvaluationChoice& evaluation,
                                                                 const SearcherOptions& options) const {
  return pair_engine_handle<Rules>(make_search_engine(setups_.start.tables(), evaluation, options), setups_);
}

SetupId FileSetups::sound_red() const {
  constexpr std::uint64_t kLookedAt = 1'000;
  const FileSetupValues values = FileSetupValues::by_men(setups_);
  const std::uint64_t count = reds().count(), looked_at = std::min(count, kLookedAt);
  const auto value = [&](SetupId id) {
    return values.pair_value(values.red_value(id), values.blue_value(0));
  };
  SetupId best = 0;
  for (std::uint64_t i = 0; i < looked_at; ++i) {
    const auto id = static_cast<SetupId>(i * count / looked_at);
    if (value(id) > value(best)) best = id;
  }
  return best;
}

}  // namespace tabiya::variants
