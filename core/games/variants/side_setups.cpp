#include "core/games/variants/side_setups.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "codec/text.h"
#include "core/games/variants/piece_names.h"
#include "core/games/variants/setup_keys.h"

namespace tabiya::variants {
namespace {

// The kinds that a side places, as places have it, in the order of their letters. A kind that is to stand on both colours is
// two, one for each.
class KindsToPlace {
 public:
  KindsToPlace(const Tables& tables, const SideSetup& side) : tables_(tables), side_(side) {}

  Status collect() {
    for (std::size_t name = 0; name < kPieceNames; ++name)
      if (side_.counts[name] > 0 && tables_.variant.pieces[name].letter == 0)
        return fault("setupPieces",
                     invalid("a piece is placed whose letter another piece has taken, or none has"));
    const std::vector<Kind> all = in_order_of_letters();
    if (all.empty()) return fault("setupPieces", invalid("a side places nothing"));
    if (const Status status = find_squares(); !status) return status;
    int pieces = 0;
    for (const Kind kind : all) {
      if (const Status status = add(kind); !status) return status;
      pieces += count_of(kind);
    }
    const int empty = count(region_) - pieces;
    if (empty < 0)
      return fault("setupPieces",
                   invalid(counted(static_cast<std::uint64_t>(pieces), "piece") + " do not fit on " +
                           counted(static_cast<std::uint64_t>(count(region_)), "square")));
    if (empty > 0) insert(0, kNoKind, '.', {empty, ~std::uint64_t{0}});
    return find_between();
  }

  std::vector<Square> squares;
  std::vector<Kind> kinds;
  std::vector<char> letters;
  std::vector<PlacedKind> placed;
  std::vector<BetweenRule> between;

 private:
  const SetupSection& section() const { return tables_.variant.setup; }
  Error fault(std::string_view key, Error error) const {
    return about(section(), &side_ == &section().sides[0] ? 0 : 1, key, std::move(error));
  }
  int count_of(Kind kind) const { return side_.counts[tables_.kinds[kind].name]; }

  std::vector<Kind> in_order_of_letters() const {
    std::vector<Kind> all;
    for (Kind kind = 0; kind < tables_.kinds.size(); ++kind)
      if (count_of(kind) > 0) all.push_back(kind);
    std::ranges::sort(all, {}, [&](Kind kind) { return tables_.kinds[kind].letter; });
    return all;
  }

  Status find_squares() {
    Bitboard of_kinds = 0;
    for (const KindRules& kind : tables_.kinds)
      if (side_.counts[kind.name] > 0) of_kinds |= side_.kind_regions[kind.name].value_or(0);
    region_ = side_.region.value_or(of_kinds) & tables_.board;
    if (region_ == 0) return fault("setupRegion", invalid("no squares of the board are given for setups"));
    for (Bitboard left = region_; left != 0;) squares.push_back(pop_lowest(left));
    return ok_status();
  }

  std::uint64_t places_of(Bitboard region) const {
    std::uint64_t places = 0;
    for (std::size_t place = 0; place < squares.size(); ++place)
      if (has(region, squares[place])) places |= std::uint64_t{1} << place;
    return places;
  }

  Status add(Kind kind) {
    const KindRules& rules = tables_.kinds[kind];
    const Bitboard region = side_.kind_regions[rules.name].value_or(~Bitboard{0});
    if ((region & tables_.board & ~region_) != 0 && side_.kind_regions[rules.name])
      return fault("setupPieceRegions",
                   invalid(std::string("squares of '") + rules.letter + "' lie outside the setupRegion"));
    const int pieces = count_of(kind);
    const char letter = capital(rules.letter);
    if (!contains(section().on_both_colours, rules.name)) {
      insert(kinds.size(), kind, letter, {pieces, places_of(region)});
      return ok_status();
    }
    if (pieces % 2 != 0)
      return fault("setupBothColours", unsupported(std::string("an odd number of '") + rules.letter +
                                                   "' cannot be halved between the colours"));
    for (const Bitboard colour : {kDarkSquares, ~kDarkSquares})
      insert(kinds.size(), kind, letter, {pieces / 2, places_of(region & colour)});
    return ok_status();
  }

  void insert(std::size_t where, Kind kind, char letter, PlacedKind what) {
    const auto offset = static_cast<std::ptrdiff_t>(where);
    kinds.insert(kinds.begin() + offset, kind);
    letters.insert(letters.begin() + offset, letter);
    placed.insert(placed.begin() + offset, what);
  }

