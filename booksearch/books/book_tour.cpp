#include "booksearch/books/book_tour.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "codec/text.h"
#include "core/book/polyglot_file.h"

namespace tabiya::booksearch {
namespace {

using Plies = std::unordered_map<PositionKey, int>;

// The moves of a book. When it cannot be read, it has none from then on, and is_broken().
class ReadableMoves {
 public:
  explicit ReadableMoves(const BookMoves& book) : book_(book) {}

  std::vector<BookMove> at(const BookWalk& walk) {
    if (!status_) return {};
    Result<std::vector<BookMove>> moves = book_.find(walk);
    if (moves) return *std::move(moves);
    status_ = moves.error();
    return {};
  }
  const BookMoves& book() const { return book_; }
  const Status& status() const { return status_; }
  bool is_broken() const { return !status_; }

 private:
  const BookMoves& book_;
  Status status_ = ok_status();
};

// The distance of each position of the book from the starts, along the book's moves; and, once these are
// found, along ways with single other moves between them, since a book for one side has no moves of the
// other.
class Distances {
 public:
  // `most`: plies; positions further away are left out.
  Distances(ReadableMoves& moves, int most) : moves_(moves), most_(most) {}

  Plies from(const TourStarts& starts) {
    for (const auto& start : starts) note(start->clone(), 0);
    for (const auto& start : starts) {
      if (plies_.contains(start->key())) continue;
      bridge(*start, 0);
      has_bridges_ = true;
    }
    follow();
    // An indexed book has all moves between its positions.
    if (entries_ == moves_.book().size() || moves_.book().indexed() != nullptr) return std::move(plies_);
    has_bridges_ = true;
    // Bridges lead on to more positions, which are appended here.
    for (std::size_t i = 0; i < found_.size() && !moves_.is_broken(); ++i) {
      const std::unique_ptr<BookWalk> walk = found_[i]->clone();
      const int ply = plies_.at(walk->key());
      if (ply + 2 > most_) continue;
      for_each_successor(*walk, [&](std::unique_ptr<BookWalk> after) {
        if (moves_.at(*after).empty()) bridge(*after, ply + 1);
      });
      follow();
    }
    return std::move(plies_);
  }

  // True if such other moves were tried.
  bool has_bridges() const { return has_bridges_; }

 private:
  // Returns true if the position is in the book.
  bool note(std::unique_ptr<BookWalk> walk, int ply) {
    const std::size_t entries = moves_.at(*walk).size();
    if (entries == 0) return false;
    if (ply <= most_ && plies_.try_emplace(walk->key(), ply).second) {
      found_.push_back(std::move(walk));
      entries_ += entries;
    }
    return true;
  }

  template <class Visit>
  void for_each_successor(const BookWalk& walk, const Visit& visit) {
    for (const BookMove& entry : moves_.at(walk)) {
      const std::optional<MoveCode> move = walk.legal(entry.move);
      if (!move) continue;
      std::unique_ptr<BookWalk> after = walk.clone();
      after->play(*move);
      visit(std::move(after));
    }
  }

  void follow() {
    for (; followed_ < found_.size() && !moves_.is_broken(); ++followed_) {
      const std::unique_ptr<BookWalk> walk = found_[followed_]->clone();
      const int ply = plies_.at(walk->key()) + 1;
      if (ply > most_) continue;
      for_each_successor(*walk, [&](std::unique_ptr<BookWalk> after) { note(std::move(after), ply); });
    }
  }

  void bridge(const BookWalk& walk, int ply) {
    for (const MoveCode move : walk.moves()) {
      std::unique_ptr<BookWalk> after = walk.clone();
      after->play(move);
      note(std::move(after), ply + 1);
    }
  }

  ReadableMoves& moves_;
  const int most_;
  std::size_t entries_ = 0;  // of the positions that were found
  Plies plies_;
  std::vector<std::unique_ptr<BookWalk>> found_;  // in the order of their plies, until bridges are tried
  std::size_t followed_ = 0;
  bool has_bridges_ = false;
};

// A position whose moves are being played: those of the book, or where it has none, the legal ones that lead back to it.
struct TourStop {
  std::unique_ptr<BookWalk> walk;
  int ply;
  std::vector<BookMove> entries;
  std::vector<MoveCode> bridges;
  double weight;  // of all entries
  std::size_t next = 0;
};

// The tour has a stack of its own, since books may be deep.
class Tour {
 public:
  Tour(const BookMoves& book, const TourLimits& limits, const std::function<void(const TouredMove&)>& visit)
      : moves_(book), limits_(limits), visit_(visit) {}

  Result<TourCounts> run(const TourStarts& starts) {
    // A file is not read as a whole for a few plies.
    Distances distances(moves_, moves_.book().is_in_file() ? limits_.plies : TourLimits().plies);
    plies_ = distances.from(starts);
    if (moves_.is_broken()) return moves_.status().error();
    has_bridges_ = distances.has_bridges();
    for (const auto& start : starts) {
      start_ = start.get();
      if (!entered_.contains(start->key())) enter(start->clone(), 0);
      follow();
    }
    if (moves_.is_broken()) return moves_.status().error();
    return counts_;
  }

