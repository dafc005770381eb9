#include "core/games/variants/counting.h"

#include <algorithm>

namespace tabiya::variants {
namespace {

class Men {
 public:
  explicit Men(const Position& position) : position_(position) {}

  int all(int side) const { return count(position_.men(side)); }
  int named(int side, PieceName name) const {
    const auto& kinds = position_.tables().kinds;
    const auto kind = std::ranges::find(kinds, name, &KindRules::name);
    return kind == kinds.end() ? 0 : count(position_.men(side, static_cast<Kind>(kind - kinds.begin())));
  }

 private:
  const Position& position_;
};

// While both have men, the board's honour; against a lone king, that of the strongest pieces.
int makruk_limit(const Men& men, int side) {
  constexpr int kOfTheBoard = 64;
  const int them = other(side);
  if (men.all(them) == 1) return 0;
  if (men.all(side) > 1) return kOfTheBoard;
  if (const int rooks = men.named(them, kRook); rooks > 0) return rooks > 1 ? 8 : 16;
  const int silvers = men.named(them, kSilver);
  if (silvers > 1) return 22;
  if (men.named(them, kKnight) > 1) return 32;
  return silvers == 1 ? 44 : kOfTheBoard;
}

int asean_limit(const Men& men, int side) {
  const int them = other(side);
  if (men.all(side) > 1) return 0;
  if (men.named(them, kRook) > 0) return 16;
  if (men.named(them, kSilver) > 0) return 44;
  return men.named(them, kKnight) > 0 ? 64 : 0;
}

}  // namespace

int count_limit(const Position& position, int side) {
  const Men men(position);
  if (men.named(0, kPawn) + men.named(1, kPawn) > 0) return 0;
  return position.rules().counting == Counting::kMakruk ? makruk_limit(men, side) : asean_limit(men, side);
}

}  // namespace tabiya::variants
