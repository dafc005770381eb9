// The setups of one side of a game from a file.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/result.h"
#include "core/games/variants/tables.h"
#include "core/setup/placements.h"
#include "core/setup/setup_space.h"

namespace tabiya::variants {

inline Square mirror_square(const Variant& rules, Square square) {
  return Board::square(Board::row(square), rules.columns - 1 - Board::column(square));
}

// All setups of one side. A name has a capital letter or a point for each square where the side may place, from the owner's left
// to its right, its back row first.
class SideSetups final : public SetupSpace {
 public:
  // Errors: kInvalid, kUnsupported or kTooLarge, with the key.
  static Result<std::unique_ptr<const SideSetups>> make(const Tables& tables, const SideSetup& side);

  std::string_view game() const override { return game_; }
  SetupId count() const override { return placements_.size(); }
  SetupId mirror(SetupId id) const override;
  SetupId normalised(SetupId id) const override;
  SetupId normalised_count() const override;
  void for_each_normalised(const VisitId& visit) const override;
  std::string name(SetupId id) const override;
  void for_each_name(bool normalised_only, const VisitName& visit) const override;
  Result<SetupId> parse(std::string_view name) const override;

  // The squares as the owner sees them, in the order of names.
  std::span<const Square> squares() const { return squares_; }
  // kinds[i] becomes what stands on squares()[i], kNoKind for nothing.
  void unrank(SetupId id, std::span<Kind> kinds) const;
  // A table of a number for each square and each kind that is placed, for sum(); empty squares count 0.
  std::vector<std::int32_t> table_of(const std::function<std::int32_t(Square seen, Kind kind)>& value) const;
  // The sum of the table over all pieces of a setup.
  std::int32_t sum(SetupId id, std::span<const std::int32_t> table) const;
  // The setup of these kinds, kNoKind for an empty square; nothing if it is no setup.
  std::optional<SetupId> rank(std::span<const Kind> kinds) const;

 private:
  using Arrangement = std::array<std::uint8_t, Board::kSquares>;  // the first squares_.size() count

  explicit SideSetups(Placements placements) : placements_(std::move(placements)) {}
  std::span<std::uint8_t> placed(Arrangement& arrangement) const {
    return std::span(arrangement).first(squares_.size());
  }
  Status add_mirror(const Tables& tables);
  Status add_numbers();
  void arrange(SetupId id, Arrangement& arrangement) const;
  SetupId id_of(Arrangement& arrangement) const;  // of a setup
  std::size_t image_of(std::size_t kind, std::size_t to) const;
  Arrangement mirrored(const Arrangement& arrangement) const;
  bool is_normalised(const Arrangement& arrangement, SetupId id) const;
  std::string name_of(std::span<const std::uint8_t> arrangement) const;

  Placements placements_;
  std::string game_;
  std::vector<Square> squares_;
  std::vector<Kind> kinds_;  // of each kind of the placements; kNoKind for empty squares
  std::vector<char> letters_;
  std::vector<std::uint64_t> kind_places_;   // where each may stand
  std::vector<std::uint8_t> mirror_places_;  // empty: mirror images are different setups
  std::uint8_t mirror_kind_ = 0;             // the kind that stands on the left in a normalised setup
  std::uint64_t left_places_ = 0, right_places_ = 0;
  std::vector<SetupId> ranks_,
      numbers_;  // of each number its rank by names and back; empty: they are the same
};

}  // namespace tabiya::variants
