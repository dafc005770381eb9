#include "tools/lines/lines_state.h"

#include <cstdint>
#include <span>
#include <string>

#include <fmt/format.h>

#include "codec/crc64.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/json.h"
#include "tools/cli/run_files.h"

namespace tabiya::tools {
namespace {

using booksearch::LineAnswer;

// All but who searches.
LinesRun run_of_any_judge(const LinesJob& job, const LineRoots& roots) {
  std::string texts;
  for (const auto& root : roots) texts += root->text() + '\n';
  return {"book of lines",
          "the state of the book",
          {{"lines", 1},
           {"game", job.game},
           {"rules", game_named(job.game, "game").rules_version()},
           {"from", fmt::format("{:016x}", codec::crc64(std::as_bytes(std::span(texts))))},
           {"limits", job.limits.command()}}};
}

Json line_of(std::uint64_t question, const LineAnswer& answer) {
  return {{"search", question},          {"move", answer.move ? Json(*answer.move) : Json(nullptr)},
          {"score", answer.score.score}, {"proved", answer.score.is_proved},
          {"depth", answer.depth},       {"nodes", answer.nodes}};
}

LineAnswer answer_of(const Json& line) {
  LineAnswer answer{{},
                    {line.at("score").get<Score>(), line.at("proved").get<bool>()},
                    line.at("depth").get<std::int64_t>(),
                    line.at("nodes").get<std::int64_t>()};
  if (const Json& move = line.at("move"); !move.is_null()) answer.move = move.get<MoveCode>();
  if (answer.score.score <= -kInfiniteScore || answer.score.score >= kInfiniteScore)
    throw Failure(fmt::format("{} is not a value of a search", answer.score.score));
  return answer;
}

void take_line(booksearch::LineMemory& memory, const Json& line) {
  memory.known.insert_or_assign(line.at("search").get<std::uint64_t>(), answer_of(line));
}

}  // namespace

std::string lines_state_path(const std::string& out) { return out + ".state"; }

LinesRun growing_run(const LinesJob& job, const LineRoots& roots, const LineJudgeKind& judge) {
  LinesRun run = run_of_any_judge(job, roots);
  run.header["judge"] = judge.identity;
  return run;
}

LinesState::LinesState(const LogOptions& out, const LinesRun& run) {
  if (out.path.empty()) return;
  LogOptions log = out;
  log.path = lines_state_path(out.path);
  note_output(log.path, run.owner);
  log_.emplace(log, run.header, run.name, [this](const Json& line) { take_line(memory_, line); });
  memory_.keep = [this](std::uint64_t question, const LineAnswer& answer) {
    log_->add(line_of(question, answer));
    return ok_status();
  };
}

void LinesState::remove() {
  if (log_) log_->remove();
}

booksearch::LineMemory read_lines_state(const std::string& book, const LinesJob& job,
                                        const LineRoots& roots) {
  booksearch::LineMemory memory;
  const LinesRun run = run_of_any_judge(job, roots);
  read_line_log({.path = lines_state_path(book)}, run.header, run.name,
                [&](const Json& line) { take_line(memory, line); });
  return memory;
}

}  // namespace tabiya::tools
