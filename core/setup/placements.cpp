#include "core/setup/placements.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace tabiya {
namespace {

constexpr std::size_t kMostEntries = std::size_t{1} << 22;
constexpr std::size_t kMostKinds = 64;
// This number stands for all that are as large, or larger.
constexpr std::uint32_t kTooMany = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Result<Placements> Placements::make(std::size_t places, std::span<const PlacedKind> kinds,
                                    std::span<const BetweenRule> between) {
  Placements made;
  made.places_ = places;
  made.kinds_.assign(kinds.begin(), kinds.end());
  made.between_.assign(between.begin(), between.end());
  made.strides_.resize(kinds.size());
  const Error large = too_large("there are too many kinds and places for the tables of setups");
  if (places > 64 || kinds.size() > kMostKinds) return large;
  made.rests_ = 1;
  for (std::size_t kind = kinds.size(); kind-- > 0;) {
    made.strides_[kind] = made.rests_;
    made.rests_ *= static_cast<std::size_t>(kinds[kind].count) + 1;
    if (made.rests_ > kMostEntries) return large;
  }
  if (places * made.rests_ * (kinds.size() + 1) > kMostEntries) return large;
  made.fill_table();
  made.size_ = places == 0 ? 0 : made.row(0, made.rests_ - 1)[kinds.size()];
  if (made.size_ == kTooMany) return too_large("there are more than 4,294,967,294 setups");
  return made;
}

int Placements::left_of(std::size_t rest, std::size_t kind) const {
  return static_cast<int>(rest / strides_[kind] % (static_cast<std::size_t>(kinds_[kind].count) + 1));
}

// True if one of that kind is left, and may stand on that place after what stands before it.
bool Placements::may_begin(std::size_t place, std::size_t rest, std::size_t kind) const {
  if (left_of(rest, kind) == 0 || (kinds_[kind].places >> place & 1) == 0) return false;
  return std::ranges::all_of(between_, [&](const BetweenRule& rule) {
    return kind != rule.inner || left_of(rest, rule.outer) < kinds_[rule.outer].count;
  });
}

// True if it may also stand there before what is left.
bool Placements::allows(std::size_t place, std::size_t rest, std::size_t kind) const {
  return may_begin(place, rest, kind) && std::ranges::all_of(between_, [&](const BetweenRule& rule) {
           const int outer_left = left_of(rest, rule.outer);
           if (kind == rule.inner) return outer_left > 0;
           return kind != rule.outer || outer_left > 1 || left_of(rest, rule.inner) == 0;
         });
}

// The last place first. With nothing left behind the last place there is one way to go on: to be done.
void Placements::fill_table() {
  table_.assign(places_ * rests_ * (kinds_.size() + 1), 0);
  std::vector<std::uint32_t> behind(rests_),
      here(rests_);  // the ways to go on from the next place, and from this one
  behind[0] = 1;
  for (std::size_t place = places_; place-- > 0; behind.swap(here)) {
    for (std::size_t rest = 0; rest < rests_; ++rest) {
      std::uint32_t* sums = table_.data() + (place * rests_ + rest) * (kinds_.size() + 1);
      for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
        const std::uint64_t ways = allows(place, rest, kind) ? behind[rest - strides_[kind]] : 0;
        sums[kind + 1] = static_cast<std::uint32_t>(std::min<std::uint64_t>(sums[kind] + ways, kTooMany));
      }
      here[rest] = sums[kinds_.size()];
    }
  }
}

std::optional<std::uint32_t> Placements::rank(std::span<const std::uint8_t> arrangement) const {
  if (arrangement.size() != places_ || size_ == 0) return std::nullopt;
  std::uint32_t rank = 0;
  std::size_t rest = rests_ - 1;
  for (std::size_t place = 0; place < places_; ++place) {
    const std::uint8_t kind = arrangement[place];
    if (kind >= kinds_.size()) return std::nullopt;
    const std::uint32_t* sums = row(place, rest);
    if (sums[kind] == sums[kind + 1u]) return std::nullopt;
    rank += sums[kind];
    rest -= strides_[kind];
  }
  return rank;
}

void Placements::unrank(std::uint32_t rank, std::span<std::uint8_t> arrangement) const {
  assert(rank < size_ && arrangement.size() == places_);
  std::size_t rest = rests_ - 1;
  for (std::size_t place = 0; place < places_; ++place) {
    const std::uint32_t* sums = row(place, rest);
    std::size_t kind = 0;  // without a branch on it, which nobody could predict
    std::uint32_t before = 0;
    for (std::size_t k = 1; k < kinds_.size(); ++k) {
      const bool beyond = rank >= sums[k];
      kind += beyond ? 1 : 0;
      before = beyond ? sums[k] : before;
    }
    rank -= before;
    rest -= strides_[kind];
    arrangement[place] = static_cast<std::uint8_t>(kind);
  }
}

// A symmetric arrangement is known by the places that come before their images, or are their own: these are filled in turn,
// each together with its image, and the ways to reach each rest are counted. On the row of pieces that stand between others
// they are its first half, in which an outer piece comes first.
std::uint32_t Placements::count_symmetric(std::span<const std::uint8_t> images,
                                          const ImageOf& image_of) const {
  std::vector<std::uint64_t> ways(rests_), further(rests_);
  ways[rests_ - 1] = 1;
  for (std::size_t place = 0; place < places_; ++place) {
    const std::size_t image = images[place];
    if (image < place) continue;
    std::ranges::fill(further, 0);
    for (std::size_t rest = 0; rest < rests_; ++rest) {
      if (ways[rest] == 0) continue;
      for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
        if (!may_begin(place, rest, kind)) continue;
        const std::size_t behind = rest - strides_[kind], other = image_of(kind, image);
        if (image == place) {
          if (other == kind) further[behind] += ways[rest];
        } else if (left_of(behind, other) > 0 && (kinds_[other].places >> image & 1) != 0) {
          further[behind - strides_[other]] += ways[rest];
        }
      }
    }
    ways.swap(further);
  }
  return static_cast<std::uint32_t>(ways[0]);
}

// Counts like an odometer: for each place it has the rest that it was reached with, and the kind that stands
// there.
void Placements::for_each(std::uint32_t first, std::uint32_t last, const Visit& visit) const {
  if (first >= last) return;
  Arrangement arrangement(places_);
  unrank(first, arrangement);
  std::vector<std::size_t> rests(places_ + 1, rests_ - 1);
  const auto follow = [&](std::size_t place) {
    rests[place + 1] = rests[place] - strides_[arrangement[place]];
  };
  // The first kind from `kind` on that some arrangement goes on with.
  const auto set_from = [&](std::size_t place, std::size_t kind) {
    const std::uint32_t* sums = row(place, rests[place]);
    while (kind < kinds_.size() && sums[kind] == sums[kind + 1]) ++kind;
    if (kind == kinds_.size()) return false;
    arrangement[place] = static_cast<std::uint8_t>(kind);
    follow(place);
    return true;
  };
  for (std::size_t place = 0; place < places_; ++place) follow(place);
  for (std::uint32_t rank = first;; ++rank) {
    visit(arrangement);
    if (rank + 1 == last) return;
    std::size_t place = places_ - 1;
    while (!set_from(place, arrangement[place] + 1u)) --place;
    while (++place < places_) set_from(place, 0);
  }
}

}  // namespace tabiya
