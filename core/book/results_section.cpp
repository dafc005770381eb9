#include "core/book/results_section.h"

#include "codec/bits.h"

namespace tabiya {
namespace {

constexpr std::size_t kHeadBytes = 4 + 4 + 4 + 8 + 8 + 8 + 4;
constexpr std::size_t kPairBytes = 3 * 4 + 2 * 3 * 2;

// Calls field(part, bits) for each part of each pair, column by column.
template <class Pairs, class Field>
void for_each_field(Pairs& pairs, const Field& field) {
  for (auto& pair : pairs) field(pair.red, 32);
  for (auto& pair : pairs) field(pair.reply, 32);
  for (auto& pair : pairs) field(pair.red_value, 32);
  for (const std::size_t stronger : {0, 1}) {
    for (const auto part : {&GameCounts::wins, &GameCounts::draws, &GameCounts::losses})
      for (auto& pair : pairs) field(pair.counts[stronger].*part, 16);
  }
}

}  // namespace

std::vector<std::byte> encode_results(const BookResults& results) {
  codec::BitWriter writer;
  const GameConditions& conditions = results.conditions;
  writer.put(conditions.nodes, 32);
  writer.put(conditions.weaker_nodes, 32);
  writer.put(conditions.games, 32);
  writer.put(conditions.seed, 64);
  writer.put(conditions.origin.evaluation, 64);
  writer.put(conditions.origin.search, 64);
  writer.put(results.pairs.size(), 32);
  for_each_field(results.pairs,
                 [&](auto part, unsigned bits) { writer.put(static_cast<std::uint64_t>(part), bits); });
  return writer.take_bytes();
}

Result<BookResults> decode_results(std::span<const std::byte> section) {
  codec::BitReader reader(section);
  BookResults results;
  GameConditions& conditions = results.conditions;
  conditions.nodes = static_cast<std::uint32_t>(reader.get(32));
  conditions.weaker_nodes = static_cast<std::uint32_t>(reader.get(32));
  conditions.games = static_cast<std::uint32_t>(reader.get(32));
  conditions.seed = reader.get(64);
  conditions.origin.evaluation = reader.get(64);
  conditions.origin.search = reader.get(64);
  const std::uint64_t pairs = reader.get(32);
  if (pairs == 0 || section.size() != kHeadBytes + pairs * kPairBytes)
    return corrupt("the book's section RSLT is not of the length it declares");
  results.pairs.resize(pairs);
  for_each_field(results.pairs, [&](auto& part, unsigned bits) {
    part = static_cast<std::remove_reference_t<decltype(part)>>(reader.get(bits));
  });
  return results;
}

}  // namespace tabiya
