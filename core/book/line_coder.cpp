#include "core/book/line_coder.h"

#include <algorithm>
#include <cstdint>

#include "codec/context_model.h"
#include "core/search/game.h"

namespace tabiya {
namespace {

constexpr std::size_t kContexts = 6;
constexpr unsigned kTableBits = 20;
constexpr std::uint32_t kLimit = 250;
constexpr int kRate = 2500;

// Places, halving by halving, from what came before in the line, and what other replies alike were met with.
class LineModel {
 public:
  explicit LineModel(std::size_t entries) : model_(kLinePlies + 1, entries * kLinePlies * 8) {}

  template <class Coder>
  void code(Coder& coder, BookEntry& entry) {
    std::vector<std::uint16_t>& line = entry.line;
    line.resize(number(coder, entry, kLinePlies, line.size(), std::bit_width(kLinePlies)));
    if (line.size() > kLinePlies) line.clear();  // of damaged bytes
    for (std::size_t ply = 0; ply < line.size(); ++ply)
      line[ply] = static_cast<std::uint16_t>(
          number(coder, entry, ply, line[ply], std::bit_width(kMostLegalMoves - 1)));
  }

 private:
  // The place at `ply`; the length of the line at kLinePlies.
  template <class Coder>
  std::size_t number(Coder& coder, const BookEntry& entry, std::size_t ply, std::size_t number, int bits) {
    const auto before = [&](std::size_t plies) -> std::uint32_t {
      return ply == kLinePlies || ply < plies ? kMostLegalMoves : entry.line[ply - plies];
    };
    const std::uint32_t context = ply == kLinePlies ? entry.depth : 0;
    std::uint32_t coded = 1;
    while (bits-- > 0) {
      const std::array<std::uint32_t, kContexts> contexts{
          codec::context_hash(1, ply, coded, context),
          codec::context_hash(2, ply, coded, before(1)),
          codec::context_hash(3, ply, coded, before(1), before(2)),
          codec::context_hash(4, ply, coded, entry.reply),
          codec::context_hash(5, ply, coded, entry.reply, before(1)),
          codec::context_hash(6, ply, coded, before(2)),
      };
      const bool bit = model_.code(coder, number >> bits & 1, contexts, {}, ply, kRate, kLimit);
      coded = coded << 1 | (bit ? 1 : 0);
    }
    return coded ^ std::bit_floor(coded);
  }

  codec::ContextModel<kContexts, 0, kTableBits> model_;
};

template <class Coder>
void code_lines(Coder& coder, std::span<BookEntry> entries) {
  LineModel model(entries.size());
  for (BookEntry& entry : entries) model.code(coder, entry);
}

}  // namespace

std::vector<std::byte> encode_lines(std::span<const BookEntry> entries) {
  if (std::ranges::all_of(entries, [](const BookEntry& entry) { return entry.line.empty(); })) return {};
  std::vector<BookEntry> copies(entries.begin(), entries.end());
  codec::RangeEncoder coder;
  code_lines(coder, copies);
  return coder.finish();
}

Status decode_lines(std::span<const std::byte> bytes, std::span<BookEntry> entries) {
  codec::RangeDecoder coder(bytes);
  code_lines(coder, entries);
  if (coder.overrun()) return corrupt("the lines of play of a book end early");
  return ok_status();
}

}  // namespace tabiya
