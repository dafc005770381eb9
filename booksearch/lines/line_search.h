// The searches of a book of lines: by whom its questions are answered, and what is kept of the answers.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>

#include "booksearch/lines/growth.h"
#include "booksearch/lines/line_judge.h"
#include "booksearch/support/control.h"
#include "booksearch/support/judge_pool.h"

namespace tabiya::booksearch {

// What stands for a question in a memory: equal for equal questions, and for no others that come up.
std::uint64_t fingerprint(const LineQuestion& question);

// Answers of earlier runs, by the fingerprints of their questions. Another book of the same positions may use them, too.
struct LineMemory {
  std::unordered_map<std::uint64_t, LineAnswer> known{};
  // Sees each answer that was not known, from any thread, but one at a time; may be empty.
  std::function<Status(std::uint64_t question, const LineAnswer& answer)> keep{};
};

struct LineSearches {
  std::uint64_t count = 0;
  std::uint64_t nodes = 0;
};

// Lets the book grow until it asks nothing any more. Errors: kStopped when `control` says so, the book then being as it was
// after the last whole round; those of the judges, of keep() and of LineGrowth::take(). Throws what they throw.
Status grow_lines(LineGrowth& growth, JudgePool<LineJudge>& judges, const LineMemory& memory,
                  const Control& control, LineSearches& searches);

}  // namespace tabiya::booksearch
