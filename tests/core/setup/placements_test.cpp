#include "core/setup/placements.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/random.h"
#include "core/setup/multiset.h"

namespace tabiya::placements_test {

struct Section {
  std::size_t places = 0;
  std::vector<PlacedKind> kinds{};
  std::vector<BetweenRule> between{};
};

bool satisfies(const Section& section, const Placements::Arrangement& arrangement) {
  for (std::size_t place = 0; place < section.places; ++place)
    if ((section.kinds[arrangement[place]].places >> place & 1) == 0) return false;
  return std::ranges::all_of(section.between, [&](const BetweenRule& rule) {
    std::ptrdiff_t first = -1, last = -1;
    const auto n = static_cast<std::ptrdiff_t>(section.places);
    for (std::ptrdiff_t place = 0; place < n; ++place) {
      if (arrangement[static_cast<std::size_t>(place)] != rule.outer) continue;
      if (first < 0) first = place;
      last = place;
    }
    for (std::ptrdiff_t place = 0; place < n; ++place)
      if (arrangement[static_cast<std::size_t>(place)] == rule.inner && (place < first || place > last))
        return false;
    return true;
  });
}

// The reference: all arrangements of the multiset in order, those that break a rule left out.
std::vector<Placements::Arrangement> brute_force(const Section& section) {
  Placements::Arrangement arrangement;
  for (std::size_t kind = 0; kind < section.kinds.size(); ++kind)
    arrangement.insert(arrangement.end(), static_cast<std::size_t>(section.kinds[kind].count),
                       static_cast<std::uint8_t>(kind));
  std::vector<Placements::Arrangement> all;
  do {
    if (satisfies(section, arrangement)) all.push_back(arrangement);
  } while (std::ranges::next_permutation(arrangement).found);
  return all;
}

Section random_section(Random& random) {
  Section section;
  section.places = 1 + random.below(8);
  const std::size_t kinds = 1 + random.below(5);
  section.kinds.resize(kinds);
  for (std::size_t i = 0; i < section.places; ++i)
    ++section.kinds[random.below(static_cast<std::uint32_t>(kinds))].count;
  for (PlacedKind& kind : section.kinds)
    if (random.below(2) == 0) kind.places = random.next() | random.next();
  for (std::size_t outer = 0; outer < kinds; ++outer)
    if (section.kinds[outer].count >= 2 && kinds > 1 && random.below(3) == 0)
      section.between.push_back({(outer + 1) % kinds, outer});
  return section;
}

TEST(Placements, RankUnrankAndEnumerateAsBruteForceDoes) {
  Random random(32);
  std::size_t found = 0;
  for (int trial = 0; trial < 1'000; ++trial) {
    const Section section = random_section(random);
    const auto expected = brute_force(section);
    const auto placements = Placements::make(section.places, section.kinds, section.between);
    ASSERT_TRUE(placements);
    ASSERT_EQ(placements->size(), expected.size());
    found += expected.size();
    for (std::uint32_t rank = 0; rank < placements->size(); ++rank) {
      Placements::Arrangement arrangement(section.places);
      placements->unrank(rank, arrangement);
      ASSERT_EQ(arrangement, expected[rank]);
      ASSERT_EQ(placements->rank(arrangement), rank);
    }
    const std::uint32_t first = placements->size() / 3, last = placements->size() - placements->size() / 4;
    std::uint32_t rank = first;
    placements->for_each(first, last, [&](std::span<const std::uint8_t> arrangement) {
      ASSERT_TRUE(std::ranges::equal(arrangement, expected[rank]));
      ++rank;
    });
    ASSERT_EQ(rank, std::max(first, last));
  }
  EXPECT_GT(found, 10'000u);
}

TEST(Placements, RankNothingThatIsNoneOfThem) {
  Random random(33);
  for (int trial = 0; trial < 1'000; ++trial) {
    const Section section = random_section(random);
    const auto all = brute_force(section);
    const auto placements = Placements::make(section.places, section.kinds, section.between);
    Placements::Arrangement arrangement(section.places);
    for (std::uint8_t& kind : arrangement)
      kind = static_cast<std::uint8_t>(random.below(static_cast<std::uint32_t>(section.kinds.size()) + 1));
    EXPECT_EQ(placements->rank(arrangement).has_value(), std::ranges::count(all, arrangement) == 1);
    arrangement.push_back(0);
    EXPECT_FALSE(placements->rank(arrangement));
  }
}

TEST(Placements, AreThoseOfAMultisetWithoutConstraints) {
  using Sixteen = Multiset<std::array<std::uint8_t, 5>{8, 4, 2, 1, 1}>;
  const std::vector<PlacedKind> kinds{{8}, {4}, {2}, {1}, {1}};
  const auto placements = Placements::make(16, kinds);
  ASSERT_EQ(placements->size(), Sixteen::size());
  for (std::uint32_t rank = 0; rank < Sixteen::size(); rank += 997) {
    Sixteen::Arrangement arrangement{};
    placements->unrank(rank, arrangement);
    ASSERT_EQ(arrangement, Sixteen::unrank(rank));
  }
}

TEST(Placements, TooManyAreRefused) {
  const std::vector<PlacedKind> many{{32}, {32}};
  EXPECT_EQ(Placements::make(64, many).error().code, ErrorCode::kTooLarge);
  const std::vector<PlacedKind> deep(12, PlacedKind{4});
  EXPECT_EQ(Placements::make(48, deep).error().code, ErrorCode::kTooLarge);
  // 64! / (60! 4!) fits, in spite of the rests that are never met.
  const std::vector<PlacedKind> sparse{{60}, {4}};
  EXPECT_EQ(Placements::make(64, sparse)->size(), 635'376u);
}

}  // namespace tabiya::placements_test