  // The rule "between" needs a row on which all that it is about stands.
  Status find_between() {
    if (!section().between) return ok_status();
    BetweenRule rule{placed.size(), placed.size()};
    std::uint64_t places = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (kinds[i] == kNoKind) continue;
      const PieceName name = tables_.kinds[kinds[i]].name;
      const bool is_inner = name == section().between->first, is_outer = name == section().between->second;
      if (!is_inner && !is_outer) continue;
      std::size_t& number = is_inner ? rule.inner : rule.outer;
      if (number != placed.size())
        return fault("setupBetween", unsupported("its pieces cannot be those of setupBothColours"));
      number = i;
      places |= placed[i].places & places_of(~Bitboard{0});
    }
    if (rule.inner == placed.size() || places == 0) return ok_status();
    if (rule.outer == placed.size() || placed[rule.outer].count < 2)
      return fault("setupBetween", invalid("there are not two pieces to stand between"));
    if (Board::row(squares[static_cast<std::size_t>(std::countr_zero(places))]) !=
        Board::row(squares[static_cast<std::size_t>(63 - std::countl_zero(places))]))
      return fault("setupBetween",
                   unsupported("its pieces may be placed on one row only, as in k: *1; r: *1"));
    between.push_back(rule);
    return ok_status();
  }

  const Tables& tables_;
  const SideSetup& side_;
  Bitboard region_ = 0;
};

// The Scharnagl number of an array of Chess960, given by letters: light-squared bishop, dark-squared bishop, queen, knights, each
// by its place among the squares that are left. Nothing if it is no such array.
std::optional<SetupId> scharnagl_number(std::string_view array) {
  std::string row(array);
  const auto take = [&](char letter, std::size_t from, std::size_t step) -> std::optional<SetupId> {
    for (std::size_t column = from; column < row.size(); column += step) {
      if (row[column] != letter) continue;
      row[column] = ' ';
      return static_cast<SetupId>((column - from) / step);
    }
    return std::nullopt;
  };
  const auto light = take('B', 1, 2), dark = take('B', 0, 2);
  std::erase(row, ' ');
  const auto queen = take('Q', 0, 1);
  std::erase(row, ' ');
  const auto left = take('N', 0, 1), right = take('N', 0, 1);
  std::erase(row, ' ');
  if (!light || !dark || !queen || !left || !right || row != "RKR") return std::nullopt;
  constexpr SetupId kBefore[] = {0, 4, 7, 9};  // pairs whose left knight stands further left
  return *light + 4 * *dark + 16 * *queen + 96 * (kBefore[*left] + *right - *left - 1);
}

}  // namespace

Result<std::unique_ptr<const SideSetups>> SideSetups::make(const Tables& tables, const SideSetup& side) {
  const SetupSection& section = tables.variant.setup;
  const auto fault = [&](std::string_view key, Error error) {
    return about(section, &side == &section.sides[0] ? 0 : 1, key, std::move(error));
  };
  KindsToPlace kinds(tables, side);
  if (const Status status = kinds.collect(); !status) return status.error();
  Result<Placements> placements = Placements::make(kinds.squares.size(), kinds.placed, kinds.between);
  if (!placements) return fault("setupPieces", placements.error());
  if (placements->size() == 0)
    return fault("setupPieces", invalid("no setup satisfies all keys of the section"));

  std::unique_ptr<SideSetups> made(new SideSetups(*std::move(placements)));
  made->game_ = tables.variant.id;
  made->squares_ = std::move(kinds.squares);
  made->kinds_ = std::move(kinds.kinds);
  made->letters_ = std::move(kinds.letters);
  for (const PlacedKind& kind : kinds.placed) made->kind_places_.push_back(kind.places);
  if (const Status status = made->add_mirror(tables); !status) return fault("setupMirror", status.error());
  if (section.numbering == SetupSection::Numbering::kScharnagl)
    if (const Status status = made->add_numbers(); !status) return fault("setupNumbering", status.error());
  return std::unique_ptr<const SideSetups>(std::move(made));
}

