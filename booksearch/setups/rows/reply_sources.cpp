#include "booksearch/setups/rows/reply_sources.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string>
#include <unordered_set>

#include "core/book/reply_count.h"

namespace tabiya::booksearch {
namespace {

// The statically best ones.

RepliesTo own_candidates(const ReplyContext& context) {
  return [&lists = context.lists, count = context.stage.replies](const RowTask& row_task) {
    return lists.best(row_task.red, count);
  };
}

// The answers to similar reds, once in a stage: those of the stage before, or of its own first round.

void learn_examples(const JobStage& stage, std::span<const Row> rows, const KnownAnswers& met,
                    KnownAnswers& news) {
  if (stage.near == 0 || !met.examples.empty()) return;
  for (const Row& row : rows) news.examples.push_back({row.red, row.reply});
  std::ranges::sort(news.examples, {}, &Answered::red);  // the same order, however good they are
}

RepliesTo answers_to_similar(const ReplyContext& context) {
  if (context.known.examples.empty()) return {};
  const auto answers = std::make_shared<const NearAnswers>(context.oracle.reds(), context.oracle.blues(),
                                                           context.known.examples);
  return [answers, count = context.stage.near](const RowTask& row_task) {
    return answers->of(row_task.red, count);
  };
}

// The most frequent answers, until no new one enters.

void learn_shared(const JobStage& stage, std::span<const Row> rows, const KnownAnswers& met,
                  KnownAnswers& news) {
  news.shared = frequent_answers(rows, stage.shared);
  std::erase_if(news.shared, [&](SetupId reply) { return std::ranges::count(met.shared, reply) > 0; });
}

RepliesTo shared_answers(const ReplyContext& context) {
  if (context.known.shared.empty()) return {};
  return [shared = context.known.shared](const RowTask&) { return shared; };
}

constexpr std::array kSources{
    ReplySource{{&JobStage::replies, "replies",
                 "blues that each red is tried against, the statically best; 0: all that the filter left", 0,
                 kMaxSetups},
                nullptr,
                own_candidates},
    ReplySource{{&JobStage::near, "near",
                 "further blues, the answers to the most similar other reds: of the stage before, or of the "
                 "first round",
                 0, kMaxSetups, true},
                learn_examples,
                answers_to_similar},
    ReplySource{
        {&JobStage::shared, "shared",
         "further blues, the most frequent answers to other reds, until no new answer enters", 0, kMaxSetups},
        learn_shared,
        shared_answers,
        false},
};

}  // namespace

NearAnswers::NearAnswers(const SetupSpace& reds, const SetupSpace& blues, std::span<const Answered> examples)
    : reds_(reds), examples_(examples.begin(), examples.end()) {
  for (const Answered& example : examples)
    examples_.push_back({reds.mirror(example.red), blues.mirror(example.reply)});
  std::vector<std::string> names;
  for (const Answered& example : examples_) {
    names.push_back(reds.name(example.red));
    width_ = std::max(width_, names.back().size());
  }
  names_.resize(names.size() * width_);
  for (std::size_t i = 0; i < names.size(); ++i)
    std::ranges::copy(names[i], names_.begin() + static_cast<std::ptrdiff_t>(i * width_));
}

std::vector<SetupId> NearAnswers::of(SetupId red, std::size_t count) const {
  std::string name = reds_.name(red);
  name.resize(std::max(width_, name.size()));
  std::vector<std::vector<std::size_t>> by_distance(width_ + 1);
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    const char* const other = names_.data() + i * width_;
    std::size_t distance = 0;
    for (std::size_t letter = 0; letter < width_; ++letter) distance += name[letter] != other[letter];
    by_distance[distance].push_back(i);
  }
  std::vector<SetupId> answers;
  std::unordered_set<SetupId> seen;
  const SetupId mirror = reds_.mirror(red);
  for (const std::vector<std::size_t>& group : by_distance) {
    for (const std::size_t i : group) {
      if (answers.size() == count) return answers;
      const auto& [other, reply] = examples_[i];
      if (other != red && other != mirror && seen.insert(reply).second) answers.push_back(reply);
    }
  }
  return answers;
}

std::span<const ReplySource> reply_sources() { return kSources; }

void KnownAnswers::add(const KnownAnswers& more) {
  shared.insert(shared.end(), more.shared.begin(), more.shared.end());
  examples.insert(examples.end(), more.examples.begin(), more.examples.end());
}

KnownAnswers new_answers(const JobStage& stage, std::span<const Row> rows, const KnownAnswers& met) {
  KnownAnswers news;
  for (const ReplySource& source : kSources)
    if (source.learn != nullptr) source.learn(stage, rows, met, news);
  return news;
}

std::vector<SetupId> frequent_answers(std::span<const Row> rows, std::size_t count) {
  std::vector<SetupId> replies;
  for (const Row& row : rows) replies.push_back(row.reply);
  return most_frequent(replies, count);
}

ReplyCandidates::ReplyCandidates(const ReplyContext& context)
    : sieve_(context.stage.sieve),
      survivors_(context.stage.survivors > 0 ? context.stage.survivors
                                             : std::numeric_limits<std::size_t>::max()) {
  for (const ReplySource& source : kSources) {
    const bool learns = source.learn != nullptr;
    RepliesTo replies = source.prepare(context);
    if (!replies) continue;
    later_rounds_are_sifted_ |= learns && source.is_sifted;
    sources_.push_back({std::move(replies), learns});
  }
}

std::vector<SetupId> ReplyCandidates::against(const RowTask& row_task) const {
  std::vector<SetupId> rest;
  std::unordered_set<SetupId> seen;
  const auto add = [&](SetupId reply, bool is_new) {
    if (seen.insert(reply).second && is_new) rest.push_back(reply);
  };
  const bool is_first_round = !row_task.red_value;
  if (row_task.reply) add(*row_task.reply, is_first_round);
  for (const Prepared& source : sources_)
    for (const SetupId reply : source.replies(row_task)) add(reply, is_first_round || source.learns);
  return rest;
}

}  // namespace tabiya::booksearch
