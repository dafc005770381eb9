#include "core/book/lookup.h"

namespace tabiya {

std::optional<BookAnswer> look_up(const Book& book, const SetupSpace& reds, const SetupSpace& blues,
                                  SetupId red) {
  const SetupId image = reds.mirror(red);
  std::optional<BookAnswer> mirrored;
  for (std::size_t i = 0; i < book.entries.size(); ++i) {
    const BookEntry& entry = book.entries[i];
    if (entry.reply >= blues.count()) continue;
    if (entry.red == red) return BookAnswer{entry.reply, i, false};
    if (entry.red == image && !mirrored) mirrored = BookAnswer{blues.mirror(entry.reply), i, true};
  }
  return mirrored;
}

}  // namespace tabiya