Status SideSetups::add_mirror(const Tables& tables) {
  const auto& names = tables.variant.setup.mirror;
  if (!names) return ok_status();
  for (const Square square : squares_) {
    const auto image = std::ranges::find(squares_, mirror_square(tables.variant, square));
    if (image == squares_.end()) return invalid("the region of setups is not its own mirror image");
    mirror_places_.push_back(static_cast<std::uint8_t>(image - squares_.begin()));
    const int right = 2 * Board::column(square) - (tables.variant.columns - 1);
    const std::uint64_t place = std::uint64_t{1} << (mirror_places_.size() - 1);
    if (right < 0) left_places_ |= place;
    if (right > 0) right_places_ |= place;
  }
  // The kinds of either colour change places on a board with an even number of files: their letters decide.
  for (std::size_t place = 0; place < squares_.size(); ++place)
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      if ((kind_places_[kind] >> place & 1) == 0) continue;
      bool has_image = false;
      for (std::size_t other = 0; other < kinds_.size(); ++other)
        has_image |= kinds_[other] == kinds_[kind] && (kind_places_[other] >> mirror_places_[place] & 1) != 0;
      if (!has_image)
        return invalid(std::string("the squares of '") + letters_[kind] + "' are not their own mirror image");
    }
  mirror_kind_ = static_cast<std::uint8_t>(kinds_.size());
  if (contains(*names, 63)) return ok_status();
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
    if (kinds_[kind] != kNoKind && contains(*names, tables.kinds[kinds_[kind]].name)) {
      if (mirror_kind_ != kinds_.size()) break;
      mirror_kind_ = static_cast<std::uint8_t>(kind);
    }
  Arrangement first{};
  placements_.unrank(0, placed(first));
  if (mirror_kind_ == kinds_.size() || std::ranges::count(placed(first), mirror_kind_) != 1)
    return invalid("a side places exactly one of the piece that is to stand on the left");
  return ok_status();
}

Status SideSetups::add_numbers() {
  constexpr SetupId kArrays = 960;
  constexpr std::string_view kUsual = "RNBQKBNR";
  const bool is_row = squares_.size() == 8 && Board::row(squares_.back()) == 0;
  const Error no_arrays =
      invalid("only the 960 arrays of " + std::string(kUsual) + " have Scharnagl numbers");
  if (!is_row || count() != kArrays || !mirror_places_.empty()) return no_arrays;
  std::vector<SetupId> ranks(kArrays), numbers(kArrays);
  for (SetupId rank = 0; rank < kArrays; ++rank) {
    const auto number = scharnagl_number(name(rank));
    if (!number) return no_arrays;
    numbers[rank] = *number;
    ranks[*number] = rank;
  }
  ranks_ = std::move(ranks);
  numbers_ = std::move(numbers);
  return ok_status();
}

void SideSetups::arrange(SetupId id, Arrangement& arrangement) const {
  placements_.unrank(ranks_.empty() ? id : ranks_[id], placed(arrangement));
}

SetupId SideSetups::id_of(Arrangement& arrangement) const {
  const auto rank = placements_.rank(placed(arrangement));
  assert(rank);
  return numbers_.empty() ? *rank : numbers_[*rank];
}

// The kind that one is seen as on the place `to` of the mirror image: that of the other colour, where it is one of two.
std::size_t SideSetups::image_of(std::size_t kind, std::size_t to) const {
  if ((kind_places_[kind] >> to & 1) != 0) return kind;
  std::size_t other = 0;
  while (kinds_[other] != kinds_[kind] || (kind_places_[other] >> to & 1) == 0) ++other;
  return other;
}

SideSetups::Arrangement SideSetups::mirrored(const Arrangement& arrangement) const {
  Arrangement image{};
  for (std::size_t place = 0; place < squares_.size(); ++place) {
    const std::uint8_t to = mirror_places_[place];
    image[to] = static_cast<std::uint8_t>(image_of(arrangement[place], to));
  }
  return image;
}

SetupId SideSetups::mirror(SetupId id) const {
  if (mirror_places_.empty()) return id;
  Arrangement arrangement{};
  arrange(id, arrangement);
  Arrangement image = mirrored(arrangement);
  return id_of(image);
}

// The piece that is to stand on the left decides; in the middle file, and without such a piece, the smaller
// rank does.
bool SideSetups::is_normalised(const Arrangement& arrangement, SetupId id) const {
  if (mirror_places_.empty()) return true;
  if (mirror_kind_ < kinds_.size()) {
    const auto place = std::ranges::find(arrangement, mirror_kind_) - arrangement.begin();
    if ((left_places_ >> place & 1) != 0) return true;
    if ((right_places_ >> place & 1) != 0) return false;
  }
  Arrangement image = mirrored(arrangement);
  return id <= id_of(image);
}

SetupId SideSetups::normalised(SetupId id) const {
  Arrangement arrangement{};
  arrange(id, arrangement);
  return is_normalised(arrangement, id) ? id : mirror(id);
}

