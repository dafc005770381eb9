#include "core/book/book.h"

#include <algorithm>

namespace tabiya {

BookIndex::BookIndex(const Book& book, const SetupSpace& reds, const SetupSpace& blues)
    : book_(book), reds_(reds), blues_(blues) {
  by_red_.reserve(book.entries.size());
  for (std::size_t i = 0; i < book.entries.size(); ++i) {
    const BookEntry& entry = book.entries[i];
    if (entry.red < reds.count() && entry.reply < blues.count()) by_red_.emplace_back(entry.red, i);
  }
  std::ranges::sort(by_red_);
}

std::optional<BookAnswer> BookIndex::find(SetupId red) const {
  if (const auto entry = entry_of(red)) return BookAnswer{book_.entries[*entry].reply, *entry, false};
  if (const auto entry = entry_of(reds_.mirror(red)))
    return BookAnswer{blues_.mirror(book_.entries[*entry].reply), *entry, true};
  return std::nullopt;
}

std::optional<std::size_t> BookIndex::entry_of(SetupId red) const {
  const auto found = std::ranges::lower_bound(by_red_, std::pair{red, std::size_t{0}});
  if (found == by_red_.end() || found->first != red) return std::nullopt;
  return found->second;
}

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
