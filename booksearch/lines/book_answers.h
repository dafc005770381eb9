// The searches of a book of moves: they have its questions answered, and keep the answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "booksearch/lines/growth.h"
#include "booksearch/lines/move_judge.h"
#include "booksearch/work/answer_store.h"
#include "booksearch/work/control.h"
#include "booksearch/work/judge_pool.h"

namespace tabiya::booksearch {

// The key of a question in a memory: it is equal for equal questions, and for no others that come up.
std::uint64_t fingerprint(const MoveQuestion& question);

// Answers of earlier runs, by the fingerprints of their questions. Another book of the same positions may use them, too.
struct AnswerMemory {
  std::unordered_map<std::uint64_t, MoveAnswer> known{};
  // Called with each answer that was not known, from any thread, but one at a time; may be empty.
  std::function<Status(std::uint64_t question, const MoveAnswer& answer)> keep{};
  // Called when there are no more answers for the moment; may be empty.
  std::function<Status()> flush{};
};

// Returns the memory of a store, which must outlive it. Errors: those of the store; kCorrupt where it holds
// an answer that no search gives.
Result<AnswerMemory> memory_of(AnswerStore& store);

struct SearchCount {
  std::uint64_t count = 0;
  std::uint64_t nodes = 0;

  void add(const MoveAnswer& answer) {
    ++count;
    nodes += static_cast<std::uint64_t>(answer.nodes);
  }
};

// Returns the answers to some questions, in their order. It asks the judges for those that the memory does
// not have. `on_each` is called for each new answer, as keep() is; it may be empty. Errors: kStopped when
// `control` says so; those of the judges and of keep().
Result<std::vector<MoveAnswer>> move_answers(std::span<const MoveQuestion> questions,
                                             JudgePool<MoveQuestion>& judges, const AnswerMemory& memory,
                                             const Control& control, SearchCount& searches,
                                             const std::function<void()>& on_each = {});

// Lets the book grow until it has no more questions. Errors: kStopped when `control` says so, and the book is
// then as it was after the last whole round; those of the judges, of keep() and of BookGrowth::take(). It
// throws what they throw.
Status grow_book(BookGrowth& growth, JudgePool<MoveQuestion>& judges, const AnswerMemory& memory,
                 const Control& control, SearchCount& searches);

// Lets the book grow as far as the answers of a memory go. Returns how many questions of the round that is
// then open they answer. Errors: those of BookGrowth::take().
Result<std::size_t> regrow_book(BookGrowth& growth, const AnswerMemory& memory, SearchCount& searches);

}  // namespace tabiya::booksearch
