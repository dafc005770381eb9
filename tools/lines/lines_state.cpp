#include "tools/lines/lines_state.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "codec/crc64.h"
#include "codec/text.h"
#include "tools/cli/failure.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/cli/run_files.h"
#include "tools/jobs/job_status_text.h"

namespace tabiya::tools {
namespace {

using booksearch::AnswerStore;
using booksearch::BookGrowth;

std::string move_of(const BookGrowth& growth, BookNode node) {
  const auto best = best_move(growth.graph(), node, growth.values());
  return best ? growth.position(node)->move_text(*best).readable : "";
}

// The answers in the state of a book, whoever searches, and whether or not the search is running. Throws
// Failure if there is no state, or if it is damaged, or of another job.
booksearch::AnswerMemory read_lines_state(const std::string& book, const LinesJob& job,
                                          const GrowthRoots& roots) {
  const std::string path = lines_state_path(book);
  const auto store =
      take(AnswerStore::view(path, growing_run(job, roots, ""), "name the job's book with --out"));
  booksearch::AnswerMemory memory = take(memory_of(*store));
  memory.keep = nullptr;
  memory.flush = nullptr;
  return memory;
}

}  // namespace

std::string lines_state_path(const std::string& out) { return out + ".state"; }

booksearch::AnsweredRun growing_run(const LinesJob& job, const GrowthRoots& roots, const std::string& judge) {
  std::string texts;
  for (const auto& root : roots) texts += root->text() + '\n';
  return {booksearch::kLinesAnswers,
          {{"game", std::string(job.game->name())},
           {"rules", std::to_string(job.game->rules_version())},
           {"from", hexadecimal(codec::crc64(std::as_bytes(std::span(texts))))},
           {"limits", job.limits.command()}},
          judge};
}

LinesState::LinesState(const LogOptions& out, const booksearch::AnsweredRun& run, const std::string& owner) {
  if (out.path.empty()) return;
  path_ = lines_state_path(out.path);
  note_output(path_, owner);
  const std::string other = "choose another " + out.option;
  const booksearch::StateUse use{
      out.resume,
      out.force,
      {check_growing_output(path_, out.option), "written", "wait for its end, or " + other},
      "take its options, or " + other};
  store_ = take(AnswerStore::open(path_, run, use));
  memory_ = take(memory_of(*store_));
  if (!store_->loss().empty()) print_note(concat(path_, ": ", store_->loss()));
}

void LinesState::remove() {
  if (store_) take(store_->remove());
}

void add_growth_roots(Facts& facts, const BookGrowth& growth) {
  constexpr std::size_t kMost = 10;
  Json roots = Json::array();
  for (const BookNode node : growth.roots()) {
    const std::string position = growth.position(node)->text(), move = move_of(growth, node);
    const BookValue value = growth.values()[node];
    roots.push_back({{"position", position}, {"move", move}, {"value", value.value}, {"error", value.error}});
    if (roots.size() <= kMost)
      facts.line("{}: best {}, {:+.3f} logit (standard error {:.3f}) for the side to move", position, move,
                 value.value / 1e4, value.error / 1e4);
  }
  if (roots.size() > kMost) facts.line("and {} more", roots.size() - kMost);
  facts.add("from", roots);
}

LinesStatus read_lines_status(const std::string& book, const LinesJob& job, const GrowthRoots& roots) {
  const booksearch::AnswerMemory memory = read_lines_state(book, job, roots);
  const std::string state = lines_state_path(book);
  LinesStatus status{state, booksearch::AnswerStore::owner(state), BookGrowth(roots, job.growth)};
  status.answered = take(regrow_book(status.growth, memory, status.searches), state);
  return status;
}

void print_lines_status(const LinesStatus& status, bool json) {
  const BookGrowth& growth = status.growth;
  const std::size_t positions = growth.graph().size(), questions = growth.questions().size();
  Facts facts(json, kStatusWidth);
  add_state(facts, status.state, status.is_finished(), status.owner, "built by");
  facts.add("positions", positions, "done", "{} of {} positions, {} %", positions, growth.wanted(),
            100 * positions / std::max<std::size_t>(growth.wanted(), 1));
  facts.add("wanted", growth.wanted());
  facts.add("focus", growth.focus(), growth.focus() > 0 ? "focus" : "",
            "{} of {} in the book, which grows beyond them once it has all", growth.focus_reached(),
            counted(growth.focus(), "position"));
  facts.add("focus_reached", growth.focus_reached());
  facts.add("searches", status.searches.count, "searched",
            "{} answered, {:.1f} M nodes; a search is off by {:.3f} logit",
            counted(status.searches.count, "question"), static_cast<double>(status.searches.nodes) / 1e6,
            growth.search_error() / 1e4);
  facts.add("nodes", status.searches.nodes);
  facts.add("done", status.answered, "next", "{}",
            status.is_finished() ? "nothing; the book is finished"
                                 : fmt::format("{} of {} of its round have been answered", status.answered,
                                               counted(questions, "question")));
  facts.add("total", questions);
  facts.add("search_error", growth.search_error());
  facts.add("built_by", owner_json(status.owner));
  add_growth_roots(facts, growth);
  facts.print();
}

}  // namespace tabiya::tools
