#include "tools/lines/lines_state.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "codec/crc64.h"
#include "codec/text.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/cli/run_files.h"
#include "tools/jobs/job_status_text.h"

namespace tabiya::tools {
namespace {

using booksearch::AnswerStore;
using booksearch::LineGrowth;

std::string move_of(const LineGrowth& growth, LineNode node) {
  const auto best = best_move(growth.graph(), node, growth.values());
  return best ? growth.position(node)->move_text(*best).readable : "";
}

Json status_json(const LinesStatus& status) {
  return {{"state", status.state},
          {"finished", status.is_finished()},
          {"positions", status.growth.graph().size()},
          {"wanted", status.growth.wanted()},
          {"focus", status.growth.focus()},
          {"focus_reached", status.growth.focus_reached()},
          {"searches", status.searches.count},
          {"nodes", status.searches.nodes},
          {"done", status.answered},
          {"total", status.growth.questions().size()},
          {"search_error", status.growth.search_error()},
          {"built_by", owner_json(status.owner)},
          {"from", line_roots_json(status.growth)}};
}

// The answers in the state of a book, whoever searches, and whether or not the search is running. Throws
// Failure if there is no state, or if it is damaged, or of another job.
booksearch::LineMemory read_lines_state(const std::string& book, const LinesJob& job,
                                        const LineRoots& roots) {
  const std::string path = lines_state_path(book);
  const auto store =
      take(AnswerStore::view(path, growing_run(job, roots, ""), "name the job's book with --out"));
  booksearch::LineMemory memory = take(memory_of(*store));
  memory.keep = nullptr;
  memory.flush = nullptr;
  return memory;
}

}  // namespace

std::string lines_state_path(const std::string& out) { return out + ".state"; }

booksearch::AnsweredRun growing_run(const LinesJob& job, const LineRoots& roots, const std::string& judge) {
  std::string texts;
  for (const auto& root : roots) texts += root->text() + '\n';
  return {booksearch::kLinesAnswers,
          {{"game", job.game},
           {"rules", std::to_string(game_named(job.game, "game").rules_version())},
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

void print_line_roots(const LineGrowth& growth) {
  constexpr std::size_t kMost = 10;
  for (std::size_t i = 0; i < std::min(growth.roots().size(), kMost); ++i) {
    const LineNode node = growth.roots()[i];
    const LineValue value = growth.values()[node];
    print_line("{}: best {}, {:+.3f} logit (standard error {:.3f}) for the side to move",
               growth.position(node)->text(), move_of(growth, node), value.value / 1e4, value.error / 1e4);
  }
  if (growth.roots().size() > kMost) print_line("and {} more", growth.roots().size() - kMost);
}

Json line_roots_json(const LineGrowth& growth) {
  Json roots = Json::array();
  for (const LineNode node : growth.roots())
    roots.push_back({{"position", growth.position(node)->text()},
                     {"move", move_of(growth, node)},
                     {"value", growth.values()[node].value},
                     {"error", growth.values()[node].error}});
  return roots;
}

LinesStatus read_lines_status(const std::string& book, const LinesJob& job, const LineRoots& roots) {
  const booksearch::LineMemory memory = read_lines_state(book, job, roots);
  const std::string state = lines_state_path(book);
  LinesStatus status{state, booksearch::AnswerStore::owner(state), LineGrowth(roots, job.growth)};
  status.answered = take(regrow_lines(status.growth, memory, status.searches), state);
  return status;
}

void print_lines_status(const LinesStatus& status, bool json) {
  if (json) return print_json(status_json(status));
  const LineGrowth& growth = status.growth;
  const std::size_t positions = growth.graph().size();
  print_line("{:<12}{}", "state", status.state);
  if (status.owner || !status.is_finished())
    print_line("{:<12}{}", "built by",
               status.owner ? describe(*status.owner) : "no process at the moment; `--resume` continues");
  print_line("{:<12}{} of {} positions, {} %", "done", positions, growth.wanted(),
             100 * positions / std::max<std::size_t>(growth.wanted(), 1));
  if (growth.focus() > 0)
    print_line("{:<12}{} of {} in the book, which grows beyond them once it has all", "focus",
               growth.focus_reached(), counted(growth.focus(), "position"));
  print_line("{:<12}{} answered, {:.1f} M nodes; a search is off by {:.3f} logit", "searched",
             counted(status.searches.count, "question"), static_cast<double>(status.searches.nodes) / 1e6,
             growth.search_error() / 1e4);
  print_line("{:<12}{}", "next",
             status.is_finished() ? "nothing; the book is finished"
                                  : fmt::format("{} of {} of its round have been answered", status.answered,
                                                counted(growth.questions().size(), "question")));
  print_line_roots(growth);
}

}  // namespace tabiya::tools
