#include "core/book/verify.h"

#include <unordered_map>

namespace tabiya {

std::vector<BookFinding> verify_book(const Book& book, const SetupSpace& reds, const SetupSpace& blues,
                                     const LineCheck& can_be_played) {
  using Kind = BookFinding::Kind;
  std::vector<BookFinding> findings;
  std::unordered_map<SetupId, std::size_t> first_entry;  // by normalised red
  for (std::size_t i = 0; i < book.entries.size(); ++i) {
    const BookEntry& entry = book.entries[i];
    if (entry.red >= reds.count()) {
      findings.push_back({Kind::kIllegalRed, i});
    } else {
      const SetupId normalised = reds.normalised(entry.red);
      if (entry.red != normalised) findings.push_back({Kind::kUnnormalisedRed, i});
      const auto [first, is_new] = first_entry.try_emplace(normalised, i);
      if (!is_new) findings.push_back({Kind::kDuplicateRed, i, first->second});
    }
    if (entry.reply >= blues.count()) findings.push_back({Kind::kIllegalReply, i});
    if (entry.red_value && (*entry.red_value >= kInfiniteScore || *entry.red_value <= -kInfiniteScore))
      findings.push_back({Kind::kIllegalValue, i});
    if (can_be_played && entry.red < reds.count() && entry.reply < blues.count() && !can_be_played(entry))
      findings.push_back({Kind::kIllegalLine, i});
  }
  return findings;
}

std::string describe(const BookFinding& finding, const Book& book, const SetupSpace& reds) {
  const BookEntry& entry = book.entries[finding.entry];
  const std::string where = "entry " + std::to_string(finding.entry + 1) + ": ";
  switch (finding.kind) {
    case BookFinding::Kind::kIllegalRed:
      return where + "red " + std::to_string(entry.red) + " is not the number of a setup";
    case BookFinding::Kind::kIllegalReply:
      return where + "reply " + std::to_string(entry.reply) + " is not the number of a setup";
    case BookFinding::Kind::kUnnormalisedRed:
      return where + "red " + reds.name(entry.red) + " is not normalised";
    case BookFinding::Kind::kDuplicateRed:
      return where + "red " + reds.name(entry.red) + " repeats that of entry " +
             std::to_string(finding.first + 1);
    case BookFinding::Kind::kIllegalValue:
      return where + "value " + std::to_string(*entry.red_value) + " is beyond every score";
    case BookFinding::Kind::kIllegalLine:
      return where + "its line of play holds a move that is not legal";
  }
  return where;
}

}  // namespace tabiya
