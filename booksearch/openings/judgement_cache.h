// Answers to the questions of a job about its candidates: a question whose answer was stored by an earlier
// run is not asked again.
//
// The chooser of questions sees only answers to questions that it has asked: stored answers to later ones
// stay hidden until their turn. So the choice does not depend on the point at which an earlier run ended.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "booksearch/openings/judgement.h"
#include "booksearch/openings/stage_drift.h"
#include "booksearch/work/answer_store.h"
#include "booksearch/work/control.h"
#include "booksearch/work/judge_pool.h"

namespace tabiya::booksearch {

// Returns the key of a question in a store.
inline std::uint64_t key_of(const Question& question) {
  return std::uint64_t{question.stage} << 32 | question.candidate;
}

// The sources of answers.
struct JudgeSources {
  JudgePool<Question>* judges =
      nullptr;                   // null: nobody is asked, as when only the state of a job is looked at
  AnswerStore* store = nullptr;  // what is known, and what becomes known
};

// The assumed ratio of a stage's nodes to those of the stage before, as long as none of its searches are
// known.
inline constexpr double kFirstCostGuess = 4;

class JudgementCache {
 public:
  JudgementCache(std::uint32_t candidates, std::size_t stages, const JudgeSources& sources,
                 const Control& control);

  // Reads the store. It must be called once, before anything else. Errors: those of the store; kCorrupt if it
  // holds a question that the job does not have.
  Status restore();

  // Asks the questions; afterwards, known() has their answers. on_answer() is told of every answer, never
  // twice at a time. Errors: those of the judges and of the store; kStopped on an interruption and when the
  // time is over.
  using OnAnswer = std::function<void(const Judgement& judgement)>;
  Status ask(std::span<const Question> questions, const OnAnswer& on_answer);

  const std::optional<Judgement>& known(std::size_t stage, std::uint32_t candidate) const {
    return known_[stage][candidate];
  }
  // `answered()` counts the answers in a stage; the next two tell the nodes of the searches.
  std::uint64_t answered(std::size_t stage) const { return answered_[stage]; }
  double mean_nodes(std::size_t stage) const;  // 0 as long as none is answered
  std::uint64_t nodes() const;                 // of all stages

  // Returns the changes from each stage to the next one, of all candidates that are known in both;
  // coordinate(stage, candidate) tells their values.
  template <class Coordinate>
  std::vector<std::vector<Change>> changes(Coordinate&& coordinate) const {
    std::vector<std::vector<Change>> changes(stages() - 1);
    for (std::size_t stage = 0; stage + 1 < stages(); ++stage) {
      for (std::uint32_t i = 0; i < candidates_; ++i) {
        if (known(stage, i) && known(stage + 1, i))
          changes[stage].push_back({coordinate(stage, i), coordinate(stage + 1, i)});
      }
    }
    return changes;
  }
  // Returns the last stage in which a candidate was answered; nothing before its first answer.
  std::optional<std::size_t> last_stage_of(std::uint32_t candidate) const;

  std::uint32_t candidates() const { return candidates_; }
  std::size_t stages() const { return known_.size(); }
  const Control& control() const { return control_; }

 private:
  Status ask_judges(const std::vector<Question>& questions, const OnAnswer& on_answer);
  const Judgement* find_stored(const Question& question) const;
  void learn(const Question& question, const Judgement& judgement, const OnAnswer& on_answer);

  std::uint32_t candidates_;
  JudgeSources sources_;
  Control control_;
  std::vector<std::vector<std::optional<Judgement>>> known_;  // by stage and candidate
  std::vector<std::pair<std::uint64_t, Judgement>> stored_;   // by the keys of their questions, sorted
  std::vector<std::uint64_t> answered_, nodes_;               // by stage
};

}  // namespace tabiya::booksearch
