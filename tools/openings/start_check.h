// The check of a list of start positions. It takes one pass and keeps only keys of each entry, some hundred
// bytes, so that lists of millions fit in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tools/openings/first_seen.h"
#include "tools/openings/start_reader.h"

namespace tabiya::tools {

// Kinds of findings besides those of position_check.h.
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

  // Takes the next entry, whose place is entries() before the call. Throws Failure if there are too many.
  // Returns true if the entry is to stay, so that it is worth a search.
  bool take(const StartEntry& entry);
  // Adds the next entry of a list of other things, about which nothing is known. Returns its place.
  std::size_t add_entry(std::size_t line);
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

}  // namespace tabiya::tools
