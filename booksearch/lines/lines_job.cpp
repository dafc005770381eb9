#include "booksearch/lines/lines_job.h"

#include <span>
#include <utility>

#include "booksearch/lines/engine_move_judge.h"
#include "codec/crc64.h"
#include "codec/text.h"
#include "core/book/valued_book_file.h"

namespace tabiya::booksearch {

LinesJob with_longer_searches(LinesJob job, std::int64_t times, int plies) {
  if (job.limits.nodes != 0) job.limits.nodes *= times;
  if (job.limits.depth != 0) job.limits.depth += plies;
  return job;
}

JudgeKind<MoveQuestion> move_judges(const LinesJob& job, const GrowthRoots& roots,
                                    const ChosenSearch& search) {
  return {search.identity, search.name,
          engine_move_judges(*job.game, roots, job.limits.search_limits(), search.make_engine)};
}

ValuedBook finished_book(const LinesJob& job, const BookGrowth& growth, const std::string& judge) {
  std::vector<BookRoot> roots;
  for (const BookNode node : growth.roots()) roots.push_back({growth.position(node)->text(), node});
  ValuedBookMeta meta;
  meta.rules = job.game->rules_version();
  meta.judge = concat(judge, ", ", job.limits.command());
  meta.search_error = growth.search_error();
  meta.repetition = job.growth.repetition;
  meta.tolerance = job.tolerance;
  return finish_book(growth.graph(), std::move(roots), std::move(meta));
}

std::string lines_state_path(const std::string& out) { return out + ".state"; }

AnsweredRun growing_run(const LinesJob& job, const GrowthRoots& roots, const std::string& judge) {
  std::string texts;
  for (const auto& root : roots) texts += root->text() + '\n';
  return {kLinesAnswers,
          {{"game", std::string(job.game->name())},
           {"rules", std::to_string(job.game->rules_version())},
           {"from", hexadecimal(codec::crc64(std::as_bytes(std::span(texts))))},
           {"limits", job.limits.command()}},
          judge};
}

Result<AnsweredRun> lines_audit_run(const ValuedBook& book, const LinesJob& job,
                                    const PositionAuditSettings& settings, const std::string& judge) {
  const Result<std::vector<std::byte>> bytes = encode_valued_book(book, *job.game->make_book_walk());
  if (!bytes) return bytes.error();
  return AnsweredRun{kLinesAuditAnswers,
                     {{"book", hexadecimal(codec::crc64(*bytes))},
                      {"limits", job.limits.command()},
                      {"sample", std::to_string(settings.sample)},
                      {"suspects", std::to_string(settings.suspects)},
                      {"seed", std::to_string(settings.seed)}},
                     judge};
}

Result<LinesState> LinesState::open(const std::string& path, const AnsweredRun& run, const StateUse& use) {
  LinesState state;
  auto store = AnswerStore::open(path, run, use);
  if (!store) return store.error();
  Result<AnswerMemory> memory = memory_of(**store);
  if (!memory) return memory.error();
  state.store_ = *std::move(store);
  state.memory_ = *std::move(memory);
  return state;
}

Result<LinesStatus> lines_status(const std::string& out, const LinesJob& job, const GrowthRoots& roots) {
  const std::string path = lines_state_path(out);
  const auto store = AnswerStore::view(path, growing_run(job, roots, ""), "name the job's book with --out");
  if (!store) return store.error();
  Result<AnswerMemory> memory = memory_of(**store);
  if (!memory) return memory.error();
  memory->keep = nullptr;
  memory->flush = nullptr;
  LinesStatus status{path, AnswerStore::owner(path), BookGrowth(roots, job.growth)};
  const Result<std::size_t> answered = regrow_book(status.growth, *memory, status.searches);
  if (!answered) return Error{answered.error().code, concat(path, ": ", answered.error().message), {}};
  status.answered = *answered;
  return status;
}

}  // namespace tabiya::booksearch
