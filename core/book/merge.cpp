#include "core/book/merge.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace tabiya {
namespace {

// An entry and where it stands.
struct Place {
  std::size_t book = 0, index = 0;
};

const BookEntry& entry_at(std::span<const Book* const> books, const Place& place) {
  return books[place.book]->entries[place.index];
}

// Nothing is known of an entry without an origin but what its book says of itself.
ValueOrigin origin_of(const Book& book, const BookEntry& entry) {
  return entry.origin > 0 ? book.origins[entry.origin - 1] : ValueOrigin{book.meta.evaluation, 0};
}

std::size_t& count_of_loser(const BookEntry& winner, const BookEntry& loser, Trust trust, MergeCount& count) {
  if (winner.depth != loser.depth) return count.shallower;
  if (winner.reply == loser.reply) return count.repeated;
  return trust == Trust::kUndecided ? count.undecided : count.worse;
}

class Merger {
 public:
  explicit Merger(std::span<const Book* const> books) : books_(books) { merged_.counts.resize(books.size()); }

  void choose_entries() {
    std::unordered_map<SetupId, std::size_t> chosen_for;  // index into chosen_, by red
    for (std::size_t book = 0; book < books_.size(); ++book) {
      for (std::size_t i = 0; i < books_[book]->entries.size(); ++i) {
        const auto [known, is_new] = chosen_for.try_emplace(books_[book]->entries[i].red, chosen_.size());
        if (is_new) {
          chosen_.push_back({book, i});
        } else {
          compete(chosen_[known->second], {book, i});
        }
      }
    }
    for (const Place& place : chosen_) ++merged_.counts[place.book].taken;
  }

  // Sorts by depth, value, rank and book.
  void sort_entries() {
    std::ranges::sort(chosen_, {}, [&](const Place& place) {
      const BookEntry& entry = entry_at(books_, place);
      return std::tuple(-entry.depth, !entry.red_value, -entry.red_value.value_or(0), place.index,
                        place.book);
    });
  }

  Result<MergedBook> finish(std::string maker) {
    merged_.book.meta = common_meta(std::move(maker));
    for (const Place& place : chosen_) {
      BookEntry entry = entry_at(books_, place);
      if (entry.origin > 0) {
        const auto number = number_of(books_[place.book]->origins[entry.origin - 1]);
        if (!number) return too_large("books whose entries come from more than 255 evaluations and searches");
        entry.origin = *number;
      }
      merged_.book.entries.push_back(entry);
    }
    return std::move(merged_);
  }

 private:
  void compete(Place& chosen, const Place& other) {
    const BookEntry& first = entry_at(books_, chosen);
    const BookEntry& second = entry_at(books_, other);
    const Trust trust = more_trusted(*books_[chosen.book], first, *books_[other.book], second);
    // The first of equal replies at one depth stays, whatever their values.
    const bool is_replaced =
        trust == Trust::kSecond && (first.depth != second.depth || first.reply != second.reply);
    const Place loser = is_replaced ? std::exchange(chosen, other) : other;
    ++count_of_loser(entry_at(books_, chosen), entry_at(books_, loser), trust, merged_.counts[loser.book]);
  }

  BookMeta common_meta(std::string maker) const {
    BookMeta meta = books_.front()->meta;
    meta.maker = std::move(maker);
    meta.job = 0;
    for (const Book* book : books_) {
      if (book->meta.evaluation != meta.evaluation) meta.evaluation = 0;
      meta.ordered = meta.ordered && book->meta.ordered;
    }
    const auto has_value = [&](const Place& place) { return entry_at(books_, place).red_value.has_value(); };
    meta.ordered = meta.ordered || std::ranges::all_of(chosen_, has_value);
    return meta;
  }

  std::optional<std::uint8_t> number_of(const ValueOrigin& origin) {
    std::vector<ValueOrigin>& origins = merged_.book.origins;
    const auto found = std::ranges::find(origins, origin);
    const auto number = static_cast<std::size_t>(found - origins.begin()) + 1;
    if (number > kMaxBookOrigins) return std::nullopt;
    if (found == origins.end()) origins.push_back(origin);
    return static_cast<std::uint8_t>(number);
  }

  std::span<const Book* const> books_;
  std::vector<Place> chosen_;
  MergedBook merged_;
};

}  // namespace

Trust more_trusted(const Book& a, const BookEntry& of_a, const Book& b, const BookEntry& of_b) {
  if (of_a.depth != of_b.depth) return of_a.depth > of_b.depth ? Trust::kFirst : Trust::kSecond;
  if (!of_a.red_value || !of_b.red_value || *of_a.red_value == *of_b.red_value) return Trust::kUndecided;
  if (origin_of(a, of_a) != origin_of(b, of_b)) return Trust::kUndecided;
  return *of_a.red_value < *of_b.red_value ? Trust::kFirst : Trust::kSecond;
}

Result<MergedBook> merge_books(std::span<const Book* const> books, std::string maker) {
  if (books.empty()) return invalid("no books to merge");
  for (const Book* book : books) {
    if (book->meta.game != books.front()->meta.game) return invalid("books of different games");
  }
  Merger merger(books);
  merger.choose_entries();
  merger.sort_entries();
  return merger.finish(std::move(maker));
}

}  // namespace tabiya
