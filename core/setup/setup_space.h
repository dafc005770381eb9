// SetupSpace: the run-time seam through which booksearch/ and core/book/ know the setups of a game.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"

namespace tabiya {

// A setup is its rank in the space: 0 … count() - 1, in the order of the setups' names, or as the game has
// always numbered them.
using SetupId = std::uint32_t;

// All setups of one side. Immutable and safe to share between threads. Ids passed in must be below count();
// parse() is the way in for data from outside.
class SetupSpace {
 public:
  virtual ~SetupSpace() = default;

  // The game's identifier as files record it, as in "hex"
  virtual std::string_view game() const = 0;

  virtual SetupId count() const = 0;

  // The left-right mirror image. mirror(mirror(id)) == id.
  virtual SetupId mirror(SetupId id) const = 0;

  // The one of `id` and its mirror image that stands for both.
  virtual SetupId normalised(SetupId id) const = 0;
  bool is_normalised(SetupId id) const { return normalised(id) == id; }

  // The number of normalised setups, which is computed: a space may be too large to be walked through.
  virtual SetupId normalised_count() const = 0;

  // Calls visit(id) for the normalised setups in ascending order, until it returns false.
  using VisitId = std::function<bool(SetupId id)>;
  virtual void for_each_normalised(const VisitId& visit) const {
    for (SetupId id = 0; id < count(); ++id)
      if (is_normalised(id) && !visit(id)) return;
  }

  // All normalised setups in ascending order, for spaces that are known to be small.
  std::vector<SetupId> normalised_ids() const {
    std::vector<SetupId> ids;
    ids.reserve(normalised_count());
    for_each_normalised([&](SetupId id) {
      ids.push_back(id);
      return true;
    });
    return ids;
  }

  // The canonical notation: colour-free, as the owner of the setup sees it.
  virtual std::string name(SetupId id) const = 0;

  // Calls visit(id, name(id)) for all setups in ascending order, or for the normalised ones alone: quicker
  // than one by one where the space is large.
  using VisitName = std::function<void(SetupId id, const std::string& name)>;
  virtual void for_each_name(bool normalised_only, const VisitName& visit) const {
    for (SetupId id = 0; id < count(); ++id)
      if (!normalised_only || is_normalised(id)) visit(id, name(id));
  }

  // The inverse of name(). Errors: kInvalid with the offset of the first character that is wrong.
  virtual Result<SetupId> parse(std::string_view name) const = 0;
};

struct SetupPair {
  SetupId red = 0, blue = 0;

  friend auto operator<=>(const SetupPair&, const SetupPair&) = default;
};

}  // namespace tabiya
