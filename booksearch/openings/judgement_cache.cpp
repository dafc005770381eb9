#include "booksearch/openings/judgement_cache.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace tabiya::booksearch {
namespace {

std::pair<std::size_t, std::uint32_t> key_of(const Question& question) {
  return {question.stage, question.candidate};
}

std::string name_of(const Question& question) {
  return "candidate " + std::to_string(question.candidate) + " in stage " +
         std::to_string(question.stage + 1);
}

}  // namespace

JudgementCache::JudgementCache(std::uint32_t candidates, std::size_t stages, const JudgeSources& sources,
                               const Control& control)
    : candidates_(candidates),
      sources_(sources),
      control_(control),
      known_(stages, std::vector<std::optional<Judgement>>(candidates)),
      answered_(stages),
      nodes_(stages) {}

Status JudgementCache::restore() {
  const auto stored = sources_.store->judgements();
  if (!stored) return stored.error();
  if (const Status status = take(*stored); !status) return status;
  if (!sources_.read_others) return ok_status();
  const auto others = sources_.read_others();
  return others ? take(*others) : Status(others.error());
}

// Adds to what is stored.
Status JudgementCache::take(const std::vector<StoredJudgement>& stored) {
  for (const auto& [question, judgement] : stored) {
    if (question.candidate >= candidates_ || question.stage >= stages())
      return corrupt("the job has no " + name_of(question));
  }
  stored_.insert(stored_.end(), stored.begin(), stored.end());
  std::ranges::stable_sort(stored_, {}, [](const auto& entry) { return key_of(entry.first); });
  const auto same_question = [](const auto& a, const auto& b) { return key_of(a.first) == key_of(b.first); };
  for (std::size_t i = 1; i < stored_.size(); ++i) {
    if (same_question(stored_[i - 1], stored_[i]) && stored_[i - 1].second != stored_[i].second)
      return invalid("shards contradict each other about " + name_of(stored_[i].first));
  }
  stored_.erase(std::unique(stored_.begin(), stored_.end(), same_question), stored_.end());
  return ok_status();
}

Status JudgementCache::ask(std::span<const Question> questions, const OnAnswer& on_answer) {
  std::vector<Question> open;
  std::vector<std::pair<Question, std::size_t>> owed;  // with the number of the shard, less one
  for (std::size_t place = 0; place < questions.size(); ++place) {
    if (const Judgement* stored = find_stored(questions[place])) {
      learn(questions[place], *stored, on_answer);
    } else if (sources_.shard.computes(place)) {
      open.push_back(questions[place]);
    } else {
      owed.emplace_back(questions[place], place % sources_.shard.count);
    }
  }
  if (const Status status = ask_judges(open, on_answer); !status) return status;
  return ask_others(owed, on_answer);
}

Status JudgementCache::ask_judges(const std::vector<Question>& questions, const OnAnswer& on_answer) {
  if (questions.empty()) return ok_status();
  if (sources_.judges == nullptr) return Error{ErrorCode::kStopped, "there is nobody to be asked", {}};
  const auto keep = [&](std::size_t index, const Judgement& judgement) {
    learn(questions[index], judgement, on_answer);
    return sources_.store->add(questions[index], judgement);
  };
  const Status status = sources_.judges->run(questions, keep, control_);
  if (const Status flushed = sources_.store->flush(); !flushed) return flushed;
  return status;
}

Status JudgementCache::ask_others(const std::vector<std::pair<Question, std::size_t>>& owed,
                                  const OnAnswer& on_answer) {
  if (owed.empty()) return ok_status();
  if (sources_.read_others) {
    const auto others = sources_.read_others();
    if (!others) return others.error();
    if (const Status status = take(*others); !status) return status;
  }
  std::vector<std::size_t> missing(sources_.shard.count);
  for (const auto& [question, shard] : owed) {
    const Judgement* stored = find_stored(question);
    if (stored != nullptr) learn(question, *stored, on_answer);
    if (stored == nullptr) ++missing[shard];
  }
  missing_ = describe_missing(missing, "answer");
  if (missing_.shards.empty()) return ok_status();
  return Error{ErrorCode::kStopped, "it waits for " + missing_.text, {}};
}

const Judgement* JudgementCache::find_stored(const Question& question) const {
  const auto found = std::ranges::lower_bound(stored_, key_of(question), {},
                                              [](const auto& entry) { return key_of(entry.first); });
  const bool is_there = found != stored_.end() && key_of(found->first) == key_of(question);
  return is_there ? &found->second : nullptr;
}

void JudgementCache::learn(const Question& question, const Judgement& judgement, const OnAnswer& on_answer) {
  known_[question.stage][question.candidate] = judgement;
  ++answered_[question.stage];
  nodes_[question.stage] += static_cast<std::uint64_t>(judgement.nodes);
  on_answer(judgement);
}

std::optional<std::size_t> JudgementCache::last_stage_of(std::uint32_t candidate) const {
  for (std::size_t stage = stages(); stage-- > 0;) {
    if (known(stage, candidate)) return stage;
  }
  return std::nullopt;
}

double JudgementCache::mean_nodes(std::size_t stage) const {
  return answered_[stage] == 0 ? 0
                               : static_cast<double>(nodes_[stage]) / static_cast<double>(answered_[stage]);
}

std::uint64_t JudgementCache::nodes() const {
  return std::accumulate(nodes_.begin(), nodes_.end(), std::uint64_t{0});
}

}  // namespace tabiya::booksearch