 private:
  void follow() {
    while (!stops_.empty() && counts_.moves < limits_.moves && !moves_.is_broken()) {
      TourStop& stop = stops_.back();
      const std::size_t next = stop.next++;
      if (next < stop.entries.size()) {
        play_entry(stop, stop.entries[next]);
      } else if (next < stop.bridges.size()) {
        play(stop, stop.bridges[next], nullptr);
      } else {
        stops_.pop_back();
      }
    }
  }

  void enter(std::unique_ptr<BookWalk> walk, int ply) {
    std::vector<BookMove> entries = moves_.at(*walk);
    if (ply >= limits_.plies || (entries.empty() && !has_bridges_)) return;
    if (!entries.empty()) {
      ++counts_.positions;
      entered_.insert(walk->key());
    }
    std::vector<MoveCode> bridges;
    if (entries.empty()) bridges = bridges_of(*walk, ply);
    const auto weight = static_cast<double>(total_weight(entries));
    stops_.push_back({std::move(walk), ply, std::move(entries), std::move(bridges), weight});
  }

  std::vector<MoveCode> bridges_of(const BookWalk& walk, int ply) const {
    std::vector<MoveCode> bridges;
    for (const MoveCode move : walk.moves()) {
      const std::unique_ptr<BookWalk> after = walk.clone();
      after->play(move);
      if (leads_on(after->key(), ply + 1)) bridges.push_back(move);
    }
    return bridges;
  }

  // True if the position has its place in the tree at this ply, and was not there yet.
  bool leads_on(PositionKey key, int ply) const {
    const auto known = plies_.find(key);
    return known != plies_.end() && known->second == ply && !entered_.contains(key);
  }

  void play_entry(const TourStop& stop, const BookMove& entry) {
    const std::optional<MoveCode> move = stop.walk->legal(entry.move);
    if (!move) {
      ++counts_.illegal;
      return;
    }
    ++counts_.moves;
    counts_.plies = std::max(counts_.plies, stop.ply + 1);
    play(stop, *move, &entry);
  }

  // `entry`: null for a bridge.
  void play(const TourStop& stop, MoveCode move, const BookMove* entry) {
    std::unique_ptr<BookWalk> after = stop.walk->clone();
    after->play(move);
    const PositionKey key = after->key();
    const int ply = stop.ply;
    const bool leads = leads_on(key, ply + 1), is_known = plies_.contains(key);
    const double share =
        entry != nullptr && stop.weight > 0 ? static_cast<double>(entry->weight) / stop.weight : 0;
    if (visit_ && (leads || entry != nullptr))
      visit_({*start_, ply, *stop.walk, entry, move, share, is_known && !leads});
    if (leads || (entry != nullptr && !is_known)) enter(std::move(after), ply + 1);
  }

  ReadableMoves moves_;
  const TourLimits& limits_;
  const std::function<void(const TouredMove&)>& visit_;
  const BookWalk* start_ = nullptr;
  Plies plies_;
  bool has_bridges_ = false;
  std::unordered_set<PositionKey> entered_;
  std::vector<TourStop> stops_;
  TourCounts counts_;
};

std::size_t count_out_of_order(const std::vector<BookMove>& moves) {
  std::size_t count = 0;
  PositionKey greatest = 0;
  for (const BookMove& move : moves) {
    count += move.key < greatest;
    greatest = std::max(greatest, move.key);
  }
  return count;
}

}  // namespace

Result<TourCounts> tour_book(const BookMoves& book, const TourStarts& starts, const TourLimits& limits,
                             const std::function<void(const TouredMove&)>& visit) {
  return Tour(book, limits, visit).run(starts);
}

Result<PlayableMoves> playable_moves(const BookMoves& book, const TourStarts& starts) {
  PlayableMoves playable;
  const auto note = [&](const TouredMove& move) {
    if (move.entry == nullptr) return;
    playable.legal.emplace(move.entry->key, move.entry->move);
    playable.positions.insert(move.entry->key);
  };
  const Result<TourCounts> toured = tour_book(book, starts, {}, note);
  if (!toured) return toured.error();
  return playable;
}

MendedMoves mended_moves(std::span<const std::byte> file, std::unique_ptr<BookWalk> start) {
  MoveBook all = polyglot_entries(file);
  MendedMoves mended{
      .book = {}, .out_of_order = count_out_of_order(all.moves), .cut_bytes = file.size() % kPolyglotEntry};
  sort_moves(all);
  TourStarts starts;
  starts.push_back(std::move(start));
  const PlayableMoves playable = *playable_moves(all, starts);  // a book in memory can be read
  std::set<std::pair<PositionKey, MoveCode>> seen;
  for (const BookMove& move : all.moves) {
    const bool is_new = seen.emplace(move.key, move.move).second;
    const bool is_illegal = playable.is_illegal(move);
    mended.repeated += !is_new;
    mended.illegal += is_new && is_illegal;
    if (is_new && !is_illegal) mended.book.moves.push_back(move);
  }
  return mended;
}

std::string describe(const MendedMoves& mended) {
  std::string text = concat(counted(mended.out_of_order, "entry"), " out of order, ",
                            counted(mended.illegal, "illegal move"), " and ",
                            counted(mended.repeated, "repeated move"), " left out");
  if (mended.cut_bytes > 0)
    text += concat(", and the ", counted(mended.cut_bytes, "byte"), " of a part of an entry");
  return text;
}

}  // namespace tabiya::booksearch