// One of each pair of mirror images is normalised, and so is a setup that is its own.
SetupId SideSetups::normalised_count() const {
  if (mirror_places_.empty()) return count();
  const std::uint64_t symmetric = placements_.count_symmetric(
      mirror_places_, [this](std::size_t kind, std::size_t to) { return image_of(kind, to); });
  return static_cast<SetupId>((count() + symmetric) / 2);
}

void SideSetups::for_each_normalised(const VisitId& visit) const {
  if (!ranks_.empty()) return SetupSpace::for_each_normalised(visit);
  constexpr SetupId kAtOnce = 1 << 16;  // that are walked through before one can stop
  bool goes_on = true;
  for (SetupId first = 0; goes_on && first < count();) {
    SetupId id = first;
    first += std::min(kAtOnce, count() - first);
    placements_.for_each(id, first, [&](std::span<const std::uint8_t> placed) {
      Arrangement arrangement{};
      std::ranges::copy(placed, arrangement.begin());
      if (goes_on && is_normalised(arrangement, id)) goes_on = visit(id);
      ++id;
    });
  }
}

std::string SideSetups::name_of(std::span<const std::uint8_t> arrangement) const {
  std::string name;
  for (const std::uint8_t kind : arrangement) name += letters_[kind];
  return name;
}

std::string SideSetups::name(SetupId id) const {
  Arrangement arrangement{};
  arrange(id, arrangement);
  return name_of(placed(arrangement));
}

void SideSetups::for_each_name(bool normalised_only, const VisitName& visit) const {
  Arrangement arrangement{};
  for (SetupId id = 0; id < count(); ++id) {
    arrange(id, arrangement);
    if (!normalised_only || is_normalised(arrangement, id)) visit(id, name_of(placed(arrangement)));
  }
}

Result<SetupId> SideSetups::parse(std::string_view text) const {
  Arrangement arrangement{};
  for (std::size_t place = 0; place < std::min(text.size(), squares_.size()); ++place) {
    if (std::ranges::find(letters_, text[place]) == letters_.end())
      return invalid("not a letter of a piece to place; expected letters of '" + name(0) + "'", place);
    std::size_t kind = 0;
    while (kind < kinds_.size() && (letters_[kind] != text[place] || (kind_places_[kind] >> place & 1) == 0))
      ++kind;
    if (kind == kinds_.size()) return invalid("this piece may not be placed on this square", place);
    arrangement[place] = static_cast<std::uint8_t>(kind);
  }
  if (text.size() != squares_.size())
    return invalid("expected " + std::to_string(squares_.size()) + " squares, such as " + name(0),
                   std::min(text.size(), squares_.size()));
  const auto rank = placements_.rank(placed(arrangement));
  if (!rank) return invalid("not the pieces that a side places, or against the rules of placing them", 0);
  return numbers_.empty() ? *rank : numbers_[*rank];
}

void SideSetups::unrank(SetupId id, std::span<Kind> kinds) const {
  Arrangement arrangement{};
  arrange(id, arrangement);
  for (std::size_t place = 0; place < squares_.size(); ++place) kinds[place] = kinds_[arrangement[place]];
}

std::vector<std::int32_t> SideSetups::table_of(
    const std::function<std::int32_t(Square seen, Kind kind)>& value) const {
  std::vector<std::int32_t> table;
  for (const Square square : squares_)
    for (const Kind kind : kinds_) table.push_back(kind == kNoKind ? 0 : value(square, kind));
  return table;
}

std::int32_t SideSetups::sum(SetupId id, std::span<const std::int32_t> table) const {
  Arrangement arrangement;
  arrange(id, arrangement);
  std::int32_t sum = 0;
  for (std::size_t place = 0; place < squares_.size(); ++place)
    sum += table[place * kinds_.size() + arrangement[place]];
  return sum;
}

std::optional<SetupId> SideSetups::rank(std::span<const Kind> kinds) const {
  Arrangement arrangement{};
  for (std::size_t place = 0; place < squares_.size(); ++place) {
    std::size_t kind = 0;
    while (kind < kinds_.size() && (kinds_[kind] != kinds[place] || (kind_places_[kind] >> place & 1) == 0))
      ++kind;
    arrangement[place] = static_cast<std::uint8_t>(kind);
  }
  const auto rank = placements_.rank(placed(arrangement));
  if (!rank || numbers_.empty()) return rank;
  return numbers_[*rank];
}

}  // namespace tabiya::variants
