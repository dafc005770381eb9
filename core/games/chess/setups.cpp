#include "core/games/chess/setups.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "core/games/chess/notation.h"
#include "core/games/chess/rules.h"

namespace tabiya::chess {
namespace {

// Fills a first row from the empty one.
class Row {
 public:
  void put(Kind kind, std::size_t column) { men_[column] = kind; }
  void put_on_empty(Kind kind, std::size_t nth) {
    for (std::size_t column = 0;; ++column)
      if (!men_[column] && nth-- == 0) return put(kind, column);
  }
  Array array() const {
    Array array{};
    std::ranges::transform(men_, array.begin(), [](const auto& man) { return *man; });
    return array;
  }

 private:
  std::array<std::optional<Kind>, 8> men_{};
};

// Says what is wrong with eight letters of known men; nothing if they are an array.
std::optional<std::string> fault_of(std::string_view name) {
  for (const auto& [letter, wanted] : {std::pair{'K', 1}, {'Q', 1}, {'R', 2}, {'B', 2}, {'N', 2}}) {
    const auto found = std::ranges::count(name, letter);
    if (found != wanted)
      return "an array has " + std::to_string(wanted) + " " + letter + ", not " + std::to_string(found);
  }
  const auto at = [&](char letter) { return std::pair(name.find(letter), name.rfind(letter)); };
  const auto [first_bishop, last_bishop] = at('B');
  if ((last_bishop - first_bishop) % 2 == 0) return "the bishops stand on squares of one colour";
  const auto [first_rook, last_rook] = at('R');
  if (const std::size_t king = name.find('K'); king < first_rook || king > last_rook)
    return "the king does not stand between the rooks";
  return std::nullopt;
}

}  // namespace

constinit const Arrays kArrays{};

Array Arrays::array(SetupId id) {
  constexpr std::array<std::array<std::size_t, 2>, 10> kKnights{
      {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
  Row row;
  row.put(Kind::kBishop, 2 * (id % 4) + 1);
  row.put(Kind::kBishop, 2 * (id / 4 % 4));
  row.put_on_empty(Kind::kQueen, id / 16 % 6);
  const auto& knights = kKnights[id / 96];
  row.put_on_empty(Kind::kKnight, knights[1]);  // the right one first, so that the left one's place stays
  row.put_on_empty(Kind::kKnight, knights[0]);
  for (const Kind kind : {Kind::kRook, Kind::kKing, Kind::kRook}) row.put_on_empty(kind, 0);
  return row.array();
}

std::string Arrays::name(SetupId id) const {
  std::string name;
  for (const Kind kind : array(id)) name += letter(kind);
  return name;
}

Result<SetupId> Arrays::parse(std::string_view text) const {
  const std::size_t known = std::min(text.find_first_not_of("KQRBN"), text.size());
  if (known < std::min<std::size_t>(text.size(), 8))
    return invalid("unknown man: expected K, Q, R, B or N", known);
  if (text.size() != 8)
    return invalid("expected eight men, such as RNBQKBNR", std::min<std::size_t>(text.size(), 8));
  if (const auto fault = fault_of(text)) return invalid(*fault, 0);
  for (SetupId id = 0; id < kCount; ++id)
    if (name(id) == text) return id;
  return invalid("this is not an array of Chess960", 0);
}

const SetupSpace& Rules::red_setups() { return kArrays; }
const SetupSpace& Rules::blue_setups() { return kArrays; }

Position Rules::position_after(SetupId white, SetupId black) {
  Position position;
  position.place_array(Arrays::array(white));
  position.place_array(Arrays::array(black));
  return position;
}

}  // namespace tabiya::chess
