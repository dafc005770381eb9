#include "tools/openings/move_book_check.h"

#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/book/polyglot_file.h"
#include "tools/books/book_tour.h"

namespace tabiya::tools {

void check_move_book(const LoadedMoveBook& loaded, StartChecker& checker) {
  const std::vector<BookMove>& moves = loaded.moves.all().moves;
  const PlayableMoves playable = playable_moves(loaded.moves, loaded.starts(""));
  std::map<MoveCode, std::size_t> first;  // entries of the position, by their moves
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i > 0 && moves[i].key != moves[i - 1].key) first.clear();
    const std::size_t place = checker.add_entry(i + 1);
    const auto [same, is_new] = first.try_emplace(moves[i].move, i + 1);
    if (!is_new) {
      checker.find(place, kDuplicate, fmt::format("the move of entry {}", same->second), Remedy::kDrop,
                   same->second);
    } else if (playable.is_illegal(moves[i])) {
      checker.find(place, kImpossible, "the move is not legal", Remedy::kDrop);
    } else if (!playable.legal.contains({moves[i].key, moves[i].move})) {
      checker.find(place, kOrphan, "the start does not lead to its position", Remedy::kDrop);
    }
  }
}

void write_mended_book(const LoadedMoveBook& loaded, const StartChecker& checker,
                       const OutputOptions& output) {
  MoveBook kept;
  const std::vector<BookMove>& moves = loaded.moves.all().moves;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (checker.verdicts()[i].remedy != Remedy::kDrop) kept.moves.push_back(moves[i]);
  const std::vector<std::byte> bytes = write_polyglot(kept);
  write_output(output, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace tabiya::tools
