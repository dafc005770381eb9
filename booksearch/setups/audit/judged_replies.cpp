#include "booksearch/setups/audit/judged_replies.h"

#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "booksearch/work/parallel.h"

namespace tabiya::booksearch {
namespace {

// Holds a contest. Errors: those of the searcher.
Result<ContestResult> hold(const Contest& contest, PairSearcher& searcher) {
  ContestResult result;
  for (const bool is_a : {true, false}) {
    searcher.set_red(contest.red);
    Result<PairSearchResult> found =
        searcher.search(is_a ? contest.a : contest.b, contest.depth, -kInfiniteScore, kInfiniteScore);
    if (!found) return found.error();
    result.nodes += found->nodes;
    (is_a ? result.a_value : result.b_value) = found->red_value;
    if (is_a) result.a_line = std::move(found->line);
  }
  return result;
}

// The present state of an entry.
struct Standing {
  SetupId reply = 0;
  int depth = 0;
};

class Judge {
 public:
  Judge(std::span<const BookEntry> entries, std::span<const Refutation> replies) : open_(replies.size()) {
    for (const BookEntry& entry : entries) standings_.emplace(entry.red, Standing{entry.reply, entry.depth});
    for (const Refutation& reply : replies) judged_.push_back({reply});
    std::iota(open_.begin(), open_.end(), std::size_t{0});
  }

  bool finished() const { return open_.empty(); }

  // Returns the contests that must be searched next: one reply to each red that has any left.
  std::vector<Contest> next_contests() {
    std::vector<Contest> contests;
    std::vector<std::size_t> later;
    std::unordered_set<SetupId> busy;
    contested_.clear();
    for (const std::size_t i : open_) {
      JudgedReply& judged = judged_[i];
      if (busy.contains(judged.reply.red)) {
        later.push_back(i);
      } else if (must_be_searched(judged)) {
        busy.insert(judged.reply.red);
        contested_.push_back(i);
        contests.push_back({judged.reply.red, judged.reply.reply, standings_.at(judged.reply.red).reply,
                            judged.reply.depth});
      }
    }
    open_ = std::move(later);
    return contests;
  }

  void take(std::span<const ContestResult> results) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      JudgedReply& judged = judged_[contested_[i]];
      Standing& standing = standings_.at(judged.reply.red);
      judged.reply.red_value = results[i].a_value;
      judged.reply.book_value = results[i].b_value;
      judged.reply.book_reply = standing.reply;
      if (results[i].a_value < results[i].b_value) {
        standing = {judged.reply.reply, judged.reply.depth};
        judged.row = {judged.reply.red,
                      judged.reply.reply,
                      results[i].a_value,
                      results[i].nodes,
                      results[i].b_value - results[i].a_value,
                      results[i].a_line};
      } else {
        judged.verdict = Verdict::kNotBetter;
      }
    }
  }

  std::vector<JudgedReply> judged() && { return std::move(judged_); }

 private:
  bool must_be_searched(JudgedReply& judged) const {
    const auto standing = standings_.find(judged.reply.red);
    if (standing == standings_.end()) {
      judged.verdict = Verdict::kNoEntry;
      return false;
    }
    judged.entry_depth = standing->second.depth;
    if (standing->second.reply == judged.reply.reply) {
      judged.verdict = Verdict::kKnown;
    } else if (standing->second.depth > judged.reply.depth) {
      judged.verdict = Verdict::kEntryDeeper;
    }
    return judged.verdict == Verdict::kTaken;
  }

  std::unordered_map<SetupId, Standing> standings_;  // by the red
  std::vector<JudgedReply> judged_;
  std::vector<std::size_t> open_;       // indices of those that have not been judged
  std::vector<std::size_t> contested_;  // … that are being searched
};

}  // namespace

Result<std::vector<ContestResult>> judge(const PairOracle& oracle, std::span<const Contest> contests,
                                         std::size_t table_bytes, const Control& control) {
  std::vector<ContestResult> results(contests.size());
  ProgressMeter meter(control, "judge", contests.size());
  PerThread<std::unique_ptr<PairSearcher>> searchers([&] { return oracle.searcher(table_bytes); });
  std::mutex mutex;
  std::optional<Error> failure;  // the first one
  for_each_index(contests.size(), control, [&](std::size_t i) {
    Result<ContestResult> result = hold(contests[i], *searchers.local());
    if (result) {
      results[i] = *std::move(result);
      return meter.advance(1);
    }
    const std::lock_guard lock(mutex);
    if (!failure) failure = result.error();
  });
  if (failure) return *std::move(failure);
  if (control.stopped()) return Error{ErrorCode::kStopped, "judging was stopped", {}};
  return results;
}

Result<std::vector<JudgedReply>> judge_replies(const PairOracle& oracle, std::span<const BookEntry> entries,
                                               std::span<const Refutation> replies, std::size_t table_bytes,
                                               const Control& control) {
  Judge judge(entries, replies);
  while (!judge.finished()) {
    const auto results = booksearch::judge(oracle, judge.next_contests(), table_bytes, control);
    if (!results) return results.error();
    judge.take(*results);
  }
  return std::move(judge).judged();
}

}  // namespace tabiya::booksearch
