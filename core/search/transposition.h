// The transposition table: what earlier visits to a position found out, by its key.
//
// Entries of 16 bytes in buckets of one cache line. The key's top bits choose the bucket, its low 46 bits are
// stored: with four entries to a bucket one probe in 2^44 finds a stranger. Threads may share a table without
// locks: the word with the key is stored xor-ed with the other one, so that an entry torn by two writers
// fails its check and counts as absent (the idea is Robert Hyatt's).
//
// Forgetting must be quick, since book searches forget between reds: entries carry the number of the search
// that wrote them, and forget() only raises the number from which on they count.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/search/large_array.h"
#include "core/search/score.h"

namespace tabiya {

enum class Bound : std::uint8_t { kUpper = 1, kLower = 2, kExact = 3 };

inline constexpr Score kNoEvaluation =
    kInfiniteScore;  // in the place of a static evaluation that was not made

struct TableEntry {
  Score score = 0;  // proven scores count plies from this position: see to_table()
  Score evaluation = kNoEvaluation;
  std::uint16_t move = 0;  // bits of the best move; 0 if none is known
  int depth = 0;           // plies, 0 … 255
  Bound bound = Bound::kUpper;
};

// Proven scores count plies from the root during a search, but from the position itself in the table.
constexpr Score to_table(Score score, int ply) {
  if (score >= kProvenWin) return score + ply;
  if (score <= -kProvenWin) return score - ply;
  return score;
}
constexpr Score from_table(Score score, int ply) {
  if (score >= kProvenWin) return score - ply;
  if (score <= -kProvenWin) return score + ply;
  return score;
}

// The score of a table entry, where it settles the window.
constexpr std::optional<Score> settled_by(const TableEntry& entry, int ply, Score alpha, Score beta) {
  const Score score = from_table(entry.score, ply);
  const bool settles = score >= beta    ? entry.bound != Bound::kUpper
                       : score <= alpha ? entry.bound != Bound::kLower
                                        : entry.bound == Bound::kExact;
  return settles ? std::optional(score) : std::nullopt;
}

class TranspositionTable {
 public:
  // The largest power of two of buckets that fits into `bytes`, but two buckets at least.
  explicit TranspositionTable(std::size_t bytes)
      : bucket_bits_(static_cast<int>(std::bit_width(std::max<std::size_t>(bytes / sizeof(Bucket), 2))) - 1),
        buckets_(bucket_count()) {}

  // Entries written so far become the first to be replaced, but stay of use. Up to kMostSearches searches are
  // told apart after the table was forgotten; from then on all count as one.
  void begin_search() {
    if (generation_ - first_valid_ < kMostSearches) ++generation_;
  }

  // From now on the table behaves as if it were new.
  void forget() {
    if (generation_ >= kLastGeneration - kMostSearches) {
      buckets_.reset();
      generation_ = 0;
    }
    first_valid_ = ++generation_;
  }

  // The share of the slots that this search has written, per mille, judged by the first ones.
  int use_per_mille() const {
    constexpr std::size_t kLooks = 250;
    const std::size_t looks = std::min(kLooks, bucket_count());
    std::size_t used = 0;
    for (std::size_t i = 0; i < looks; ++i)
      for (const Slot& slot : buckets_[i].slots) used += generation_of(slot.load()) == generation_;
    return static_cast<int>(1'000 * used / (looks * std::tuple_size_v<decltype(Bucket::slots)>));
  }

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }

  std::optional<TableEntry> probe(std::uint64_t key) const {
    for (const Slot& slot : bucket(key).slots) {
      const Words words = slot.load();
      if (same_key(words, key) && is_valid(words)) return unpack(words);
    }
    return std::nullopt;
  }

