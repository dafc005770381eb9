#include "booksearch/openings/judgement_cache.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace tabiya::booksearch {
namespace {

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
  return sources_.store->read<Judgement>([this](std::uint64_t key, const Judgement& judgement) -> Status {
    const Question question{static_cast<std::uint32_t>(key), static_cast<std::size_t>(key >> 32)};
    if (question.candidate >= candidates_ || question.stage >= stages())
      return corrupt("the job has no " + name_of(question));
    stored_.emplace_back(key, judgement);
    return ok_status();
  });
}

Status JudgementCache::ask(std::span<const Question> questions, const OnAnswer& on_answer) {
  std::vector<Question> open;
  for (const Question& question : questions) {
    if (const Judgement* stored = find_stored(question)) {
      learn(question, *stored, on_answer);
    } else {
      open.push_back(question);
    }
  }
  return ask_judges(open, on_answer);
}

Status JudgementCache::ask_judges(const std::vector<Question>& questions, const OnAnswer& on_answer) {
  if (questions.empty()) return ok_status();
  if (sources_.judges == nullptr) return Error{ErrorCode::kStopped, "there is no engine to ask", {}};
  const auto keep = [&](std::size_t index, const Judgement& judgement) {
    learn(questions[index], judgement, on_answer);
    return sources_.store->add(key_of(questions[index]), judgement, judgement.nodes);
  };
  const Status status = sources_.judges->run(questions, keep, control_);
  if (const Status flushed = sources_.store->flush(); !flushed) return flushed;
  return status;
}

const Judgement* JudgementCache::find_stored(const Question& question) const {
  const std::uint64_t key = key_of(question);
  const auto found =
      std::ranges::lower_bound(stored_, key, {}, [](const auto& entry) { return entry.first; });
  return found != stored_.end() && found->first == key ? &found->second : nullptr;
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
