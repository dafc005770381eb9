// The check of a list of start positions. It takes one pass and keeps only keys of each entry, some hundred
// bytes, so that lists of millions fit in memory. Short searches prove wins in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "booksearch/openings/engine_opening_judge.h"
#include "booksearch/openings/start_reader.h"
#include "booksearch/work/judge_pool.h"
#include "codec/result.h"
#include "core/game/game_engine.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

// A record of the keys that were seen before, and where: a hash table of 12 bytes a slot, so that lists of
// millions fit in memory. Keys are hashes already; two equal ones count as the same.
class FirstSeen {
 public:
  // The place where the key was seen first. The result is empty if the key is new; it then gets `place`.
  std::optional<std::uint32_t> find_or_add(std::uint64_t key, std::uint32_t place) {
    if (4 * (size_ + 1) > 3 * places_.size()) grow();
    const std::size_t slot = slot_of(key);
    if (places_[slot] != kFree) return places_[slot];
    keys_[slot] = key;
    places_[slot] = place;
    ++size_;
    return std::nullopt;
  }

  std::optional<std::uint32_t> find(std::uint64_t key) const {
    if (size_ == 0) return std::nullopt;
    const std::size_t slot = slot_of(key);
    return places_[slot] == kFree ? std::nullopt : std::optional(places_[slot]);
  }

  std::size_t size() const { return size_; }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};

  // The slot of the key, or the free one where it belongs.
  std::size_t slot_of(std::uint64_t key) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t slot = (key ^ key >> 32) & mask;
    while (places_[slot] != kFree && keys_[slot] != key) slot = (slot + 1) & mask;
    return slot;
  }

  void grow() {
    FirstSeen larger;
    const std::size_t slots = places_.empty() ? 1024 : 2 * places_.size();
    larger.keys_.resize(slots);
    larger.places_.resize(slots, kFree);
    for (std::size_t slot = 0; slot < places_.size(); ++slot)
      if (places_[slot] != kFree) larger.find_or_add(keys_[slot], places_[slot]);
    *this = std::move(larger);
  }

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> places_;
  std::size_t size_ = 0;
};

// Kinds of findings besides those of game_position.h.
inline constexpr std::string_view kDuplicate = "duplicate";  // written in the same way as an earlier one
inline constexpr std::string_view kSamePosition =
    "same-position";  // but for clocks and what else decides no move
inline constexpr std::string_view kTransposition = "transposition";  // the same position by other moves
inline constexpr std::string_view kMirrored = "mirrored";            // the image of an earlier one
inline constexpr std::string_view kOver = "over";                    // the game has ended
inline constexpr std::string_view kWon = "won";                      // a search has proved a win
inline constexpr std::string_view kOrphan = "orphan";  // the moves are the beginning of another line

struct Finding {
  std::size_t line = 0;  // of the entry
  std::string_view kind;
  std::string what;         // for people, without a full stop
  std::size_t same_as = 0;  // the line of the other entry; 0 if there is none
};

// The remedy for an entry that makes the list clean.
enum class Remedy : std::uint8_t { kKeep, kMend, kDrop };

struct StartVerdict {
  std::size_t line = 0;
  Remedy remedy = Remedy::kKeep;
};

class StartChecker {
 public:
  using OnFinding = std::function<void(const Finding&)>;
  using Kinds = std::set<std::string, std::less<>>;

  // Findings of the kinds `ignored` are neither reported nor remedied. Findings come in the order of the
  // entries, except for wins and the beginnings of later lines.
  StartChecker(Kinds ignored, OnFinding on_finding)
      : ignored_(std::move(ignored)), on_finding_(std::move(on_finding)) {}

  // Takes the next entry, whose place is entries() before the call. Returns true if the entry is to stay, so that it is
  // worth a search. Errors: kInvalid if there are too many.
  Result<bool> take(const StartEntry& entry);
  // Adds the next entry of a list of other things, about which nothing is known. Returns its place. Errors: as take().
  Result<std::size_t> add_entry(std::size_t line);
  // Adds a finding of an entry that was taken.
  void find(std::size_t place, std::string_view kind, std::string what, Remedy remedy,
            std::size_t same_as = 0);

  std::size_t entries() const { return verdicts_.size(); }
  const std::map<std::string_view, std::size_t>& counts() const { return counts_; }
  const std::vector<StartVerdict>& verdicts() const { return verdicts_; }
  // The new text of the positions that are mended, by their places.
  const std::map<std::size_t, std::string>& mended() const { return mended_; }

 private:
  void find_faults(const StartEntry& entry, std::size_t place, bool is_over);
  void find_same(const StartEntry& entry, std::uint32_t place);
  void find_orphans(const StartEntry& entry, std::uint32_t place);

  Kinds ignored_;
  OnFinding on_finding_;
  std::vector<StartVerdict> verdicts_;
  std::map<std::size_t, std::string> mended_;
  std::map<std::string_view, std::size_t> counts_;
  FirstSeen written_, positions_, images_;
  FirstSeen paths_, beginnings_;  // of all moves of an entry, and of fewer
  std::set<std::uint32_t> orphans_;
};

// The kinds of findings in the order of tables, those of the game among them.
std::vector<std::string_view> finding_kinds(const GameModule* game);

// The settings of proofs, by short searches, that start positions are won or lost already.
struct ProofTask {
  std::uint64_t nodes = 0;                                             // of each search
  std::function<Result<std::unique_ptr<GameEngine>>()> make_engine{};  // never empty
  int threads = 1;
};

class WinProofs {
 public:
  using OnWin = std::function<void(std::size_t place, const std::string& what)>;

  WinProofs(const GameModule& game, const ProofTask& task, Control control, OnWin on_win);
  ~WinProofs();

  // Positions are searched in batches. Errors: kStopped, and those of the searches.
  Status add(std::size_t place, PositionHandle position);
  Status finish();

 private:
  struct Waiting {
    std::size_t place;
    PositionHandle position;
  };

  const GameModule& game_;
  Control control_;
  OnWin on_win_;
  std::vector<Waiting> waiting_;
  OpeningQuestions questions_;
  std::unique_ptr<JudgePool<Question>> pool_;
};

}  // namespace tabiya::booksearch
