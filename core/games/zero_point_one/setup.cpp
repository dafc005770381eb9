#include "core/games/zero_point_one/setup.h"

#include <algorithm>

#include "core/games/zero_point_one/notation.h"

namespace tabiya::zero_point_one {
namespace {

using Arrangement = SetupRanking::Arrangement;

Arrangement to_arrangement(const Setup& setup) {
  Arrangement arrangement;
  std::ranges::transform(setup, arrangement.begin(),
                         [](Kind kind) { return static_cast<std::uint8_t>(kind); });
  return arrangement;
}

Setup to_setup(const Arrangement& arrangement) {
  Setup setup;
  std::ranges::transform(arrangement, setup.begin(),
                         [](std::uint8_t kind) { return static_cast<Kind>(kind); });
  return setup;
}

}  // namespace

Setup mirror(const Setup& setup) {
  Setup mirrored = setup;
  for (auto row = mirrored.begin(); row != mirrored.end(); row += Board::kColumns) {
    std::reverse(row, row + Board::kColumns);
  }
  return mirrored;
}

int wazir_index(const Setup& setup) {
  return static_cast<int>(std::ranges::find(setup, Kind::kWazir) - setup.begin());
}

bool is_normalised(const Setup& setup) { return wazir_index(setup) % Board::kColumns < Board::kColumns / 2; }

SetupId rank(const Setup& setup) { return SetupRanking::rank(to_arrangement(setup)); }

Setup unrank(SetupId id) { return to_setup(SetupRanking::unrank(id)); }

constinit const Setups kSetups{};

SetupId Setups::mirror(SetupId id) const { return rank(zero_point_one::mirror(unrank(id))); }

SetupId Setups::normalised(SetupId id) const {
  const Setup setup = unrank(id);
  return zero_point_one::is_normalised(setup) ? id : rank(zero_point_one::mirror(setup));
}

void Setups::for_each_normalised(const VisitId& visit) const {
  SetupId id = 0;
  bool goes_on = true;
  for_each_setup([&](const Setup& setup) {
    if (goes_on && zero_point_one::is_normalised(setup)) goes_on = visit(id);
    ++id;
  });
}

std::string Setups::name(SetupId id) const { return format_setup(unrank(id)); }

void Setups::for_each_name(bool normalised_only, const VisitName& visit) const {
  SetupId id = 0;
  for_each_setup([&](const Setup& setup) {
    if (!normalised_only || zero_point_one::is_normalised(setup)) visit(id, format_setup(setup));
    ++id;
  });
}

Result<SetupId> Setups::parse(std::string_view name) const {
  const Result<Setup> setup = parse_setup(name);
  if (!setup) return setup.error();
  return rank(*setup);
}

}  // namespace tabiya::zero_point_one
