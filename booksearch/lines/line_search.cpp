#include "booksearch/lines/line_search.h"

#include <utility>
#include <vector>

#include "booksearch/support/serialization.h"
#include "codec/crc64.h"

namespace tabiya::booksearch {
namespace {

// Of one round.
Result<std::vector<LineAnswer>> answers_to(const std::vector<LineQuestion>& questions,
                                           JudgePool<LineJudge>& judges, const LineMemory& memory,
                                           const Control& control) {
  std::vector<LineAnswer> answers(questions.size());
  std::vector<LineQuestion> open;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto known = memory.known.find(fingerprint(questions[i]));
    if (known != memory.known.end()) {
      answers[i] = known->second;
    } else {
      open.push_back(questions[i]);
      places.push_back(i);
    }
  }
  const auto on_answer = [&](std::size_t index, LineAnswer answer) {
    answers[places[index]] = answer;
    return memory.keep ? memory.keep(fingerprint(open[index]), answer) : ok_status();
  };
  if (const Status status = judges.run(open, on_answer, control); !status) return status.error();
  return answers;
}

}  // namespace

std::uint64_t fingerprint(const LineQuestion& question) { return codec::crc64(to_bytes(question)); }

Status grow_lines(LineGrowth& growth, JudgePool<LineJudge>& judges, const LineMemory& memory,
                  const Control& control, LineSearches& searches) {
  ProgressMeter meter(control, "positions", growth.wanted(), growth.graph().size());
  while (!growth.questions().empty()) {
    const auto answers = answers_to(growth.questions(), judges, memory, control);
    if (!answers) return answers.error();
    const std::size_t before = growth.graph().size();
    if (const Status status = growth.take(*answers); !status) return status;
    searches.count += answers->size();
    for (const LineAnswer& answer : *answers) searches.nodes += static_cast<std::uint64_t>(answer.nodes);
    meter.advance(growth.graph().size() - before);
  }
  return ok_status();
}

}  // namespace tabiya::booksearch
