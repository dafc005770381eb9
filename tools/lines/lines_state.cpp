#include "tools/lines/lines_state.h"

#include <span>

#include "codec/crc64.h"
#include "codec/text.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/cli/run_files.h"

namespace tabiya::tools {

using booksearch::AnswerStore;

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

}  // namespace tabiya::tools