  void store(std::uint64_t key, const TableEntry& entry) {
    Slot* victim = nullptr;
    int least_worth = kMoreThanAnyWorth;
    for (Slot& slot : bucket(key).slots) {
      const Words words = slot.load();
      const bool same = same_key(words, key) && is_valid(words);
      const int worth = same ? kLessThanAnyWorth : slot_worth(words);
      if (worth < least_worth) {
        least_worth = worth;
        victim = &slot;
      }
      if (!same) continue;
      if (deserves_to_stay(words, entry)) return;
      victim->store(pack(key, with_known_move(entry, words)));
      return;
    }
    victim->store(pack(key, entry));
  }

 private:
  struct Words {
    std::uint64_t head = 0;  // key 46 bits, depth 8, bound 2, generation 8
    std::uint64_t body = 0;  // score 24 bits, evaluation 24, move 16
  };

  struct Slot {
    std::atomic<std::uint64_t> check{0};  // head ^ body
    std::atomic<std::uint64_t> body{0};

    Words load() const {
      const std::uint64_t b = body.load(std::memory_order_relaxed);
      return {check.load(std::memory_order_relaxed) ^ b, b};
    }
    void store(Words words) {
      check.store(words.head ^ words.body, std::memory_order_relaxed);
      body.store(words.body, std::memory_order_relaxed);
    }
  };

  struct alignas(64) Bucket {
    std::array<Slot, 4> slots;
  };
  static_assert(sizeof(Bucket) == 64);

  static constexpr std::uint64_t kKeyMask = (std::uint64_t{1} << 46) - 1;
  static constexpr int kLastGeneration = 255;
  static constexpr int kMostSearches = 127;
  static constexpr int kMoreThanAnyWorth = 1 << 20;
  static constexpr int kLessThanAnyWorth = -(1 << 20);

  static bool same_key(Words words, std::uint64_t key) { return ((words.head ^ key) & kKeyMask) == 0; }
  static int depth_of(Words words) { return static_cast<int>(words.head >> 46 & 0xFF); }
  static int generation_of(Words words) { return static_cast<int>(words.head >> 56); }
  static Bound bound_of(Words words) { return static_cast<Bound>(words.head >> 54 & 3); }
  bool is_valid(Words words) const { return generation_of(words) >= first_valid_; }

  // A bound from a much deeper search of this game's current turn is worth more than a shallow new one.
  bool deserves_to_stay(Words words, const TableEntry& entry) const {
    return entry.bound != Bound::kExact && generation_of(words) == generation_ &&
           depth_of(words) > entry.depth + 3;
  }

  static TableEntry with_known_move(TableEntry entry, Words words) {
    if (entry.move == 0) entry.move = unpack(words).move;
    return entry;
  }

  // Slots that do not count are equal, whatever they hold: results must not depend on forgotten games.
  int slot_worth(Words words) const {
    if (!is_valid(words)) return kLessThanAnyWorth + 1;
    return depth_of(words) - 8 * (generation_ - generation_of(words));
  }

  Words pack(std::uint64_t key, const TableEntry& entry) const {
    const auto low24 = [](Score score) { return static_cast<std::uint64_t>(score) & 0xFFFFFF; };
    return {
        (key & kKeyMask) | static_cast<std::uint64_t>(entry.depth) << 46 |
            static_cast<std::uint64_t>(entry.bound) << 54 | static_cast<std::uint64_t>(generation_) << 56,
        low24(entry.score) | low24(entry.evaluation) << 24 | static_cast<std::uint64_t>(entry.move) << 48};
  }

  static TableEntry unpack(Words words) {
    const auto signed24 = [](std::uint64_t bits) {
      return static_cast<Score>(static_cast<std::int32_t>(static_cast<std::uint32_t>(bits) << 8) >> 8);
    };
    return {signed24(words.body), signed24(words.body >> 24), static_cast<std::uint16_t>(words.body >> 48),
            depth_of(words), bound_of(words)};
  }

  std::size_t bucket_count() const { return std::size_t{1} << bucket_bits_; }
  Bucket& bucket(std::uint64_t key) const { return buckets_[key >> (64 - bucket_bits_)]; }

  int bucket_bits_;
  LargeArray<Bucket> buckets_;
  int generation_ = 1;
  int first_valid_ = 1;
};

}  // namespace tabiya
