// Counts how often each reply is given: those that answer many reds are likely to answer others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/setup/setup_space.h"

namespace tabiya {

struct ReplyCount {
  SetupId reply = 0;
  std::size_t count = 0;

  friend bool operator==(const ReplyCount&, const ReplyCount&) = default;
};

// Each of `replies` once, the most frequent first, then the smaller id.
inline std::vector<ReplyCount> count_replies(std::span<const SetupId> replies) {
  std::unordered_map<SetupId, std::size_t> found;
  for (const SetupId reply : replies) ++found[reply];
  std::vector<ReplyCount> counts;
  for (const auto& [reply, count] : found) counts.push_back({reply, count});
  std::ranges::sort(counts, [](const ReplyCount& a, const ReplyCount& b) {
    return a.count != b.count ? a.count > b.count : a.reply < b.reply;
  });
  return counts;
}

// The first `count` of them.
inline std::vector<SetupId> most_frequent(std::span<const SetupId> replies, std::size_t count) {
  std::vector<SetupId> first;
  for (const ReplyCount& frequent : count_replies(replies)) {
    if (first.size() == count) break;
    first.push_back(frequent.reply);
  }
  return first;
}

}  // namespace tabiya
