// Placements: all ways to put pieces on the squares of a setup phase, under constraints, in lexicographic order: how many
// there are, rank, unrank and enumeration.
//
// The places are filled one after the other, with a piece of one of the kinds (an empty place is a kind, too). What may
// follow depends on the place and on how many pieces of each kind are left, and on nothing else: a constraint is a set of
// places for a kind, or says what may be put down by what is left ("k between the r": while some of the r are down and some
// are left). So the ways to go on are counted once for each place and each rest, from the last place to the first, and a rank
// is the number of ways that branch off before an arrangement. The filled rows of 0.1 have 16 x 540 such rests, the 20
// squares of Sittuyin 20 x 1,404. A multiset without constraints, known at compile time, is quicker still (multiset.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "codec/result.h"

namespace tabiya {

// Places are numbered from 0, at most 64; a set of them has a bit for each.
struct PlacedKind {
  int count = 0;
  std::uint64_t places = ~std::uint64_t{0};  // where it may stand
};

// No piece of kind `inner` comes before the first or after the last of kind `outer`, of which there are two at least.
struct BetweenRule {
  std::size_t inner = 0, outer = 0;
};

// Immutable.
class Placements {
 public:
  // A kind for each place, 0 … kinds() - 1.
  using Arrangement = std::vector<std::uint8_t>;

  // The counts of the kinds add up to `places`; arrangements are ordered by their kinds' numbers. Errors: kTooLarge if there
  // are 2^32 arrangements or more, or the tables would be too large. There may be none.
  static Result<Placements> make(std::size_t places, std::span<const PlacedKind> kinds,
                                 std::span<const BetweenRule> between = {});

  std::size_t places() const { return places_; }
  std::size_t kinds() const { return kinds_.size(); }
  std::uint32_t size() const { return size_; }

  // The rank of an arrangement, which may be of any length, and hold anything; nothing if it is none of
  // these.
  std::optional<std::uint32_t> rank(std::span<const std::uint8_t> arrangement) const;

  // `rank` is below size(), and `arrangement` has a place for each kind.
  void unrank(std::uint32_t rank, std::span<std::uint8_t> arrangement) const;

  // Tells how many arrangements are their own mirror images. The place p is mirrored to images[p], where a piece of `kind`
  // is seen as one of image_of(kind, images[p]). Pieces that stand between others have a row of their own with them, which
  // is mirrored to itself.
  using ImageOf = std::function<std::size_t(std::size_t kind, std::size_t to)>;
  std::uint32_t count_symmetric(std::span<const std::uint8_t> images, const ImageOf& image_of) const;

  // Calls visit(arrangement) for each one in order, from rank `first` to before rank `last`.
  using Visit = std::function<void(std::span<const std::uint8_t> arrangement)>;
  void for_each(std::uint32_t first, std::uint32_t last, const Visit& visit) const;

 private:
  Placements() = default;

  // A rest has the number that is the sum of its counts times strides_.
  int left_of(std::size_t rest, std::size_t kind) const;
  bool may_begin(std::size_t place, std::size_t rest, std::size_t kind) const;
  bool allows(std::size_t place, std::size_t rest, std::size_t kind) const;
  void fill_table();
  const std::uint32_t* row(std::size_t place, std::size_t rest) const {
    return table_.data() + (place * rests_ + rest) * (kinds_.size() + 1);
  }

  std::size_t places_ = 0, rests_ = 0;
  std::vector<PlacedKind> kinds_;
  std::vector<BetweenRule> between_;
  std::vector<std::size_t> strides_;
  // The rows of each place and rest: [k] says in how many ways one can go on with a kind below k.
  std::vector<std::uint32_t> table_;
  std::uint32_t size_ = 0;
};

}  // namespace tabiya
