#include "booksearch/lines/book_answers.h"

#include <utility>

#include "booksearch/work/serialization.h"
#include "codec/crc64.h"

namespace tabiya::booksearch {

std::uint64_t fingerprint(const MoveQuestion& question) { return codec::crc64(to_bytes(question)); }

Result<AnswerMemory> memory_of(AnswerStore& store) {
  AnswerMemory memory;
  const Status read = store.read<MoveAnswer>([&](std::uint64_t question, MoveAnswer answer) -> Status {
    const Score score = answer.score.score;
    if (score <= -kInfiniteScore || score >= kInfiniteScore)
      return corrupt(std::to_string(score) + " is not a value of a search");
    memory.known.emplace(question, std::move(answer));
    return ok_status();
  });
  if (!read) return read.error();
  memory.keep = [&store](std::uint64_t question, const MoveAnswer& answer) {
    return store.add(question, answer, answer.nodes);
  };
  memory.flush = [&store] { return store.flush(); };
  return memory;
}

Result<std::vector<MoveAnswer>> move_answers(std::span<const MoveQuestion> questions,
                                             JudgePool<MoveQuestion>& judges, const AnswerMemory& memory,
                                             const Control& control, SearchCount& searches,
                                             const std::function<void()>& on_each) {
  std::vector<MoveAnswer> answers(questions.size());
  std::vector<MoveQuestion> open;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto known = memory.known.find(fingerprint(questions[i]));
    if (known != memory.known.end()) {
      answers[i] = known->second;
      if (on_each) on_each();
    } else {
      open.push_back(questions[i]);
      places.push_back(i);
    }
  }
  const auto on_answer = [&](std::size_t index, MoveAnswer answer) {
    answers[places[index]] = answer;
    if (on_each) on_each();
    return memory.keep ? memory.keep(fingerprint(open[index]), answer) : ok_status();
  };
  const Status status = judges.run(open, on_answer, control);
  if (memory.flush)
    if (const Status flushed = memory.flush(); !flushed) return flushed.error();
  if (!status) return status.error();
  for (const MoveAnswer& answer : answers) searches.add(answer);
  return answers;
}

Status grow_book(BookGrowth& growth, JudgePool<MoveQuestion>& judges, const AnswerMemory& memory,
                 const Control& control, SearchCount& searches) {
  ProgressMeter meter(control, "positions", growth.wanted(), growth.graph().size());
  while (!growth.questions().empty()) {
    const auto answers = move_answers(growth.questions(), judges, memory, control, searches);
    if (!answers) return answers.error();
    const std::size_t before = growth.graph().size();
    if (const Status status = growth.take(*answers); !status) return status;
    meter.advance(growth.graph().size() - before);
  }
  return ok_status();
}

Result<std::size_t> regrow_book(BookGrowth& growth, const AnswerMemory& memory, SearchCount& searches) {
  while (!growth.questions().empty()) {
    std::vector<MoveAnswer> answers;
    for (const MoveQuestion& question : growth.questions()) {
      const auto known = memory.known.find(fingerprint(question));
      if (known != memory.known.end()) answers.push_back(known->second);
    }
    if (answers.size() < growth.questions().size()) return answers.size();
    if (const Status status = growth.take(answers); !status) return status.error();
    for (const MoveAnswer& answer : answers) searches.add(answer);
  }
  return std::size_t{0};
}

}  // namespace tabiya::booksearch
